#pragma once

#include <filesystem>

namespace bisect::support {

/// A folder of the test's own, removed with everything in it at the end. With BISECT_KEEP_FOLDERS
/// in the environment it stays, for a look at what went wrong.
class TemporaryFolder {
 public:
  /// Throws std::filesystem::filesystem_error when the folder cannot be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  /// Absolute, without symbolic links.
  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

 private:
  std::filesystem::path m_path;
};

}  // namespace bisect::support
