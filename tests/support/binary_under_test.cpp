#include "tests/support/binary_under_test.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace bisect::support {

namespace fs = std::filesystem;

namespace {

std::string quoted(const std::string& word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::strchr("_-+=./:,@%", c) != nullptr;
  });
  if (plain) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string command_line(const Start& start) {
  std::string text = "cd " + quoted(start.directory.string()) + " && env -i";
  for (const auto& [key, value] : start.environment) text.append(" ").append(quoted(key + "=" + value));
  for (const std::string& word : start.argv) text.append(" ").append(quoted(word));
  return text;
}

/// Owns the two C structures of posix_spawn(3).
struct SpawnSettings {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;

  SpawnSettings() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  void redirect(int descriptor, const fs::path& file, int flags) {
    posix_spawn_file_actions_addopen(&actions, descriptor, file.c_str(), flags, 0644);
  }
};

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

/// Does /proc/PID say anything about `folder`?
bool uses(const fs::path& process, const std::string& folder) {
  std::error_code gone;
  const std::string directory = fs::read_symlink(process / "cwd", gone).string();
  return directory.starts_with(folder) ||
         read_text(process / "cmdline").find(folder) != std::string::npos ||
         read_text(process / "environ").find(folder) != std::string::npos;
}

bool is_zombie(const fs::path& process) {
  const std::string stat = read_text(process / "stat");
  const std::size_t name_end = stat.rfind(')');
  return name_end == std::string::npos || stat.substr(name_end, 4).find('Z') != std::string::npos;
}

}  // namespace

RunningProgram::RunningProgram(const Start& start) : m_command(command_line(start)) {
  static int number = 0;
  const std::string stem = "run-" + std::to_string(++number);
  m_out = start.outputs / (stem + ".out");
  m_err = start.outputs / (stem + ".err");
  SpawnSettings settings;
  settings.redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  settings.redirect(STDOUT_FILENO, m_out, O_WRONLY | O_CREAT | O_TRUNC);
  settings.redirect(STDERR_FILENO, m_err, O_WRONLY | O_CREAT | O_TRUNC);
  posix_spawn_file_actions_addchdir_np(&settings.actions, start.directory.c_str());
  std::vector<std::string> words = start.argv;
  std::vector<std::string> variables;
  for (const auto& [key, value] : start.environment) variables.push_back(key + "=" + value);
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(variables);
  const int error = posix_spawnp(&m_pid, argv.front(), &settings.actions, &settings.attributes,
                                 argv.data(), envp.data());
  if (error != 0) throw std::runtime_error("cannot start: " + m_command + ": " + strerror(error));
  m_descriptor = static_cast<int>(::syscall(SYS_pidfd_open, m_pid, 0));
}

RunningProgram::~RunningProgram() {
  if (!m_reaped) {
    ::kill(-m_pid, SIGKILL);
    reap(k_hang_guard);
  }
  ::close(m_descriptor);
}

bool RunningProgram::reap(std::chrono::milliseconds patience) {
  if (m_reaped) return true;
  pollfd ended{m_descriptor, POLLIN, 0};
  if (::poll(&ended, 1, static_cast<int>(patience.count())) <= 0) return false;
  m_reaped = ::waitpid(m_pid, &m_wait_status, 0) == m_pid;
  return m_reaped;
}

bool RunningProgram::running() { return !reap(std::chrono::milliseconds(0)); }

void RunningProgram::send(int signal) const {
  if (!m_reaped) ::kill(m_pid, signal);
}

Execution RunningProgram::wait(std::chrono::seconds limit) {
  Execution execution;
  if (!reap(limit)) {
    execution.hung = true;
    ::kill(-m_pid, SIGKILL);
    reap(k_hang_guard);
  }
  execution.status = WIFEXITED(m_wait_status) ? WEXITSTATUS(m_wait_status)
                                              : 128 + WTERMSIG(m_wait_status);
  execution.out = read_text(m_out);
  execution.err = read_text(m_err);
  execution.command = m_command;
  return execution;
}

Execution run_program(const Start& start) { return RunningProgram(start).wait(); }

fs::path binary_under_test() {
  const char* named = std::getenv("BISECT_UNDER_TEST");
  return named != nullptr ? named : BISECT_BINARY;
}

std::vector<std::string> processes_using(const fs::path& folder) {
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (std::isdigit(static_cast<unsigned char>(name.front())) == 0) continue;
    if (name == std::to_string(::getpid()) || is_zombie(entry.path())) continue;
    if (!uses(entry.path(), folder.string())) continue;
    std::string line = read_text(entry.path() / "cmdline");
    std::replace(line.begin(), line.end(), '\0', ' ');
    found.push_back(name + " " + line);
  }
  return found;
}

std::string read_text(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace bisect::support
