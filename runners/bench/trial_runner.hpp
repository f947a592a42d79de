#pragma once

#include "core/cancellation.hpp"
#include "core/clock.hpp"
#include "core/launcher.hpp"
#include "core/metric.hpp"
#include "core/outcome.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <span>
#include <string>

namespace bisect::bench {

/// One execution of the workload and what is to be read from it.
struct TrialCommand {
  core::Command command;
  std::span<const core::Metric> metrics;
  std::filesystem::path tree;   ///< where size: paths start
  /// When this regular expression (line_pattern.hpp) occurs in a line of stdout or stderr, the trial
  /// has failed; empty = never.
  std::string failure_pattern;
};

/// Runs it and fills everything of the trial but block, arm, position and build. A run that did not
/// exit with status 0, or shows the failure pattern, gives no reading (its time means nothing), with
/// one exception: `exit` metrics read any exit status but 126 and 127 (the command did not run).
/// `failure` is then the ending and the last line of stderr; of a run that succeeded, why the first
/// metric could not be read.
/// Error: `interrupted` when the run was cancelled, `usage` for a pattern that does not compile, and
/// what a broken launcher says.
core::Result<core::Trial> run_trial(core::Launcher& launcher, const core::Clock& clock,
                                    const TrialCommand& command,
                                    const core::Cancellation& cancellation);

}  // namespace bisect::bench
