#include "tests/integration_process/launcher_test.hpp"

namespace bisect::process {
namespace {

using core::Finished;
using std::chrono::milliseconds;

using Usage = LauncherTest;

TEST_F(Usage, ASpinnersCpuTime) {
  const Finished finished = run(workload({"spin", "50"}));
  EXPECT_TRUE(finished.succeeded());
  EXPECT_GE(finished.usage.cpu(), milliseconds(50));
  // One thread: no more CPU than time; accounting counts in microseconds.
  EXPECT_LE(finished.usage.cpu(), finished.usage.wall + milliseconds(1));
  // Time is spent running, waiting for a processor, or (page faults from disk) asleep.
  EXPECT_LE(finished.usage.cpu() + finished.usage.run_delay, finished.usage.wall + milliseconds(1));
}

TEST_F(Usage, ASleeperUsesTimeButNoCpu) {
  const Finished finished = run(in_shell("exec sleep 0.3"));
  EXPECT_GE(finished.usage.wall, milliseconds(300));
  EXPECT_LT(finished.usage.cpu(), milliseconds(150));
  EXPECT_GE(finished.usage.voluntary_switches, 1);
}

TEST_F(Usage, DescendantsThatWereWaitedForCount) {
  const Finished finished = run(in_shell("$WORKLOAD spin 50; $WORKLOAD spin 50"));
  EXPECT_GE(finished.usage.cpu(), milliseconds(100));
}

TEST_F(Usage, PeakMemoryIsInBytes) {
  const Finished finished = run(workload({"allocate", "64"}));
  EXPECT_GE(finished.usage.peak_rss_bytes, std::int64_t{64} << 20);
  EXPECT_LT(finished.usage.peak_rss_bytes, std::int64_t{128} << 20);
  EXPECT_GE(finished.usage.minor_faults, 64 << 8 >> 9);  // at least one per huge page
}

TEST_F(Usage, SomebodyElsesOutputIsNotAProcesssMemory) {
  if (memory_is_inflated()) GTEST_SKIP() << "the supervisor itself is too large here";
  core::Command true_command = workload({});
  true_command.argv = {"/bin/true"};
  const std::int64_t before = run(true_command).usage.peak_rss_bytes;
  EXPECT_EQ(run(workload({"chatter", "16384"})).out.size(), std::size_t{16} << 20);
  EXPECT_LT(run(true_command).usage.peak_rss_bytes, before + (std::int64_t{1} << 20));
}

TEST_F(Usage, ThreadsAreCountedAcrossProcesses) {
  core::Command command = in_shell("$WORKLOAD threads 5 1000 & $WORKLOAD threads 3 1000 & wait");
  command.observation = core::Observation::threads;
  // Two times main plus its threads; the shell waits.
  EXPECT_EQ(run(command).peak_threads, (1 + 5) + (1 + 3));
}

TEST_F(Usage, TimesAreFilledAtTheTimeLimit) {
  core::Command command = workload({"spin", "100000"});
  command.time_limit = milliseconds(300);
  const Finished finished = run(command);
  EXPECT_EQ(finished.ending, core::Ending::timed_out);
  EXPECT_GE(finished.usage.wall, command.time_limit);
  EXPECT_GT(finished.usage.cpu(), milliseconds(1));
  EXPECT_EQ(finished.survivors_killed, 0);
}

}  // namespace
}  // namespace bisect::process
