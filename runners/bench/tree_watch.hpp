#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <string>

namespace bisect::bench {

/// Can the list of opened files be trusted?
enum class Coverage {
  complete,
  unknown,  ///< a limit was hit, events were lost, or files that were there before were moved about
};

/// Files of a tree that somebody opened, and that were there before.
struct OpenedFiles {
  Coverage coverage = Coverage::unknown;
  std::set<std::string> paths;  ///< relative to the tree; may have been deleted since
};

/// Watches a tree with inotify(7), without its `.git` folders, from construction to `stop`. Running
/// a program and mapping a library open their files, so both are seen. Events are read by a thread
/// of its own, because the kernel's queue is bounded. Folders that come into being meanwhile are not
/// watched: whatever is in them is new.
class TreeWatch {
 public:
  explicit TreeWatch(const std::filesystem::path& tree);
  ~TreeWatch();
  TreeWatch(const TreeWatch&) = delete;
  TreeWatch& operator=(const TreeWatch&) = delete;

  /// Everything that was opened until now.
  [[nodiscard]] OpenedFiles stop();

 private:
  struct Watcher;
  std::unique_ptr<Watcher> m_watcher;
};

}  // namespace bisect::bench
