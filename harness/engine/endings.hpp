#pragma once

#include "harness/engine/ends.hpp"
#include "harness/engine/investigation.hpp"

namespace bisect::engine {

// --look-for failing|passing: no number is compared, only how runs end. A commit is run a few times;
// all of its runs must agree, or it is flaky and no verdict follows from it.

/// How the runs of one arm ended.
enum class Endings { all_pass, all_fail, mixed, none };

[[nodiscard]] Endings endings_of_arm(const std::vector<core::Trial>& trials, int arm);

/// Ends, after build and calibration: good must always pass and bad always fail (for `passing` the
/// other way round).
Inquiry<EndsVerdict> judge_ends_by_ending(Investigation& investigation);

/// One commit on the way. A commit that does not build is untestable.
Inquiry<Assessment> judge_step_by_ending(Investigation& investigation, core::Commit commit);

}  // namespace bisect::engine
