#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bisect::support {

/// A program to start. Nothing is inherited but what stands here; stdin is /dev/null.
struct Start {
  std::vector<std::string> argv;  ///< argv[0] is an absolute path or is looked up along our PATH
  std::map<std::string, std::string> environment;  ///< complete
  std::filesystem::path directory;                 ///< working directory
  std::filesystem::path outputs;  ///< folder for the two output files; must exist
};

/// How a started program came to its end.
struct Execution {
  int status = -1;       ///< exit status; 128 + signal number after a signal
  bool hung = false;     ///< killed by us after the limit
  std::string out;
  std::string err;
  std::string command;   ///< the command line, quoted for a shell
};

/// A program that runs beside the test, in a process group of its own. Its output goes to files,
/// so that a forgotten grandchild cannot hold up the test by keeping a pipe open.
class RunningProgram {
 public:
  /// Throws std::runtime_error when the program cannot be started.
  explicit RunningProgram(const Start& start);
  /// Kills what is still there.
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  [[nodiscard]] pid_t pid() const { return m_pid; }
  [[nodiscard]] bool running();
  /// To the program alone, not to its group.
  void send(int signal) const;
  /// The limit only guards against a hang: it fails the test (Execution::hung).
  Execution wait(std::chrono::seconds limit = k_hang_guard);

  static constexpr std::chrono::seconds k_hang_guard{600};

 private:
  bool reap(std::chrono::milliseconds patience);

  pid_t m_pid = -1;
  int m_descriptor = -1;  ///< pidfd
  bool m_reaped = false;
  int m_wait_status = 0;
  std::string m_command;
  std::filesystem::path m_out;
  std::filesystem::path m_err;
};

/// Starts the program and waits for its end.
Execution run_program(const Start& start);

/// Where the program under test lies: BISECT_UNDER_TEST in the environment, else the one that this
/// build made.
std::filesystem::path binary_under_test();

/// Processes (zombies and ourselves excepted) whose command line, environment or working directory
/// names `folder`, as "pid command line".
std::vector<std::string> processes_using(const std::filesystem::path& folder);

/// Whole content of a file; empty when there is none.
std::string read_text(const std::filesystem::path& file);

}  // namespace bisect::support
