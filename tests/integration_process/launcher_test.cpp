#include "tests/integration_process/launcher_test.hpp"

#include "runners/process/process_tree.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>

namespace bisect::process {

namespace fs = std::filesystem;

namespace {

constexpr int k_polls = 2000;
constexpr useconds_t k_poll_interval = 5000;

std::string first_line(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  std::getline(stream, line);
  return line;
}

}  // namespace

void LauncherTest::SetUp() {
  auto launcher = SupervisedLauncher::start();
  ASSERT_TRUE(launcher.has_value()) << launcher.error().message;
  m_launcher = std::move(*launcher);
}

core::Command LauncherTest::workload(std::vector<std::string> arguments) const {
  core::Command command;
  command.argv = {PROCESS_WORKLOAD};
  command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
  command.environment = {"PATH=/usr/bin:/bin"};
  command.directory = m_folder.path();
  return command;
}

core::Command LauncherTest::in_shell(const std::string& text) const {
  core::Command command = workload({});
  command.argv = core::shell(text);
  command.environment.push_back("WORKLOAD=" PROCESS_WORKLOAD);
  return command;
}

core::Finished LauncherTest::run(const core::Command& command) {
  auto finished = m_launcher->run(command, m_cancellation);
  EXPECT_TRUE(finished.has_value()) << (finished ? "" : finished.error().message);
  return finished ? *finished : core::Finished{};
}

std::string LauncherTest::output_of(const std::string& shell_text) {
  core::Finished finished = run(in_shell(shell_text));
  EXPECT_TRUE(finished.succeeded()) << core::describe_ending(finished) << finished.err;
  if (finished.out.ends_with('\n')) finished.out.pop_back();
  return finished.out;
}

std::vector<pid_t> pids_in(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<pid_t> pids;
  for (pid_t pid = 0; stream >> pid;) pids.push_back(pid);
  return pids;
}

std::vector<pid_t> await_pids(const fs::path& file, std::size_t count) {
  std::vector<pid_t> pids = pids_in(file);
  for (int i = 0; i < k_polls && pids.size() < count; ++i) {
    ::usleep(k_poll_interval);
    pids = pids_in(file);
  }
  EXPECT_EQ(pids.size(), count);
  return pids;
}

bool exists(pid_t process) { return ::kill(process, 0) == 0 || errno != ESRCH; }

bool vanishes(pid_t process) {
  for (int i = 0; i < k_polls && exists(process); ++i) ::usleep(k_poll_interval);
  return !exists(process);
}

pid_t supervisor_pid() {
  for (int i = 0; i < k_polls; ++i) {
    for (const pid_t child : ProcessTree().children(::getpid())) {
      const fs::path folder = "/proc/" + std::to_string(child);
      if (first_line(folder / "comm") == "bisect-superv") return child;
    }
    ::usleep(k_poll_interval);
  }
  return -1;
}

std::size_t count_entries(const fs::path& folder) {
  const fs::directory_iterator entries(folder);
  return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
}

bool under_valgrind() {
  const char* preload = std::getenv("LD_PRELOAD");
  return preload != nullptr && std::string(preload).find("valgrind") != std::string::npos;
}

bool memory_is_inflated() {
#ifdef __SANITIZE_ADDRESS__
  return true;
#else
  return under_valgrind();
#endif
}

}  // namespace bisect::process
