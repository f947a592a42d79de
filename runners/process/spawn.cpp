#include "runners/process/spawn.hpp"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>

namespace bisect::process {

namespace {

using core::SchedulingClass;

/// What execvp takes where the environment has no PATH (glibc's confstr(_CS_PATH)).
constexpr std::string_view k_default_path = "/bin:/usr/bin";

struct Program {
  std::string file;
  int error = 0;
};

std::string_view search_path(const std::vector<std::string>& environment) {
  constexpr std::string_view key = "PATH=";
  for (const std::string& entry : environment) {
    if (entry.starts_with(key)) return std::string_view(entry).substr(key.size());
  }
  return k_default_path;
}

/// The program that execvp would start (POSIX "exec", PATH search), but with the PATH and the
/// directory of the command instead of the caller's.
Program find_program(const core::Command& command) {
  const std::string& name = command.argv.front();
  if (name.empty()) return {{}, ENOENT};
  if (name.find('/') != std::string::npos) return {name, 0};
  std::string_view path = search_path(command.environment);
  int error = ENOENT;
  for (;;) {
    const std::size_t end = path.find(':');
    // An absolute part replaces the directory; an empty one means the directory itself.
    const std::filesystem::path file = command.directory / path.substr(0, end) / name;
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
      if (::access(file.c_str(), X_OK) == 0) return {file, 0};
      error = EACCES;
    }
    if (end == std::string_view::npos) return {{}, error};
    path.remove_prefix(end + 1);
  }
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> list;
  list.reserve(texts.size() + 1);
  for (const std::string& text : texts) list.push_back(const_cast<char*>(text.c_str()));
  list.push_back(nullptr);
  return list;
}

/// Puts the calling thread on one processor for as long as it lives.
class Pinning {
 public:
  explicit Pinning(const std::optional<int>& cpu) {
    if (!cpu) return;
    cpu_set_t wanted;
    CPU_ZERO(&wanted);
    if (*cpu < 0 || *cpu >= CPU_SETSIZE) {
      m_error = EINVAL;
      return;
    }
    CPU_SET(*cpu, &wanted);
    if (::sched_getaffinity(0, sizeof m_before, &m_before) != 0 ||
        ::sched_setaffinity(0, sizeof wanted, &wanted) != 0) {
      m_error = errno;
      return;
    }
    m_pinned = true;
  }
  ~Pinning() {
    if (m_pinned) ::sched_setaffinity(0, sizeof m_before, &m_before);
  }
  Pinning(const Pinning&) = delete;
  Pinning& operator=(const Pinning&) = delete;

  [[nodiscard]] int error() const { return m_error; }

 private:
  cpu_set_t m_before{};
  int m_error = 0;
  bool m_pinned = false;
};

class Actions {
 public:
  Actions(const std::filesystem::path& directory, int out, int err) {
    ::posix_spawn_file_actions_init(&m_actions);
    ::posix_spawn_file_actions_addopen(&m_actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&m_actions, out, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&m_actions, err, STDERR_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&m_actions, STDERR_FILENO + 1);
    ::posix_spawn_file_actions_addchdir_np(&m_actions, directory.c_str());
  }
  ~Actions() { ::posix_spawn_file_actions_destroy(&m_actions); }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;

  [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &m_actions; }

 private:
  posix_spawn_file_actions_t m_actions;
};

class Attributes {
 public:
  Attributes() {
    ::posix_spawnattr_init(&m_attributes);
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&m_attributes, &signals);
    // sigfillset leaves out the two that the library keeps for itself, and posix_spawn would have
    // the process ignore them.
    std::memset(&signals, 0xff, sizeof signals);
    ::posix_spawnattr_setsigdefault(&m_attributes, &signals);
    inherit_scheduling();
  }
  ~Attributes() { ::posix_spawnattr_destroy(&m_attributes); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  /// Always said, because the caller may itself be in the real-time class. (SCHED_RESET_ON_FORK
  /// would also take away the user's nice value.)
  void schedule(SchedulingClass policy) {
    const bool fifo = policy == SchedulingClass::fifo;
    sched_param parameters{};
    parameters.sched_priority = fifo ? k_fifo_priority : 0;
    ::posix_spawnattr_setschedpolicy(&m_attributes, fifo ? SCHED_FIFO : SCHED_OTHER);
    ::posix_spawnattr_setschedparam(&m_attributes, &parameters);
    ::posix_spawnattr_setflags(&m_attributes, k_flags | POSIX_SPAWN_SETSCHEDULER);
  }
  void inherit_scheduling() { ::posix_spawnattr_setflags(&m_attributes, k_flags); }

  [[nodiscard]] const posix_spawnattr_t* get() const { return &m_attributes; }

 private:
  static constexpr short k_flags =
      POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  posix_spawnattr_t m_attributes;
};

}  // namespace

Spawned spawn(const core::Command& command, int out, int err) {
  Spawned spawned;
  const Program program = find_program(command);
  if (program.error != 0) {
    spawned.error = program.error;
    return spawned;
  }
  const Pinning pinning(command.scheduling.cpu);
  if (pinning.error() != 0) {
    spawned.error = pinning.error();
    return spawned;
  }
  const std::vector<char*> argv = pointers(command.argv);
  const std::vector<char*> environment = pointers(command.environment);
  const Actions actions(command.directory, out, err);
  Attributes attributes;
  const auto attempt = [&] {
    spawned.started = std::chrono::steady_clock::now().time_since_epoch();
    spawned.error = ::posix_spawn(&spawned.pid, program.file.c_str(), actions.get(),
                                  attributes.get(), argv.data(), environment.data());
    return spawned.error;
  };
  spawned.policy = command.scheduling.policy;
  attributes.schedule(spawned.policy);
  // EPERM may also be the program's own (a noexec mount says EACCES): then it stays.
  if (attempt() == EPERM && spawned.policy == SchedulingClass::fifo) {
    spawned.policy = SchedulingClass::normal;
    attributes.schedule(spawned.policy);
    attempt();
  }
  if (spawned.error == EPERM) {
    attributes.inherit_scheduling();
    attempt();
  }
  return spawned;
}

}  // namespace bisect::process
