#pragma once

#include <cstdint>
#include <filesystem>

namespace bisect::integration_store {

/// A small file system in memory, mounted on a folder for this process alone.
class TinyFileSystem {
 public:
  TinyFileSystem(const std::filesystem::path& folder, std::uintmax_t bytes);
  ~TinyFileSystem();
  TinyFileSystem(const TinyFileSystem&) = delete;
  TinyFileSystem& operator=(const TinyFileSystem&) = delete;

  /// False where the kernel does not allow it.
  [[nodiscard]] bool mounted() const { return m_mounted; }

 private:
  std::filesystem::path m_folder;
  bool m_mounted = false;
};

}  // namespace bisect::integration_store
