#pragma once

#include "core/launcher.hpp"
#include "core/outcome.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bisect::build {

/// One prepare or build command.
struct StageCommand {
  core::Stage stage = core::Stage::build;
  std::string text;                      ///< for /bin/sh -c; empty = nothing to do
  std::vector<std::string> environment;  ///< complete
  std::filesystem::path directory;
  core::Duration time_limit{};
  int retries = 1;                       ///< further attempts after a failure (not after a time-out)
};

struct StageResult {
  std::optional<core::NotTestable> failure;  ///< of the last attempt; `log` holds all attempts' ends
  int attempts = 0;
  core::Duration elapsed{};
};

/// Runs the command, again after a failure as often as `retries` says. Error only for cancellation
/// (`interrupted`) and a broken launcher.
core::Result<StageResult> run_stage(core::Launcher& launcher, const StageCommand& command,
                                    const core::Cancellation& cancellation);

}  // namespace bisect::build
