#include "harness/engine/calibration.hpp"

#include "tests/unit/engine/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::engine {
namespace {

using support::Scene;
using support::SimulatedWorld;
using ::testing::HasSubstr;

struct Tried {
  Calibrated calibrated;
  Setup setup;
};

/// Calibrates on the good end of a scene.
Tried calibrate_in(Scene& scene) {
  Investigation investigation(scene.question);
  Inquiry<Calibrated> inquiry = calibrate(investigation, scene.question.candidate_of(scene.question.good));
  inquiry.start();
  EXPECT_TRUE(investigation.dialogue.pending());
  EXPECT_EQ(investigation.dialogue.pending()->purpose, core::Purpose::calibrate);
  investigation.dialogue.answer(scene.world.answer(*investigation.dialogue.pending()));
  EXPECT_TRUE(inquiry.done());
  return {inquiry.result(), investigation.setup};
}

Scene automatic_scene() {
  Scene scene = Scene::line(4, 99);
  scene.question.metrics = {{core::MetricSource::cpu, "", core::Better::smaller},
                            {core::MetricSource::wall, "", core::Better::smaller}};
  scene.question.automatic_metric = true;
  scene.world.workload.metrics = 2;
  return scene;
}

TEST(CalibrationTest, ABusySingleThreadIsJudgedByCpuTimeAndPinned) {
  Scene scene = automatic_scene();
  const Tried tried = calibrate_in(scene);
  EXPECT_FALSE(tried.calibrated.failure);
  EXPECT_EQ(tried.setup.measure.index, 0);
  EXPECT_EQ(tried.setup.measure.metric.source, core::MetricSource::cpu);
  EXPECT_EQ(tried.setup.measure.name, "cpu");
  EXPECT_EQ(tried.setup.measure.unit, "ns");
  EXPECT_EQ(tried.setup.placement, core::Placement::pinned);
}

TEST(CalibrationTest, RealTimeClassWhereItIsAllowed) {
  Scene scene = automatic_scene();
  scene.question.fifo_allowed = true;
  EXPECT_EQ(calibrate_in(scene).setup.placement, core::Placement::pinned_fifo);
}

TEST(CalibrationTest, AWaitingProgramIsJudgedByWallTime) {
  Scene scene = automatic_scene();
  scene.question.fifo_allowed = true;
  scene.world.workload.idle_share = 0.3;
  const Tried tried = calibrate_in(scene);
  EXPECT_EQ(tried.setup.measure.index, 1);
  EXPECT_EQ(tried.setup.measure.metric.source, core::MetricSource::wall);
  EXPECT_EQ(tried.setup.placement, core::Placement::pinned) << "not in real-time class";
}

TEST(CalibrationTest, OneUndisturbedTrialShowsThatAProgramIsCpuBound) {
  Scene scene = automatic_scene();
  Investigation investigation(scene.question);
  Inquiry<Calibrated> inquiry = calibrate(investigation, scene.question.candidate_of(scene.question.good));
  inquiry.start();
  core::RoundOutcome outcome = scene.world.answer(*investigation.dialogue.pending());
  for (std::size_t i = 1; i < outcome.trials.size(); ++i) outcome.trials[i].usage.wall *= 3;
  investigation.dialogue.answer(std::move(outcome));
  EXPECT_EQ(investigation.setup.measure.metric.source, core::MetricSource::cpu);
}

TEST(CalibrationTest, AParallelProgramIsJudgedByWallTimeAndLeftAlone) {
  Scene scene = automatic_scene();
  scene.question.fifo_allowed = true;
  scene.world.workload.parallel = 1.8;
  scene.world.workload.threads = 4;
  const Tried tried = calibrate_in(scene);
  EXPECT_EQ(tried.setup.measure.index, 1);
  EXPECT_EQ(tried.setup.placement, core::Placement::free);
}

TEST(CalibrationTest, ManyThreadsAreNotPinnedThoughTheyHardlyRun) {
  Scene scene = automatic_scene();
  scene.world.workload.threads = 4;
  EXPECT_EQ(calibrate_in(scene).setup.placement, core::Placement::free);
}

TEST(CalibrationTest, TheUsersMetricIsKept) {
  Scene scene = automatic_scene();
  scene.question.automatic_metric = false;
  scene.world.workload.idle_share = 0.3;
  EXPECT_EQ(calibrate_in(scene).setup.measure.index, 0);
}

TEST(CalibrationTest, StartAndEndOfAShortRunAreNotIdling) {
  Scene scene = automatic_scene();
  scene.world.workload.wall = std::chrono::milliseconds(10);
  scene.world.workload.idle_share = 0.25;  // 2.5 ms
  EXPECT_EQ(calibrate_in(scene).setup.measure.index, 0);
}

TEST(CalibrationTest, DirectionsOfAllCombinations) {
  using core::Better;
  using core::LookFor;
  const auto direction = [](Better better, LookFor look_for) {
    Scene scene = Scene::line(4, 99);
    scene.question.metrics = {{core::MetricSource::lines, "", better}};
    scene.question.look_for = look_for;
    return calibrate_in(scene).setup.measure.direction;
  };
  EXPECT_EQ(direction(Better::smaller, LookFor::slower), 1);
  EXPECT_EQ(direction(Better::smaller, LookFor::faster), -1);
  EXPECT_EQ(direction(Better::larger, LookFor::slower), -1);
  EXPECT_EQ(direction(Better::larger, LookFor::faster), 1);
}

TEST(CalibrationTest, TheLimitIsTenTimesTheMedianButNotTooShort) {
  Scene scene = Scene::line(4, 99);
  scene.world.noise.pair_sd = 0;
  EXPECT_EQ(calibrate_in(scene).setup.run_limit, std::chrono::seconds(5));
  scene.world.workload.wall = std::chrono::seconds(2);
  EXPECT_EQ(calibrate_in(scene).setup.run_limit, std::chrono::seconds(20));
  scene.question.run_limit = std::chrono::seconds(3);
  EXPECT_EQ(calibrate_in(scene).setup.run_limit, std::chrono::seconds(3));
}

TEST(CalibrationTest, SeveralBenchmarksAreNamedNotMixed) {
  Scene scene = Scene::line(4, 99);
  scene.question.metrics = {{core::MetricSource::gbench, "", core::Better::smaller}};
  scene.world.workload.names = {"BM_sort/64", "BM_hash"};
  const support::Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("BM_hash, BM_sort/64"));
  EXPECT_THAT(talk.finding.reason, HasSubstr("--metric gbench:BM_hash"));
}

TEST(CalibrationTest, OneFailureOfFiveIsForgivenTwoAreNot) {
  Scene scene = Scene::line(4, 99);
  Investigation investigation(scene.question);
  for (const int failures : {1, 2}) {
    Inquiry<Calibrated> inquiry = calibrate(investigation, scene.question.candidate_of(scene.question.good));
    inquiry.start();
    core::RoundOutcome outcome = scene.world.answer(*investigation.dialogue.pending());
    for (int i = 0; i < failures; ++i) outcome.trials[static_cast<std::size_t>(2 * i)].failure = "hiccup";
    investigation.dialogue.answer(std::move(outcome));
    EXPECT_EQ(inquiry.result().failure.has_value(), failures == 2);
    if (failures == 2) {
      EXPECT_EQ(inquiry.result().failure->reason, "hiccup");
    }
  }
}

TEST(CalibrationTest, ABrokenBuildIsPassedOn) {
  Scene scene = Scene::line(4, 99);
  scene.of("c0").untestable = core::Stage::prepare;
  const Tried tried = calibrate_in(scene);
  ASSERT_TRUE(tried.calibrated.failure);
  EXPECT_EQ(tried.calibrated.failure->stage, core::Stage::prepare);
}

}  // namespace
}  // namespace bisect::engine
