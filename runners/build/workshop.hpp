#pragma once

#include "core/ids.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace bisect::build {

/// Keeps built trees and brings them, one at a time, to one fixed path. Every candidate is built
/// and run at that path: the same length and bytes in argv, cwd, __FILE__ and RPATH, so that neither
/// layout nor embedded paths tell two candidates apart.
///
/// On disk: WORK/artifacts/<digest>/tree for parked artifacts, WORK/current/tree for the one in
/// place; each slot holds a file `identity` beside `tree`. Moving is one rename(2). After a crash
/// `open` parks a complete slot again and removes an unfinished one.
class Workshop {
 public:
  /// Creates the folder where needed. Error `environment` when it cannot be used.
  static core::Result<Workshop> open(std::filesystem::path work_dir);

  /// Where the artifact in place lives: WORK/current/tree.
  [[nodiscard]] std::filesystem::path tree() const;

  /// Is there a finished artifact of these inputs?
  [[nodiscard]] bool has(const core::Digest& inputs) const;

  /// Puts an empty slot for a new artifact in place (parking what was there). `tree()` does not
  /// exist yet; whoever lays it out creates it.
  core::Result<void> start(const core::Digest& inputs);
  /// Declares the artifact in place finished: it survives a crash from now on.
  core::Result<void> finish();
  /// Removes the artifact in place.
  core::Result<void> discard();
  /// Puts a finished artifact in place; a no-op when it already is.
  core::Result<void> bring(const core::Digest& inputs);

  /// Removes the least recently used finished artifacts, never one of `keep`, until all together
  /// take at most `limit` bytes.
  core::Result<void> shrink_to(std::uint64_t limit, const std::vector<core::Digest>& keep);

  /// Free bytes for an unprivileged user on the work folder's file system.
  [[nodiscard]] core::Result<std::uint64_t> free_bytes() const;

 private:
  explicit Workshop(std::filesystem::path work_dir);
  std::filesystem::path m_work_dir;
  core::Digest m_current;
};

}  // namespace bisect::build
