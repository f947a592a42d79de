#include "tests/integration_process/launcher_test.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <fstream>

namespace bisect::process {
namespace {

using core::Ending;
using core::Finished;

using Endings = LauncherTest;

/// Starts that fail. Skipped under valgrind, where posix_spawn cannot report them.
class FailedStarts : public LauncherTest {
 protected:
  void SetUp() override {
    if (under_valgrind()) GTEST_SKIP() << "posix_spawn loses the errors of exec under valgrind";
    LauncherTest::SetUp();
  }

  void expect_not_started(const core::Command& command, int error) {
    const Finished finished = run(command);
    EXPECT_EQ(finished.ending, Ending::not_started);
    EXPECT_EQ(finished.code, error);
    EXPECT_EQ(finished.usage.wall, core::Duration::zero());
  }
  void write(const std::string& name, const std::string& text, mode_t mode) {
    std::ofstream(file(name)) << text;
    ::chmod(file(name).c_str(), mode);
  }
};

TEST_F(Endings, EveryExitStatusArrives) {
  for (const int status : {0, 1, 2, 77, 127, 128, 255}) {
    const Finished finished = run(in_shell("exit " + std::to_string(status)));
    EXPECT_EQ(finished.ending, Ending::exited);
    EXPECT_EQ(finished.code, status);
  }
}

TEST_F(Endings, SignalsAreTold) {
  for (const int number : {SIGKILL, SIGSEGV, SIGTERM}) {
    const Finished finished = run(in_shell("kill -" + std::to_string(number) + " $$"));
    EXPECT_EQ(finished.ending, Ending::signaled);
    EXPECT_EQ(finished.code, number);
    EXPECT_EQ(finished.survivors_killed, 0);
  }
}

TEST_F(FailedStarts, MissingProgram) {
  core::Command command = workload({});
  command.argv = {"/no/such/program"};
  expect_not_started(command, ENOENT);
  command.argv = {"no-such-program"};
  expect_not_started(command, ENOENT);
  command.argv = {""};
  expect_not_started(command, ENOENT);
}

TEST_F(FailedStarts, FileThatMayNotBeExecuted) {
  write("plain", "#!/bin/sh\n", 0600);
  core::Command command = workload({});
  command.argv = {file("plain")};
  expect_not_started(command, EACCES);
  command.argv = {"plain"};
  command.environment = {"PATH=" + m_folder.path().string()};
  expect_not_started(command, EACCES);
}

TEST_F(FailedStarts, FileThatIsNoProgram) {
  write("text", "just text\n", 0700);
  core::Command command = workload({});
  command.argv = {file("text")};
  expect_not_started(command, ENOEXEC);
}

TEST_F(FailedStarts, MissingDirectory) {
  core::Command command = in_shell("true");
  command.directory = "/no/such/directory";
  expect_not_started(command, ENOENT);
}

TEST_F(FailedStarts, EnvironmentTooLarge) {
  core::Command command = in_shell("true");
  // More than the kernel takes (128 KiB a string), and more than a message takes.
  for (const std::size_t size : {std::size_t{1} << 20, std::size_t{9} << 20}) {
    command.environment = {"LARGE=" + std::string(size, 'x')};
    expect_not_started(command, E2BIG);
  }
}

TEST_F(FailedStarts, TheNextStartSucceeds) {
  core::Command command = workload({});
  command.argv = {"/no/such/program"};
  expect_not_started(command, ENOENT);
  EXPECT_TRUE(run(in_shell("true")).succeeded());
}

TEST_F(Endings, ANulInACommandIsABrokenPromise) {
  using namespace std::string_literals;
  core::Command command = in_shell("true");
  command.environment.push_back("A=b\0c"s);
  const auto finished = m_launcher->run(command, m_cancellation);
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().kind, core::ErrorKind::internal);
}

}  // namespace
}  // namespace bisect::process
