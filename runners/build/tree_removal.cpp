#include "runners/build/tree_removal.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

namespace bisect::build {
namespace {

enum class EntryKind { folder, other };

struct Entry {
  std::string name;
  EntryKind kind = EntryKind::other;
};

core::Error cannot_remove(const std::filesystem::path& path) {
  return core::environment_error("cannot remove " + path.string() + ": " + std::strerror(errno),
                                 {"remove it by hand and start again"});
}

EntryKind kind_of(int folder, const char* name) {
  struct stat status {};
  return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode)
             ? EntryKind::folder
             : EntryKind::other;
}

/// One folder being emptied: an owned descriptor and its listing.
class OpenFolder {
 public:
  OpenFolder(int at, const char* name)
      : m_descriptor(openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)) {}
  ~OpenFolder() {
    if (m_descriptor >= 0) close(m_descriptor);
  }
  OpenFolder(const OpenFolder&) = delete;
  OpenFolder& operator=(const OpenFolder&) = delete;

  [[nodiscard]] int descriptor() const { return m_descriptor; }

  /// The whole listing before anything is removed: reading while removing may skip entries.
  [[nodiscard]] std::vector<Entry> entries() const {
    std::vector<Entry> found;
    DIR* stream = fdopendir(openat(m_descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (stream == nullptr) return found;
    while (const dirent* item = readdir(stream)) {
      const std::string name = item->d_name;
      if (name != "." && name != "..") found.push_back({name, kind_of(m_descriptor, item->d_name)});
    }
    closedir(stream);
    return found;
  }

 private:
  int m_descriptor;
};

/// Works breadth first: a folder inside a folder is moved up into the bin and waits its turn there,
/// so that neither the depth of the tree nor the length of its paths can run into a limit.
class Emptying {
 public:
  explicit Emptying(const std::filesystem::path& bin) : m_bin(bin), m_root(AT_FDCWD, bin.c_str()) {}

  core::Result<void> run() {
    if (m_root.descriptor() < 0) return cannot_remove(m_bin);
    for (const Entry& entry : m_root.entries()) {
      if (entry.kind == EntryKind::folder) {
        m_waiting.push_back(entry.name);
      } else if (unlinkat(m_root.descriptor(), entry.name.c_str(), 0) != 0) {
        return cannot_remove(m_bin / entry.name);
      }
    }
    while (!m_waiting.empty()) {
      const std::string name = std::move(m_waiting.back());
      m_waiting.pop_back();
      if (auto removed = remove_folder(name); !removed) return removed;
    }
    return {};
  }

 private:
  core::Result<void> remove_folder(const std::string& name) {
    // Without write permission a folder can be neither emptied nor moved.
    fchmodat(m_root.descriptor(), name.c_str(), S_IRWXU, 0);
    const OpenFolder folder(m_root.descriptor(), name.c_str());
    if (folder.descriptor() < 0) return cannot_remove(m_bin / name);
    for (const Entry& entry : folder.entries()) {
      const bool gone = entry.kind == EntryKind::folder
                            ? move_up(folder, entry.name)
                            : unlinkat(folder.descriptor(), entry.name.c_str(), 0) == 0;
      if (!gone) return cannot_remove(m_bin / name / entry.name);
    }
    if (unlinkat(m_root.descriptor(), name.c_str(), AT_REMOVEDIR) != 0)
      return cannot_remove(m_bin / name);
    return {};
  }

  bool move_up(const OpenFolder& from, const std::string& name) {
    fchmodat(from.descriptor(), name.c_str(), S_IRWXU, 0);
    std::string free_name;
    do {
      free_name = std::to_string(m_moved++);
    } while (faccessat(m_root.descriptor(), free_name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0);
    if (renameat(from.descriptor(), name.c_str(), m_root.descriptor(), free_name.c_str()) != 0)
      return false;
    m_waiting.push_back(free_name);
    return true;
  }

  std::filesystem::path m_bin;
  OpenFolder m_root;
  std::vector<std::string> m_waiting;
  unsigned long m_moved = 0;
};

}  // namespace

core::Result<void> empty_bin(const std::filesystem::path& bin) { return Emptying(bin).run(); }

}  // namespace bisect::build
