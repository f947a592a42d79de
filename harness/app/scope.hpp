#pragma once

#include "core/finding.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/engine/investigation.hpp"
#include "harness/git/history.hpp"

#include <variant>

namespace bisect::app {

/// What is searched: the question, or a finding that refuses it (with the reason and the cure).
using Scope = std::variant<engine::BisectQuestion, core::Finding>;

/// Resolves the ends and everything the plan names in history. Ends that cannot be searched between
/// (ambiguous, unknown, equal, the wrong way round, cut off by a shallow clone) give a refusal; other
/// faults are Errors.
[[nodiscard]] core::Result<Scope> find_scope(git::History& history, const core::Plan& plan);

/// What the plan says of any question: metrics, what is looked for, limits. Neither ends nor candidates.
[[nodiscard]] engine::BisectQuestion question_of(const core::Plan& plan);

[[nodiscard]] core::Finding refusal(std::string reason);
/// What the error says and what cures it, in one sentence.
[[nodiscard]] core::Finding refusal(const core::Error& error);

}  // namespace bisect::app
