#pragma once

#include "core/ids.hpp"
#include "core/launcher.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace bisect::bench {

/// What a workload used, seen in one run whose times are thrown away (it also warms the caches).
struct Inspection {
  core::Finished finished;
  /// Digest over (relative path, content) of all regular files of the tree that the run opened and
  /// did not create. Two builds with equal programs behave alike. Empty: could not be observed.
  core::Digest program;
  /// Shared libraries loaded from neither the tree nor the system's library folders.
  std::vector<std::string> foreign_libraries;
  int peak_threads = 0;
};

/// Runs `command` once under observation: inotify on the folders of `tree`, and the dynamic
/// linker's own trace (LD_DEBUG, written to a temporary folder, never into the program's output).
core::Result<Inspection> inspect(core::Launcher& launcher, const core::Command& command,
                                 const std::filesystem::path& tree,
                                 const core::Cancellation& cancellation);

}  // namespace bisect::bench
