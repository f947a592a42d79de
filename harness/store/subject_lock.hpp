#pragma once

#include "core/clock.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <string>

namespace bisect::store {

/// Keeps a second run away from a subject while this one measures: an flock(2) on a file, held as
/// long as the object lives. The kernel lets go of it when the process ends, however it ends, so
/// neither a dead holder nor a process number used again can block anybody. The file itself stays:
/// removing it would let two runs lock two files of one name. Programs started meanwhile do not
/// hold the lock on (close-on-exec).
class SubjectLock {
 public:
  /// Takes the lock, or says at once (within half a second) who holds it. `clock` dates the entry.
  /// Errors: `locked` with the holder's process number, start and command; `environment` where the
  /// file cannot be made or written.
  [[nodiscard]] static core::Result<SubjectLock> take(const std::filesystem::path& file,
                                                      const core::Clock& clock);

  SubjectLock(SubjectLock&& other) noexcept;
  SubjectLock& operator=(SubjectLock&& other) noexcept;
  ~SubjectLock();

 private:
  explicit SubjectLock(int descriptor) : m_descriptor(descriptor) {}

  int m_descriptor;  ///< -1 after a move
};

}  // namespace bisect::store
