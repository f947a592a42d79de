#include "tests/unit/engine/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace bisect::engine {
namespace {

using support::Conversation;
using support::Scene;
using ::testing::Contains;
using ::testing::HasSubstr;

TEST(LookForTest, Faster) {
  Scene scene = Scene::line(16, 6, -0.2);
  scene.question.look_for = core::LookFor::faster;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c6");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::faster);
  EXPECT_NEAR(talk.finding.commits[0].ratio->value, 0.8, 0.02);
  EXPECT_LE(talk.finding.commits[0].ratio->low, talk.finding.commits[0].ratio->high);
  EXPECT_NEAR(talk.finding.effect->ratio.value, 0.8, 0.02);
}

TEST(LookForTest, ChangedTakesEitherDirection) {
  for (const double step : {0.2, -0.2}) {
    Scene scene = Scene::line(16, 6, step);
    scene.question.look_for = core::LookFor::changed;
    const Conversation talk = scene.search();
    EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
    EXPECT_EQ(scene.named(talk), "c6");
    EXPECT_EQ(talk.finding.commits[0].kind,
              step > 0 ? core::ChangeKind::slower : core::ChangeKind::faster);
    EXPECT_NEAR(talk.finding.effect->ratio.value, 1 + step, 0.02);
    EXPECT_NEAR(talk.finding.commits[0].ratio->value, 1 + step, 0.02);
    for (const char* name : {"c8", "c16"}) {
      ASSERT_TRUE(scene.row(talk, name)->ratio) << name;
      EXPECT_NEAR(scene.row(talk, name)->ratio->value, 1 + step, 0.03) << name;
    }
  }
}

TEST(LookForTest, ChangedWithoutAChangeBoundsBothSides) {
  Scene scene = Scene::line(16, 99);
  scene.question.look_for = core::LookFor::changed;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_GT(talk.finding.effect->ratio.low, 0.98);
  EXPECT_LT(talk.finding.effect->ratio.high, 1.02);
}

TEST(LookForTest, LargerIsBetter) {
  Scene scene = Scene::line(16, 6, -0.2);  // a throughput that fell
  scene.question.metrics = {{core::MetricSource::lines, "", core::Better::larger}};
  Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c6");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::slower);
  EXPECT_NEAR(talk.finding.commits[0].ratio->value, 0.8, 0.02) << "of the metric itself";
  EXPECT_NEAR(talk.finding.effect->ratio.value, 0.8, 0.02);

  Scene rose = Scene::line(16, 6, 0.2);
  rose.question.metrics = {{core::MetricSource::lines, "", core::Better::larger}};
  talk = rose.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::improvement);
  EXPECT_THAT(talk.finding.reason, HasSubstr("+20 %"));

  Scene faster = Scene::line(16, 6, 0.2);
  faster.question.metrics = {{core::MetricSource::lines, "", core::Better::larger}};
  faster.question.look_for = core::LookFor::faster;
  talk = faster.search();
  EXPECT_EQ(faster.named(talk), "c6");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::faster);
  EXPECT_NEAR(talk.finding.commits[0].ratio->value, 1.2, 0.03);
}

Scene failing_from(int first, int last) {
  Scene scene = Scene::line(last, 99);
  scene.world.failures_are_data = true;
  for (int i = first; i <= last; ++i) scene.of("c" + std::to_string(i)).failure_rate = 1;
  scene.question.look_for = core::LookFor::failing;
  return scene;
}

TEST(LookForTest, Failing) {
  Scene scene = failing_from(6, 16);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c6");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::failing);
  EXPECT_FALSE(talk.finding.commits[0].ratio);
}

TEST(LookForTest, FailingByATimeOut) {
  Scene scene = failing_from(99, 16);
  for (int i = 6; i <= 16; ++i) scene.of("c" + std::to_string(i)).never_ends = true;
  EXPECT_EQ(scene.named(scene.search()), "c6");
}

TEST(LookForTest, Passing) {
  Scene scene = failing_from(99, 16);
  for (int i = 0; i <= 5; ++i) scene.of("c" + std::to_string(i)).failure_rate = 1;
  scene.question.look_for = core::LookFor::passing;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c6");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::passing);
  for (std::size_t i = 2; i < talk.requests.size(); ++i)
    EXPECT_GT(talk.requests[i].run_limit, core::Duration{}) << "calibrated on the end that passes";
}

TEST(LookForTest, AFlakyCommitGivesNoVerdict) {
  Scene scene = failing_from(6, 16);
  scene.of("c8").failure_rate = 0.5;
  scene.world = [&] {
    support::SimulatedWorld world(5);
    world.behaviour = scene.world.behaviour;
    world.failures_are_data = true;
    return world;
  }();
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "c6");
  ASSERT_EQ(talk.finding.untestable.size(), 1U);
  EXPECT_THAT(talk.finding.untestable[0].why.reason, HasSubstr("flaky"));
}

TEST(LookForTest, EndsThatFailAlikeAreNone) {
  const Conversation talk = failing_from(99, 16).search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_THAT(talk.finding.reason, HasSubstr("passes on both ends"));
}

TEST(LookForTest, AGoodEndThatFailsIsRefused) {
  Scene scene = failing_from(0, 16);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("good end"));
}

TEST(LookForTest, ABadEndThatFailsSometimesIsRefused) {
  Scene scene = failing_from(99, 16);
  scene.of("c16").failure_rate = 0.5;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("sometimes fails on the bad end"));
}

TEST(LookForTest, CommitsThatDoNotBuildDoNotFail) {
  Scene scene = failing_from(6, 16);
  scene.of("c5").untestable = core::Stage::build;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::candidates);
  EXPECT_EQ(scene.named(talk), "c5 c6");
}

TEST(SeveralStepsTest, BothAreNamedTheLargerFirst) {
  Scene scene = Scene::line(32, 99);
  scene.slow_from(7, 19, 1.10);
  scene.slow_from(20, 32, 1.25);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprits);
  EXPECT_EQ(scene.named(talk), "c20 c7");
  EXPECT_NEAR(talk.finding.commits[0].ratio->value, 1.25 / 1.10, 0.02);
  EXPECT_NEAR(talk.finding.commits[1].ratio->value, 1.10, 0.02);
}

TEST(SeveralStepsTest, AnImprovementBetweenIsOne) {
  Scene scene = Scene::line(10, 99);
  scene.slow_from(4, 6, 1.3);
  scene.slow_from(7, 9, 0.91);
  scene.slow_from(10, 10, 1.5);
  const Conversation talk = scene.search();
  ASSERT_FALSE(talk.finding.commits.empty());
  EXPECT_EQ(scene.history.name_of(talk.finding.commits[0].commit.id), "c10");
  for (const core::NamedCommit& named : talk.finding.commits) {
    const bool improvement = scene.history.name_of(named.commit.id) == "c7";
    EXPECT_EQ(named.kind, improvement ? core::ChangeKind::faster : core::ChangeKind::slower);
    ASSERT_TRUE(named.ratio);
    EXPECT_EQ(named.ratio->value < 1.0, improvement);
  }
}

TEST(SeveralStepsTest, AnImprovementAloneIsNoAnswerToWhatMadeItSlower) {
  Scene scene = Scene::line(16, 99);
  scene.slow_from(4, 10, 1.3);
  scene.slow_from(11, 16, 1.15);
  // The first build of c4 was a bad one; it is c5 that made it slower.
  scene.of("c4").fresh_level = 1.0;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprits);
  EXPECT_EQ(scene.named(talk), "c5 c11");
}

TEST(SeveralStepsTest, TwoStepsInOneMergedBranch) {
  Scene scene;
  scene.history.add_line("m", 2);
  scene.history.add("f1", {"m1"});
  for (int i = 2; i <= 8; ++i) scene.history.add("f" + std::to_string(i), {"f" + std::to_string(i - 1)});
  scene.history.add("M", {"m1", "f8"});
  scene.ask("m0", "M");
  scene.set_levels(1.12, {"f3", "f4", "f5"});
  scene.set_levels(1.25, {"f6", "f7", "f8", "M"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprits);
  EXPECT_THAT(scene.named(talk), ::testing::AnyOf("f3 f6", "f6 f3"));
}

TEST(SeveralStepsTest, ABranchThatBringsHalfOfTheDifferenceIsEntered) {
  Scene scene;
  scene.history.add_line("m", 2);
  scene.history.add("f1", {"m1"});
  scene.history.add("f2", {"f1"});
  scene.history.add("M", {"m1", "f2"});
  scene.history.add("n1", {"M"});
  scene.history.add("n2", {"n1"});
  scene.ask("m0", "n2");
  scene.set_levels(1.12, {"f2", "M", "n1"});
  scene.set_levels(1.25, {"n2"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprits);
  EXPECT_THAT(scene.named(talk), ::testing::AnyOf("f2 n2", "n2 f2"));
}

TEST(SeveralStepsTest, ManySmallStepsLeaveARange) {
  Scene scene = Scene::line(40, 99);
  scene.world.noise.pair_sd = 0.08;
  for (int i = 0; i <= 40; ++i) scene.of("c" + std::to_string(i)).level = 1 + 0.003 * i;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::undecided);
  EXPECT_GT(talk.finding.commits.size(), 2U);
  double sum = 0;
  for (const core::NamedCommit& named : talk.finding.commits) sum += named.probability;
  EXPECT_LE(sum, 1.0 + 1e-9);
  EXPECT_THAT(talk.finding.reason, HasSubstr("the change lies between"));
}

}  // namespace
}  // namespace bisect::engine
