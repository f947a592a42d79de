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
/// place; each finished slot holds a file `identity` (digest, bytes) beside `tree`, whose
/// modification time is the time of last use. Moving is one rename(2); what is removed goes to
/// WORK/removing first, so that no half-removed tree can be taken for a whole one. After a crash
/// `open` parks a finished slot again and removes an unfinished one.
///
/// WORK/current, WORK/artifacts and WORK/removing belong to the workshop alone; whoever opens it
/// holds the subject's lock.
class Workshop {
 public:
  /// Creates the folder where needed. Error `environment` when it cannot be used.
  static core::Result<Workshop> open(std::filesystem::path work_dir);

  /// Where the artifact in place lives: WORK/current/tree, absolute and free of links.
  [[nodiscard]] std::filesystem::path tree() const;

  /// Is there a finished artifact of these inputs?
  [[nodiscard]] bool has(const core::Digest& inputs) const;

  /// Puts an empty slot for a new artifact in place (parking what was there). `tree()` does not
  /// exist yet; whoever lays it out creates it. A finished artifact of the same inputs is kept until
  /// the new one is finished.
  core::Result<void> start(const core::Digest& inputs);
  /// Declares the artifact in place finished: it survives a crash from now on.
  core::Result<void> finish();
  /// Removes the artifact in place, finished or not; without one: a no-op.
  core::Result<void> discard();
  /// Puts a finished artifact in place; a no-op when it already is.
  core::Result<void> bring(const core::Digest& inputs);

  /// Removes the least recently used finished artifacts, never one of `keep` nor the one in place,
  /// until all together take at most `limit` bytes (as measured when they were finished).
  core::Result<void> shrink_to(std::uint64_t limit, const std::vector<core::Digest>& keep);

  /// Free bytes for an unprivileged user on the work folder's file system.
  [[nodiscard]] core::Result<std::uint64_t> free_bytes() const;

 private:
  enum class Slot { empty, unfinished, finished };

  explicit Workshop(std::filesystem::path work_dir);
  [[nodiscard]] std::filesystem::path current() const;
  [[nodiscard]] std::filesystem::path artifacts() const;
  [[nodiscard]] std::filesystem::path parked(const core::Digest& inputs) const;
  core::Result<void> recover();
  core::Result<void> park();
  core::Result<void> remove(const std::filesystem::path& slot);

  std::filesystem::path m_work_dir;
  core::Digest m_current;
  Slot m_slot = Slot::empty;
};

}  // namespace bisect::build
