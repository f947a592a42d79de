#include "tests/integration_process/launcher_test.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

namespace bisect::process {
namespace {

/// What a process gets from us: what the command says, and nothing else.
using Inheritance = LauncherTest;

TEST_F(Inheritance, TheEnvironmentIsExactlyTheCommands) {
  core::Command command = in_shell("");
  command.argv = {"/usr/bin/env"};
  command.environment = {"B=2", "A=one\ntwo", "EMPTY="};
  EXPECT_EQ(run(command).out, "B=2\nA=one\ntwo\nEMPTY=\n");
  command.environment.clear();
  EXPECT_EQ(run(command).out, "");
}

TEST_F(Inheritance, ArgumentsArriveAsTheyAre) {
  core::Command command = in_shell("");
  command.argv = {"/usr/bin/printf", "[%s]", "", "two words", "$HOME", "*", "\xff"};
  EXPECT_EQ(run(command).out, "[][two words][$HOME][*][\xff]");
}

TEST_F(Inheritance, LargeEnvironmentsArriveWhole) {
  core::Command command = in_shell("env | wc -c");
  const std::string value(100'000, 'x');
  for (const char* name : {"A", "B", "C", "D", "E", "F", "G", "H"}) {
    command.environment.emplace_back(name).append("=").append(value);
  }
  EXPECT_GT(std::stoi(run(command).out), 800'000);
}

TEST_F(Inheritance, TheDirectoryIsTheCommands) {
  EXPECT_EQ(output_of("pwd -P"), m_folder.path().string());
  core::Command command = in_shell("pwd -P");
  command.directory.clear();
  EXPECT_EQ(run(command).out, "/\n");
}

TEST_F(Inheritance, ThePathIsTheCommands) {
  std::filesystem::create_directory(file("bin"));
  std::ofstream(file("bin/hello")) << "#!/bin/sh\necho hello\n";
  ::chmod(file("bin/hello").c_str(), 0700);
  core::Command command = in_shell("");
  command.argv = {"hello"};
  const std::string absolute = "PATH=" + file("bin").string();
  for (const char* path : {absolute.c_str(), "PATH=/nowhere:bin", "PATH=bin:/usr/bin"}) {
    command.environment = {path};
    EXPECT_EQ(run(command).out, "hello\n") << path;
  }
  // A file of that name that cannot be executed is passed over.
  std::ofstream(file("hello")) << "no program";
  command.environment = {"PATH=.:bin"};
  EXPECT_EQ(run(command).out, "hello\n");
  command.argv = {"bin/hello"};
  command.environment.clear();
  EXPECT_EQ(run(command).out, "hello\n");
  command.argv = {"./hello"};
  command.environment.clear();
  command.directory = file("bin");
  EXPECT_EQ(run(command).out, "hello\n");
}

TEST_F(Inheritance, WithoutAPathTheSystemsFoldersAreSearched) {
  core::Command command = in_shell("");
  command.argv = {"true"};
  command.environment.clear();
  EXPECT_TRUE(run(command).succeeded());
}

TEST_F(Inheritance, InputIsEmpty) {
  EXPECT_EQ(output_of("cat; readlink /proc/self/fd/0"), "/dev/null");
}

TEST_F(Inheritance, NoOtherDescriptors) {
  // Neither one that was open before the supervisor was forked nor a later one, marked or not.
  const int before = ::open("/dev/null", O_RDONLY);
  auto launcher = SupervisedLauncher::start();
  ASSERT_TRUE(launcher.has_value());
  const int after = ::open("/dev/null", O_RDONLY);
  core::Command command = in_shell("");
  command.argv = {"/bin/ls", "/proc/self/fd"};
  const auto finished = (*launcher)->run(command, m_cancellation);
  ASSERT_TRUE(finished.has_value());
  EXPECT_EQ(finished->out, "0\n1\n2\n3\n");  // 3 is the folder that ls itself reads
  ::close(before);
  ::close(after);
}

TEST_F(Inheritance, SignalsAreUntouched) {
  // An ignored SIGPIPE or a blocked signal would change how programs behave.
  sigset_t blocked;
  sigset_t former;
  ::sigemptyset(&blocked);
  ::sigaddset(&blocked, SIGUSR1);
  ::sigprocmask(SIG_BLOCK, &blocked, &former);
  const auto old_action = ::signal(SIGALRM, SIG_IGN);
  auto launcher = SupervisedLauncher::start();
  ::signal(SIGALRM, old_action);
  ::sigprocmask(SIG_SETMASK, &former, nullptr);
  ASSERT_TRUE(launcher.has_value());
  core::Command command = in_shell("");
  command.argv = {"/bin/grep", "-E", "^Sig(Blk|Ign):", "/proc/self/status"};
  const auto finished = (*launcher)->run(command, m_cancellation);
  ASSERT_TRUE(finished.has_value());
  EXPECT_EQ(finished->out, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

TEST_F(Inheritance, ASessionOfItsOwn) {
  // Fields 1, 5 and 6 of stat: pid, process group, session.
  EXPECT_EQ(output_of("set -- $(cat /proc/$$/stat); test $1 = $5 -a $1 = $6 && echo leader"),
            "leader");
}

}  // namespace
}  // namespace bisect::process
