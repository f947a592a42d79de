#pragma once

#include "core/finding.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/engine/split_question.hpp"
#include "harness/git/history.hpp"
#include "harness/git/libgit2_changes.hpp"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace bisect::app {

/// What is split: the question, or a finding that refuses it (with the reason and the cure).
using SplitScope = std::variant<engine::SplitQuestion, core::Finding>;

/// Resolves the change, shares its paths out to the parts and composes the variants. Refuses what
/// find_scope does, and a commit without a parent. Error `usage` for parts that tell nothing apart, and
/// when one of `required`, which the user named for just this change, names nothing of it. The question
/// keeps `changes` to compose with.
[[nodiscard]] core::Result<SplitScope> find_split_scope(
    git::History& history, const std::shared_ptr<const git::Libgit2Changes>& changes,
    const core::Plan& plan, const std::vector<core::PartRequest>& required);

/// The declared parts that a commit touches, "rest" among them; fewer than two: a split could tell
/// nothing apart.
[[nodiscard]] core::Result<std::vector<std::string>> parts_touched(
    const git::Libgit2Changes& changes, const core::Commit& commit, const core::Plan& plan);

/// The plan that splits the commit, with everything else as in the search that found it.
[[nodiscard]] core::Plan plan_to_split(core::Plan search, const core::Commit& commit);

}  // namespace bisect::app
