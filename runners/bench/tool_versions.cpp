#include "runners/bench/host.hpp"
#include "runners/bench/quotation.hpp"
#include "runners/bench/text_lines.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr std::array k_tools{"cc", "c++", "gcc", "g++", "clang",
                             "ld", "cmake", "ninja", "make", "python3"};
constexpr std::chrono::seconds k_patience{30};
constexpr std::size_t k_longest_line = 200;

std::optional<fs::path> find_program(const std::string& name, std::string_view path) {
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    const fs::path file = fs::path(folder) / name;
    std::error_code error;
    if (file.is_absolute() && fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0)
      return file;
  }
  return std::nullopt;
}

/// A child that answers on a pipe; its whole process group ends with this object.
class Question {
 public:
  Question(const fs::path& program, const std::string& path) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    m_answers = ends[0];
    start(program, path, ends[1]);
    close(ends[1]);
  }
  ~Question() {
    if (m_child > 0) {
      kill(-m_child, SIGKILL);
      while (waitpid(m_child, nullptr, 0) < 0 && errno == EINTR) {}
    }
    if (m_answers >= 0) close(m_answers);
  }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  /// The first line, or what came of it before the other end closed; empty when patience ran out.
  [[nodiscard]] std::string first_line() const {
    std::string text;
    const auto deadline = SteadyClock::now() + k_patience;
    std::array<char, 512> buffer{};
    while (m_child > 0 && text.find('\n') == std::string::npos) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(deadline - SteadyClock::now());
      pollfd waiting{m_answers, POLLIN, 0};
      const int ready = left.count() > 0 ? poll(&waiting, 1, static_cast<int>(left.count())) : 0;
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0) return "";
      const ssize_t count = read(m_answers, buffer.data(), buffer.size());
      if (count <= 0) break;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return printable(trimmed(std::string_view(text).substr(0, text.find('\n'))), k_longest_line);
  }

 private:
  void start(const fs::path& program, const std::string& path, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    // Version managers look for a choice of version in the working directory.
    posix_spawn_file_actions_addchdir_np(&actions, "/");
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::string file = program.string();
    std::string option = "--version";
    std::array<char*, 3> argv{file.data(), option.data(), nullptr};
    const char* home = std::getenv("HOME");
    std::array<std::string, 3> variables{"PATH=" + path, "LC_ALL=C",
                                         std::string("HOME=") + (home != nullptr ? home : "/")};
    std::array<char*, 4> environment{variables[0].data(), variables[1].data(), variables[2].data(),
                                     nullptr};
    if (posix_spawn(&m_child, file.c_str(), &actions, &attributes, argv.data(),
                    environment.data()) != 0)
      m_child = -1;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
  }

  pid_t m_child = -1;
  int m_answers = -1;
};

}  // namespace

std::map<std::string, std::string> tool_versions(const std::string& path) {
  std::map<std::string, std::string> versions;
  for (const char* tool : k_tools) {
    const auto program = find_program(tool, path);
    if (!program) continue;
    const std::string line = Question(*program, path).first_line();
    versions[tool] = line.empty() ? "no answer" : line;
  }
  return versions;
}

}  // namespace bisect::bench
