#include "tests/integration_process/launcher_test.hpp"

#include <algorithm>

namespace bisect::process {
namespace {

using core::Ending;
using core::Finished;

using Output = LauncherTest;

TEST_F(Output, MegabytesOnBothStreamsArriveWhole) {
  const Finished finished = run(workload({"chatter", "3072"}));
  EXPECT_TRUE(finished.succeeded());
  EXPECT_EQ(finished.out.size(), std::size_t{3} << 20);
  EXPECT_EQ(finished.err.size(), std::size_t{3} << 20);
  EXPECT_EQ(std::ranges::count(finished.out, 'o'), std::ptrdiff_t{3} << 20);
  EXPECT_EQ(std::ranges::count(finished.err, 'e'), std::ptrdiff_t{3} << 20);
  EXPECT_EQ(finished.out_dropped, 0);
  EXPECT_EQ(finished.err_dropped, 0);
}

TEST_F(Output, HeadAndTailAreKeptAndTheRestIsCounted) {
  core::Command command = in_shell("seq 100000; seq 100000 >&2");
  command.output_limit = 20;
  const Finished finished = run(command);
  EXPECT_EQ(finished.out, "1\n2\n3\n4\n5\n99\n100000\n");
  EXPECT_EQ(finished.err, finished.out);
  EXPECT_EQ(finished.out_dropped, 588'895 - 20);
  EXPECT_EQ(finished.err_dropped, 588'895 - 20);
}

TEST_F(Output, LastWordsBeforeACrashAreKept) {
  const Finished finished = run(in_shell("echo last words; echo why >&2; kill -SEGV $$"));
  EXPECT_EQ(finished.ending, Ending::signaled);
  EXPECT_EQ(finished.out, "last words\n");
  EXPECT_EQ(finished.err, "why\n");
}

TEST_F(Output, WhatWasWrittenBeforeTheTimeLimitIsKept) {
  core::Command command = in_shell("echo started; sleep 100");
  command.time_limit = std::chrono::milliseconds(1500);
  const Finished finished = run(command);
  EXPECT_EQ(finished.ending, Ending::timed_out);
  EXPECT_EQ(finished.out, "started\n");
}

TEST_F(Output, AnEndlessWriterIsBoundedAndStopped) {
  core::Command command = workload({"write-for-ever"});
  command.time_limit = std::chrono::milliseconds(1000);
  command.output_limit = 1000;
  const Finished finished = run(command);
  EXPECT_EQ(finished.ending, Ending::timed_out);
  EXPECT_EQ(finished.out.size(), 1000u);
  EXPECT_GT(finished.out_dropped, 0);
}

TEST_F(Output, AGrandchildThatKeepsThePipeOpenHoldsNobody) {
  const Finished finished = run(in_shell("echo done; (echo late; sleep 100) & exit 0"));
  EXPECT_TRUE(finished.succeeded());
  EXPECT_TRUE(finished.out.starts_with("done\n") || finished.out.starts_with("late\n"));
  EXPECT_GE(finished.survivors_killed, 1);
}

TEST_F(Output, AClosedStreamIsNoEnd) {
  const Finished finished = run(in_shell("exec >&- 2>&-; sleep 0.2; exit 5"));
  EXPECT_EQ(finished.ending, Ending::exited);
  EXPECT_EQ(finished.code, 5);
}

}  // namespace
}  // namespace bisect::process
