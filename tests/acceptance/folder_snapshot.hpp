#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bisect::acceptance {

/// Every path below a folder with its kind, permissions, content (or link target) and time of last
/// change: enough to say that nobody has touched anything.
class FolderSnapshot {
 public:
  explicit FolderSnapshot(const std::filesystem::path& folder);

  /// "added x", "removed x", "changed x" against a later snapshot of the same folder.
  [[nodiscard]] std::vector<std::string> changes(const FolderSnapshot& later) const;

 private:
  std::map<std::string, std::string> m_entries;
};

}  // namespace bisect::acceptance
