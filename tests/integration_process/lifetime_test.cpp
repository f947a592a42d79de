#include "tests/integration_process/launcher_test.hpp"

#include "runners/process/process_tree.hpp"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace bisect::process {
namespace {

using core::Ending;

constexpr const char* k_survivors =
    "echo $$ >> pids; setsid sleep 100 & echo $! >> pids; $WORKLOAD daemonize pids; sleep 100";

using Lifetime = LauncherTest;

TEST_F(Lifetime, NothingOutlivesALauncherThatIsKilled) {
  // The launcher's process, in place of bisect itself.
  const pid_t bisect = ::fork();
  if (bisect == 0) {
    auto launcher = SupervisedLauncher::start();
    if (launcher) (void)(*launcher)->run(in_shell(k_survivors), m_cancellation).has_value();
    ::_exit(0);
  }
  std::vector<pid_t> pids = await_pids(file("pids"), 3);
  const std::vector<pid_t> supervisors = ProcessTree().children(bisect);
  ASSERT_EQ(supervisors.size(), 1u);
  pids.push_back(supervisors.front());
  ::kill(bisect, SIGKILL);
  ::waitpid(bisect, nullptr, 0);
  for (const pid_t pid : pids) EXPECT_TRUE(vanishes(pid)) << pid;
}

TEST_F(Lifetime, ADeadSupervisorIsAnErrorThatSaysSo) {
  const pid_t supervisor = supervisor_pid();
  ASSERT_GT(supervisor, 0);
  ::kill(supervisor, SIGKILL);
  for (int i = 0; i < 2; ++i) {
    const auto finished = m_launcher->run(in_shell("true"), m_cancellation);
    ASSERT_FALSE(finished.has_value());
    EXPECT_EQ(finished.error().kind, core::ErrorKind::environment);
    EXPECT_EQ(finished.error().message, "the process supervisor (pid " +
                                            std::to_string(supervisor) +
                                            ") was killed by signal 9 (Killed)");
  }
  EXPECT_FALSE(exists(supervisor));
}

TEST_F(Lifetime, ASupervisorThatDiesDuringARunIsAnError) {
  const pid_t supervisor = supervisor_pid();
  ASSERT_GT(supervisor, 0);
  std::thread killer([&] {
    const auto pids = await_pids(file("pids"), 1);
    ::kill(supervisor, SIGKILL);
    for (const pid_t pid : pids) ::kill(pid, SIGKILL);
  });
  const auto finished =
      m_launcher->run(in_shell("echo $$ >> pids; exec sleep 100"), m_cancellation);
  killer.join();
  ASSERT_FALSE(finished.has_value());
  EXPECT_THAT(finished.error().message, testing::HasSubstr("killed by signal 9"));
}

TEST_F(Lifetime, TheSupervisorLeavesTheEndToTheLauncher) {
  const pid_t supervisor = supervisor_pid();
  ASSERT_GT(supervisor, 0);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) ::kill(supervisor, number);
  EXPECT_TRUE(run(in_shell("true")).succeeded());
  EXPECT_EQ(::getsid(supervisor), supervisor);
}

TEST_F(Lifetime, TheSupervisorEndsWithTheLauncher) {
  const pid_t supervisor = supervisor_pid();
  ASSERT_GT(supervisor, 0);
  m_launcher.reset();
  EXPECT_FALSE(exists(supervisor));
}

TEST_F(Lifetime, ManyRunsLeaveNothingBehind) {
  const pid_t supervisor = supervisor_pid();
  ASSERT_GT(supervisor, 0);
  const std::string supervisor_files = "/proc/" + std::to_string(supervisor) + "/fd";
  const auto round = [&] {
    EXPECT_TRUE(run(in_shell("true")).succeeded());
    core::Command missing = in_shell("");
    missing.argv = {"no-such-program"};
    run(missing);
  };
  round();
  const std::size_t ours = count_entries("/proc/self/fd");
  const std::size_t theirs = count_entries(supervisor_files);
  for (int i = 0; i < 200; ++i) round();
  EXPECT_EQ(count_entries("/proc/self/fd"), ours);
  EXPECT_EQ(count_entries(supervisor_files), theirs);
  if (!under_valgrind()) {
    EXPECT_EQ(theirs, 5u);  // the standard three, the socket and the child events
  }
  EXPECT_TRUE(ProcessTree().children(supervisor).empty());
}

}  // namespace
}  // namespace bisect::process
