#include "tests/integration_process/launcher_test.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

namespace bisect::process {
namespace {

using core::Ending;
using core::Finished;
using std::chrono::milliseconds;

using Tree = LauncherTest;

void expect_gone(const std::vector<pid_t>& pids) {
  EXPECT_FALSE(pids.empty());
  for (const pid_t pid : pids) EXPECT_FALSE(exists(pid)) << pid;
}

/// A shell line that leaves, beside its own sleep, a background process, one in a session of its
/// own and a daemon; all of them write their pids to `pids`.
constexpr const char* k_family =
    "echo $$ >> pids; sleep 100 & echo $! >> pids; "
    "setsid sh -c 'echo $$ >> pids; setsid sleep 100 & echo $! >> pids; wait' & "
    "$WORKLOAD daemonize pids; "
    "while [ $(wc -l < pids) -lt 5 ]; do sleep 0.01; done; ";

TEST_F(Tree, TheTimeLimitKillsSessionsAndDaemonsToo) {
  core::Command command = in_shell(std::string(k_family) + "sleep 100");
  // On a busy machine the family may need longer to come together.
  for (const int seconds : {1, 5, 25}) {
    std::filesystem::remove(file("pids"));
    command.time_limit = std::chrono::seconds(seconds);
    const Finished finished = run(command);
    EXPECT_EQ(finished.ending, Ending::timed_out);
    EXPECT_GE(finished.usage.wall, command.time_limit);
    const auto pids = pids_in(file("pids"));
    for (const pid_t pid : pids) EXPECT_FALSE(exists(pid)) << pid;
    if (pids.size() < 5) continue;
    EXPECT_GE(finished.survivors_killed, 4);
    return;
  }
  FAIL() << "the family never came together";
}

TEST_F(Tree, SurvivorsOfANormalExitAreKilledAndCounted) {
  const Finished finished = run(in_shell(std::string(k_family) + "exit 4"));
  EXPECT_EQ(finished.ending, Ending::exited);
  EXPECT_EQ(finished.code, 4);
  EXPECT_EQ(finished.survivors_killed, 4);
  expect_gone(pids_in(file("pids")));
}

TEST_F(Tree, ATidyProcessHasNoSurvivors) {
  EXPECT_EQ(run(in_shell("sleep 0.01 & sleep 0.02; wait")).survivors_killed, 0);
}

TEST_F(Tree, AStoppedProcessIsKilled) {
  core::Command command = in_shell("echo $$ > pids; kill -STOP $$");
  command.time_limit = milliseconds(1000);
  EXPECT_EQ(run(command).ending, Ending::timed_out);
  expect_gone(pids_in(file("pids")));
}

TEST_F(Tree, AProcessThatForksForEverIsCaught) {
  core::Command command = workload({"run-away"});
  command.time_limit = milliseconds(1000);
  const Finished finished = run(command);
  EXPECT_EQ(finished.ending, Ending::exited);  // the first of the line, at once
  EXPECT_GE(finished.survivors_killed, 1);
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stream(process.path() / "comm");
    std::string name;
    std::getline(stream, name);
    EXPECT_NE(name, "test-runaway") << process.path();
  }
}

TEST_F(Tree, OrphansThatEndAreReapedWhileTheProcessRuns) {
  // The supervisor is their parent: without reaping they would be zombies of it.
  const std::string zombies = output_of(
      "for i in 1 2 3 4 5; do (sleep 0.01 & ); done; sleep 0.5; "
      "cat /proc/[0-9]*/stat 2>/dev/null | grep -c \"(sleep) Z $PPID \" || true");
  EXPECT_EQ(zombies, "0");
}

TEST_F(Tree, CancellationFromAnotherThreadKillsTheTree) {
  Finished finished;
  std::thread runner([&] { finished = run(in_shell(std::string(k_family) + "sleep 100")); });
  const auto pids = await_pids(file("pids"), 5);
  m_cancellation.request();
  runner.join();
  EXPECT_EQ(finished.ending, Ending::cancelled);
  EXPECT_GT(finished.usage.wall, core::Duration::zero());
  expect_gone(pids);
}

/// Cancellation with a descriptor, as a signal handler has it.
class EventCancellation final : public core::Cancellation {
 public:
  ~EventCancellation() override { ::close(m_event); }
  void request() { EXPECT_EQ(::eventfd_write(m_event, 1), 0); }
  [[nodiscard]] bool requested() const override {
    return false;  // so that only the descriptor can tell
  }
  [[nodiscard]] int descriptor() const override { return m_event; }

 private:
  int m_event = ::eventfd(0, EFD_CLOEXEC);
};

TEST_F(Tree, CancellationByDescriptor) {
  EventCancellation cancellation;
  std::thread canceller([&] {
    (void)await_pids(file("pids"), 1);
    cancellation.request();
  });
  const auto finished = m_launcher->run(in_shell("echo $$ > pids; sleep 100"), cancellation);
  canceller.join();
  ASSERT_TRUE(finished.has_value());
  EXPECT_EQ(finished->ending, Ending::cancelled);
  expect_gone(pids_in(file("pids")));
}

TEST_F(Tree, ACancellationThatComesTooLateSparesTheNextRun) {
  for (int i = 0; i < 30; ++i) {
    AskedCancellation cancellation;
    std::thread canceller([&] {
      ::usleep(static_cast<useconds_t>(i) * 200);
      cancellation.request();
    });
    const auto finished = m_launcher->run(in_shell("exit 0"), cancellation);
    canceller.join();
    ASSERT_TRUE(finished.has_value());
    EXPECT_TRUE(run(in_shell("exit 0")).succeeded());
  }
}

TEST_F(Tree, RunsFromSeveralThreadsWaitForEachOther) {
  std::vector<std::thread> runners;
  for (int i = 0; i < 4; ++i) {
    runners.emplace_back([&, i] {
      const std::string alone = "mkdir alone || exit 99; sleep 0.05; rmdir alone; exit ";
      const Finished finished = run(in_shell(alone + std::to_string(i)));
      EXPECT_EQ(finished.code, i);
    });
  }
  for (std::thread& runner : runners) runner.join();
}

}  // namespace
}  // namespace bisect::process
