#include "runners/bench/trial_runner.hpp"

#include "core/digest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace bisect::bench {
namespace {

using core::Better;
using core::Ending;
using core::MetricSource;
using testing::ElementsAre;
using testing::IsEmpty;

/// Runs nothing: hands out one prepared ending.
class ScriptedLauncher final : public core::Launcher {
 public:
  explicit ScriptedLauncher(core::Finished finished) : m_finished(std::move(finished)) {}
  core::Result<core::Finished> run(const core::Command& command, const core::Cancellation&) override {
    m_command = command;
    return m_finished;
  }
  core::Command m_command;

 private:
  core::Finished m_finished;
};

class StoppedClock final : public core::Clock {
 public:
  [[nodiscard]] core::Duration monotonic() const override { return {}; }
  [[nodiscard]] std::chrono::sys_time<core::Duration> utc() const override {
    return std::chrono::sys_time<core::Duration>{core::Duration{1234}};
  }
};

class NeverCancelled final : public core::Cancellation {
 public:
  [[nodiscard]] bool requested() const override { return false; }
  [[nodiscard]] int descriptor() const override { return -1; }
};

class TrialRunner : public testing::Test {
 protected:
  core::Result<core::Trial> run(const core::Finished& finished) {
    ScriptedLauncher launcher(finished);
    return run_trial(launcher, StoppedClock(), {m_command, m_metrics, {}, m_pattern},
                     NeverCancelled());
  }

  std::vector<core::Metric> m_metrics{{MetricSource::wall, "", Better::smaller}};
  core::Command m_command;
  std::string m_pattern;
};

core::Finished ended(Ending ending, int code, std::string out = "", std::string err = "") {
  core::Finished finished;
  finished.ending = ending;
  finished.code = code;
  finished.usage.wall = core::Duration{100};
  finished.out = std::move(out);
  finished.err = std::move(err);
  return finished;
}

TEST_F(TrialRunner, fills_the_trial_from_a_run_that_succeeded) {
  m_command.scheduling = {1, core::SchedulingClass::fifo};
  core::Finished finished = ended(Ending::exited, 0, "sum 5\n");
  finished.policy = core::SchedulingClass::normal;
  const auto trial = run(finished);
  ASSERT_TRUE(trial);
  EXPECT_EQ(trial->failure, "");
  ASSERT_EQ(trial->readings.size(), 1U);
  EXPECT_THAT(trial->readings[0].values, ElementsAre(100));
  EXPECT_EQ(trial->usage.wall, core::Duration{100});
  EXPECT_EQ(trial->started.time_since_epoch(), core::Duration{1234});
  EXPECT_EQ(trial->scheduling.cpu, 1);
  EXPECT_EQ(trial->scheduling.policy, core::SchedulingClass::normal);  // what was really used
  EXPECT_EQ(trial->output, core::Hasher().add("sum 5\n").digest());
}

// sharkdp/hyperfine #827, airspeed-velocity/asv PR #231: a failing run is quick, and was counted.
TEST_F(TrialRunner, takes_no_reading_from_a_run_that_did_not_succeed) {
  const auto failed = run(ended(Ending::exited, 2, "t\t0\tns\n", "warming up\ncannot open data\n\n"));
  ASSERT_TRUE(failed);
  EXPECT_THAT(failed->readings, IsEmpty());
  EXPECT_EQ(failed->failure, "exit status 2: cannot open data");
  EXPECT_EQ(failed->code, 2);
  const auto crashed = run(ended(Ending::signaled, 11));
  ASSERT_TRUE(crashed);
  EXPECT_THAT(crashed->readings, IsEmpty());
  EXPECT_EQ(crashed->failure, "signal 11 (Segmentation fault)");
  const auto late = run(ended(Ending::timed_out, 0));
  ASSERT_TRUE(late);
  EXPECT_THAT(late->readings, IsEmpty());
  EXPECT_EQ(late->ending, Ending::timed_out);
  EXPECT_EQ(late->failure, "over its time limit");
}

TEST_F(TrialRunner, treats_the_failure_pattern_like_a_failure) {
  m_pattern = "^FAIL(ED)?";
  const auto out = run(ended(Ending::exited, 0, "ok\nFAILED test 3\n"));
  ASSERT_TRUE(out);
  EXPECT_THAT(out->readings, IsEmpty());
  EXPECT_EQ(out->failure, "the output says: FAILED test 3");
  const auto err = run(ended(Ending::exited, 0, "ok\n", "FAIL"));
  ASSERT_TRUE(err);
  EXPECT_EQ(err->failure, "the output says: FAIL");
  const auto fine = run(ended(Ending::exited, 0, "no FAILED\n"));
  ASSERT_TRUE(fine);
  EXPECT_EQ(fine->failure, "");
  m_pattern = "(";
  const auto unusable = run(ended(Ending::exited, 0));
  ASSERT_FALSE(unusable);
  EXPECT_EQ(unusable.error().kind, core::ErrorKind::usage);
}

TEST_F(TrialRunner, reads_the_exit_status_itself_from_any_status) {
  m_metrics = {{MetricSource::exit, "", Better::smaller}, {MetricSource::wall, "", Better::smaller}};
  const auto trial = run(ended(Ending::exited, 4));
  ASSERT_TRUE(trial);
  ASSERT_EQ(trial->readings.size(), 1U);
  EXPECT_THAT(trial->readings[0].values, ElementsAre(4));
  EXPECT_EQ(trial->failure, "");
  const auto missing = run(ended(Ending::exited, 127));
  ASSERT_TRUE(missing);
  EXPECT_THAT(missing->readings, IsEmpty());
  EXPECT_EQ(missing->failure, "command not found (exit status 127)");
}

TEST_F(TrialRunner, keeps_the_failure_when_the_exit_status_is_a_further_metric) {
  m_metrics = {{MetricSource::wall, "", Better::smaller}, {MetricSource::exit, "", Better::smaller}};
  const auto trial = run(ended(Ending::exited, 4));
  ASSERT_TRUE(trial);
  ASSERT_EQ(trial->readings.size(), 1U);
  EXPECT_EQ(trial->readings[0].metric, 1);
  EXPECT_EQ(trial->failure, "exit status 4");
}

TEST_F(TrialRunner, passes_on_why_the_output_could_not_be_read) {
  m_metrics = {{MetricSource::lines, "a", Better::smaller}};
  const auto trial = run(ended(Ending::exited, 0, "a\t-1\tns\n"));
  ASSERT_TRUE(trial);
  EXPECT_EQ(trial->failure, "a: its only value is dropped: negative");
  EXPECT_EQ(trial->dropped_values, 1);
}

TEST_F(TrialRunner, is_interrupted_by_cancellation) {
  const auto trial = run(ended(Ending::cancelled, 0));
  ASSERT_FALSE(trial);
  EXPECT_EQ(trial.error().kind, core::ErrorKind::interrupted);
}

}  // namespace
}  // namespace bisect::bench
