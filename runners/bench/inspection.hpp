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
  /// Digest over (relative path, content after the run) of all regular files of the tree that the run
  /// opened and did not create, and over (path, content) of the libraries and programs it loaded from
  /// neither the tree nor the system's folders. Two builds with equal programs behave alike.
  /// Empty, that is unknown: the run did not succeed, opened no file of the tree (it measures
  /// something else), deleted or replaced one it had opened, or could not be watched completely.
  core::Digest program;
  /// Shared libraries loaded from neither the tree nor the system's library folders.
  std::vector<std::string> foreign_libraries;
  int peak_threads = 0;
};

/// Runs `command` once under observation: inotify on the folders of `tree`, and the dynamic
/// linker's own trace (LD_DEBUG, written to a temporary folder, never into the program's output).
/// Not seen: files outside the tree that are read but not loaded by the dynamic linker (data,
/// scripts, statically linked programs), and what a program learns from names without opening them.
/// Error: `interrupted` when the run was cancelled, `environment` when there is no temporary folder,
/// and what a broken launcher says.
core::Result<Inspection> inspect(core::Launcher& launcher, const core::Command& command,
                                 const std::filesystem::path& tree,
                                 const core::Cancellation& cancellation);

}  // namespace bisect::bench
