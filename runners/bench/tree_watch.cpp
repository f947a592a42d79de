#include "runners/bench/tree_watch.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t k_events =
    IN_OPEN | IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_ONLYDIR | IN_DONT_FOLLOW;

/// What the events amount to, in the order in which they came.
class OpenLog {
 public:
  void take(const std::string& path, std::uint32_t mask, std::uint32_t cookie) {
    if ((mask & IN_MOVED_FROM) != 0) {
      // What was there before now lies under a name that looks new.
      if (!m_created.contains(path)) m_displaced.insert(cookie);
    } else if ((mask & IN_MOVED_TO) != 0) {
      if (m_displaced.contains(cookie)) m_opened.coverage = Coverage::unknown;
      create(path);
    } else if ((mask & IN_CREATE) != 0) {
      create(path);
    } else if ((mask & IN_OPEN) != 0 && (mask & IN_ISDIR) == 0 && !m_created.contains(path)) {
      m_opened.paths.insert(path);
    }
  }

  void lose() { m_opened.coverage = Coverage::unknown; }
  void watch_all() { m_opened.coverage = Coverage::complete; }
  [[nodiscard]] OpenedFiles take_result() { return std::move(m_opened); }

 private:
  void create(const std::string& path) {
    // Opened, then replaced: the content that was used is gone.
    if (m_opened.paths.contains(path)) m_opened.coverage = Coverage::unknown;
    m_created.insert(path);
  }

  OpenedFiles m_opened;
  std::unordered_set<std::string> m_created;
  std::unordered_set<std::uint32_t> m_displaced;
};

}  // namespace

struct TreeWatch::Watcher {
  explicit Watcher(const fs::path& tree)
      : inotify(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)), bell(eventfd(0, EFD_CLOEXEC)) {
    if (inotify < 0 || bell < 0 || !watch_folders(tree)) return;
    log.watch_all();
    try {
      reader = std::thread([this] { read_until_bell(); });
    } catch (const std::system_error&) {
      log.lose();
    }
  }

  ~Watcher() {
    ring_and_join();
    if (bell >= 0) close(bell);
    if (inotify >= 0) close(inotify);
  }

  bool watch_folders(const fs::path& tree) {
    if (!watch(tree, "")) return false;
    std::error_code error;
    fs::recursive_directory_iterator entry(tree, fs::directory_options::skip_permission_denied,
                                           error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      std::error_code ignored;
      if (!fs::is_directory(entry->symlink_status(ignored))) continue;
      if (entry->path().filename() == ".git") {
        entry.disable_recursion_pending();
      } else if (!watch(entry->path(), entry->path().lexically_relative(tree).string() + "/")) {
        return false;
      }
    }
    return !error;
  }

  bool watch(const fs::path& folder, std::string prefix) {
    const int id = inotify_add_watch(inotify, folder.c_str(), k_events);
    // A folder that we may not read is closed to the workload as well.
    if (id < 0) return errno == EACCES;
    folders[id] = std::move(prefix);
    return true;
  }

  void read_until_bell() {
    while (true) {
      std::array<pollfd, 2> waiting{pollfd{inotify, POLLIN, 0}, pollfd{bell, POLLIN, 0}};
      const int ready = poll(waiting.data(), waiting.size(), -1);
      if (ready < 0 && errno == EINTR) continue;
      drain();
      if (ready < 0 || waiting[1].revents != 0) return;
    }
  }

  void drain() {
    alignas(inotify_event) std::array<char, 65536> buffer{};
    while (true) {
      const ssize_t count = read(inotify, buffer.data(), buffer.size());
      if (count <= 0) return;
      for (ssize_t offset = 0; offset < count;) {
        inotify_event event{};
        std::memcpy(&event, buffer.data() + offset, sizeof event);
        const char* const name = buffer.data() + offset + sizeof event;
        note(event, event.len > 0 ? name : "");
        offset += static_cast<ssize_t>(sizeof event + event.len);
      }
    }
  }

  void note(const inotify_event& event, const char* name) {
    if ((event.mask & IN_Q_OVERFLOW) != 0) return log.lose();
    const auto folder = folders.find(event.wd);
    if (folder == folders.end() || *name == '\0' || std::strcmp(name, ".git") == 0) return;
    log.take(folder->second + name, event.mask, event.cookie);
  }

  void ring_and_join() {
    if (!reader.joinable()) return;
    const std::uint64_t one = 1;
    while (write(bell, &one, sizeof one) < 0 && errno == EINTR) {}
    reader.join();
  }

  int inotify;
  int bell;
  std::unordered_map<int, std::string> folders;  ///< watch -> its path with a slash behind it
  OpenLog log;                                   ///< the thread's alone until it is joined
  std::thread reader;
};

TreeWatch::TreeWatch(const fs::path& tree) : m_watcher(std::make_unique<Watcher>(tree)) {}
TreeWatch::~TreeWatch() = default;

OpenedFiles TreeWatch::stop() {
  m_watcher->ring_and_join();
  return m_watcher->log.take_result();
}

}  // namespace bisect::bench
