#include "runners/bench/trial_runner.hpp"
#include "runners/build/stage_runner.hpp"
#include "runners/process/system_clock.hpp"
#include "tests/integration_runners/real_processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace bisect {
namespace {

using core::Better;
using core::MetricSource;
using testing::ElementsAre;

class StageRun : public RealProcesses {
 protected:
  core::Result<build::StageResult> run(const std::string& text) {
    build::StageCommand stage;
    stage.stage = core::Stage::prepare;
    stage.text = text;
    stage.environment = {"PATH=/usr/bin:/bin"};
    stage.directory = m_tree;
    return build::run_stage(*m_launcher, stage, NeverCancelled());
  }
};

TEST_F(StageRun, succeeds_at_the_second_attempt) {
  const auto result = run("test -e once || { touch once; echo broken >&2; exit 7; }");
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->failure);
  EXPECT_EQ(result->attempts, 2);
}

TEST_F(StageRun, keeps_the_end_of_a_long_log) {
  const auto result = run("seq 1 200000; echo 'the reason' >&2; exit 2");
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->failure);
  EXPECT_EQ(result->failure->stage, core::Stage::prepare);
  EXPECT_EQ(result->failure->reason, "exit status 2 (attempt 2)");
  EXPECT_THAT(result->failure->log, testing::HasSubstr("attempt 1: exit status 2\n[...]\n"));
  EXPECT_THAT(result->failure->log, testing::EndsWith("\n199999\n200000\nthe reason\n"));
}

class TrialRun : public RealProcesses {
 protected:
  core::Trial run(const std::string& text) {
    auto trial = bench::run_trial(*m_launcher, process::SystemClock(),
                                  {command(text), m_metrics, m_tree, ""}, NeverCancelled());
    EXPECT_TRUE(trial) << trial.error().message;
    return std::move(*trial);
  }
  std::vector<core::Metric> m_metrics{{MetricSource::cpu, "", Better::smaller},
                                      {MetricSource::rss, "", Better::smaller},
                                      {MetricSource::lines, "", Better::smaller},
                                      {MetricSource::size, "out", Better::smaller}};
};

TEST_F(TrialRun, reads_all_metrics_of_one_execution) {
  const core::Trial trial = run("printf 'a\\t1.5\\tms\\n'; printf 12345 > out");
  EXPECT_EQ(trial.failure, "");
  ASSERT_EQ(trial.readings.size(), 4U);
  EXPECT_GT(trial.readings[0].values.at(0), 0);
  EXPECT_GT(trial.readings[1].values.at(0), 100000);
  EXPECT_THAT(trial.readings[2].values, ElementsAre(1.5e6));
  EXPECT_THAT(trial.readings[3].values, ElementsAre(5));
  EXPECT_GT(trial.usage.wall.count(), 0);
  EXPECT_NE(trial.started.time_since_epoch().count(), 0);
  EXPECT_EQ(trial.output, run("printf 'a\\t1.5\\tms\\n'").output);
  EXPECT_NE(trial.output, run("printf 'a\\t1.6\\tms\\n'").output);
}

TEST_F(TrialRun, takes_no_time_from_a_crash) {
  const core::Trial trial = run("printf 'a\\t1.5\\tms\\n'; echo dying >&2; kill -SEGV $$");
  EXPECT_EQ(trial.ending, core::Ending::signaled);
  EXPECT_TRUE(trial.readings.empty());
  EXPECT_EQ(trial.failure, "signal 11 (Segmentation fault): dying");
}

}  // namespace
}  // namespace bisect
