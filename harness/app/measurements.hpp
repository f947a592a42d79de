#pragma once

#include "core/commit_graph.hpp"
#include "core/finding.hpp"
#include "core/plan.hpp"
#include "harness/store/trial_store.hpp"
#include "reports/measurements.hpp"

#include <vector>

namespace bisect::app {

/// What a session measured, as reports show it: the numbers of the metric that the finding's effect
/// names, else of the plan's first.
[[nodiscard]] reports::Measurements measurements_of(const std::vector<store::RecordedRound>& rounds,
                                                    const core::Plan& plan,
                                                    const core::Finding& finding);

/// The commits that are new in one end or the other, and the merge base between them, in an order in
/// which parents come before children and merged branches before their merge; the good side first.
[[nodiscard]] std::vector<core::CommitId> axis_of(const core::CommitGraph& graph,
                                                  const core::SearchedRange& range);

}  // namespace bisect::app
