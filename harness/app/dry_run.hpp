#pragma once

#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/app/exit_code.hpp"
#include "harness/app/toolbox.hpp"

#include <vector>

namespace bisect::app {

/// Shows the merged plan, the commits to be searched, and what the search is expected to cost.
/// Measures nothing, stores nothing. `required`: parts that must name something of a split's change.
[[nodiscard]] core::Result<ExitCode> show_dry_run(Foundation& foundation, const core::Plan& plan,
                                                  const std::vector<core::PartRequest>& required);

}  // namespace bisect::app
