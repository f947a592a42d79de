#include "tests/acceptance/folder_snapshot.hpp"

#include "tests/support/binary_under_test.hpp"

namespace bisect::acceptance {

namespace fs = std::filesystem;

namespace {

std::string describe(const fs::directory_entry& entry) {
  const fs::file_status status = entry.symlink_status();
  std::string text = std::to_string(static_cast<int>(status.type())) + " " +
                     std::to_string(static_cast<unsigned>(status.permissions())) + " ";
  if (status.type() == fs::file_type::symlink) return text + fs::read_symlink(entry).string();
  text += std::to_string(entry.last_write_time().time_since_epoch().count()) + " ";
  if (status.type() == fs::file_type::regular) text += support::read_text(entry);
  return text;
}

}  // namespace

FolderSnapshot::FolderSnapshot(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    m_entries[entry.path().lexically_relative(folder).string()] = describe(entry);
  }
}

std::vector<std::string> FolderSnapshot::changes(const FolderSnapshot& later) const {
  std::vector<std::string> found;
  for (const auto& [path, entry] : m_entries) {
    const auto now = later.m_entries.find(path);
    if (now == later.m_entries.end()) {
      found.push_back("removed " + path);
    } else if (now->second != entry) {
      found.push_back("changed " + path);
    }
  }
  for (const auto& [path, entry] : later.m_entries) {
    if (!m_entries.contains(path)) found.push_back("added " + path);
  }
  return found;
}

}  // namespace bisect::acceptance
