#pragma once

#include "core/finding.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/engine/split_question.hpp"
#include "harness/git/history.hpp"
#include "harness/git/libgit2_changes.hpp"

#include <variant>

namespace bisect::app {

/// What is split: the question, or a finding that refuses it (with the reason and the cure).
using SplitScope = std::variant<engine::SplitQuestion, core::Finding>;

/// Resolves the change, shares its paths out to the parts and composes the variants. Refuses what
/// find_scope does, and a commit without a parent. Error `usage` for parts that tell nothing apart.
[[nodiscard]] core::Result<SplitScope> find_split_scope(git::History& history,
                                                        const git::Libgit2Changes& changes,
                                                        const core::Plan& plan);

}  // namespace bisect::app
