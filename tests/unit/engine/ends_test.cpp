#include "harness/engine/ends.hpp"

#include "tests/unit/engine/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace bisect::engine {
namespace {

using support::Conversation;
using support::Scene;
using ::testing::HasSubstr;

TEST(EndsTest, DifferAndTheEffectIsMeasured) {
  Scene scene = Scene::line(8, 5, 0.2);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  ASSERT_TRUE(talk.finding.effect);
  const core::Effect& effect = *talk.finding.effect;
  EXPECT_EQ(effect.metric, "cpu");
  EXPECT_EQ(effect.unit, "ns");
  EXPECT_NEAR(effect.ratio.value, 1.2, 0.02);
  EXPECT_LE(effect.ratio.low, effect.ratio.value);
  EXPECT_GE(effect.ratio.high, effect.ratio.value);
  EXPECT_NEAR(effect.good, 1e8, 1e6);
  EXPECT_NEAR(effect.bad, 1.2e8, 1e6);
  EXPECT_LT(effect.p_value, 0.05);
}

TEST(EndsTest, EqualEndsEndInNoneWithTheLargestChangeThatMayHide) {
  Scene scene = Scene::line(8, 99);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_THAT(talk.finding.reason, HasSubstr("no change larger than"));
  ASSERT_TRUE(talk.finding.effect);
  EXPECT_LT(talk.finding.effect->ratio.high, 1.02);
  EXPECT_FALSE(scene.asked(talk, core::Purpose::step, "c4"));
}

TEST(EndsTest, AnImprovementIsNotBlamed) {
  Scene scene = Scene::line(8, 5, -0.2);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::improvement);
  EXPECT_TRUE(talk.finding.commits.empty());
  EXPECT_THAT(talk.finding.reason, HasSubstr("--look-for faster"));
  EXPECT_THAT(talk.finding.reason, HasSubstr("-20 %"));
}

TEST(EndsTest, ASlowdownIsNoImprovementWhenFasterIsLookedFor) {
  Scene scene = Scene::line(8, 5, 0.2);
  scene.question.look_for = core::LookFor::faster;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_THAT(talk.finding.reason, HasSubstr("--look-for slower"));
  EXPECT_THAT(talk.finding.reason, HasSubstr("+20 %"));
}

TEST(EndsTest, AChangeBelowTheSmallestThatCounts) {
  Scene scene = Scene::line(8, 5, 0.02);
  scene.question.min_effect = 0.05;
  scene.world.noise.pair_sd = 0.005;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_LT(scene.world.trials, 100) << "what is clear is not measured on";
}

TEST(EndsTest, NoiseTooLargeForTheEffectSaysHowLargeItMayBe) {
  Scene scene = Scene::line(8, 5, 0.02);
  scene.world.noise.pair_sd = 1;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_GT(talk.finding.effect->ratio.high, 1.1);
}

TEST(EndsTest, StartsInTwoModesAreRemarked) {
  for (const double apart : {0.3, 0.01}) {
    Scene scene = Scene::line(8, 99);
    scene.question.min_effect = 0.1;
    scene.world.noise.pair_sd = 0.0005;
    int start = 0;
    scene.world.level = [&](const core::RoundRequest&, const core::Arm&, double level) {
      constexpr const char* k_modes = "FFSSFSFSSFSFFSFFSFSSFSSFSFFSFSSSF";
      return k_modes[start++ % 33] == 'S' ? level * (1 + apart) : level;
    };
    const Conversation talk = scene.search();
    EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
    std::string warnings;
    for (const std::string& warning : talk.finding.warnings) warnings += warning + "\n";
    if (apart > 0.1) {
      EXPECT_THAT(warnings, HasSubstr("starts of the good end fall into two modes, 30 % apart"));
      EXPECT_THAT(warnings, HasSubstr("bad end"));
    } else {
      EXPECT_EQ(warnings, "") << "closer together than what counts";
    }
  }
}

TEST(EndsTest, ConstantEqualNumbersAreNoChange) {
  Scene scene = Scene::line(8, 99);
  scene.world.noise.pair_sd = 0;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_EQ(talk.finding.effect->ratio.value, 1);
}

TEST(EndsTest, ConstantDifferentNumbersAreAChange) {
  Scene scene = Scene::line(8, 3, 0.05);
  scene.world.noise.pair_sd = 0;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c3");
  EXPECT_LE(scene.world.trials, 5 + 5 * 24);
}

TEST(EndsTest, OnlyZerosIsNothingMeasured) {
  Scene scene = Scene::line(8, 5);
  scene.world.workload.value = 0;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_THAT(talk.finding.reason, HasSubstr("only zeros"));
}

TEST(EndsTest, ZerosOnOneSideAreRefused) {
  Scene scene = Scene::line(8, 5);
  for (int i = 5; i <= 8; ++i) scene.of("c" + std::to_string(i)).level = 0;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("bad end"));
  EXPECT_THAT(talk.finding.reason, HasSubstr("implausible"));
}

TEST(EndsTest, TheSameProgramIsNotMeasured) {
  Scene scene = Scene::line(8, 99);
  scene.of("c0").program = scene.of("c8").program = "one";
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::none);
  EXPECT_THAT(talk.finding.reason, HasSubstr("same program"));
  EXPECT_EQ(scene.world.trials, 5) << "calibration only";
}

TEST(EndsTest, SizesAreMeasuredThoughTheProgramIsTheSame) {
  Scene scene = Scene::line(8, 5);
  for (int i = 0; i <= 8; ++i) scene.of("c" + std::to_string(i)).program = "one";
  scene.question.metrics = {{core::MetricSource::size, "docs", core::Better::smaller}};
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c5");
}

TEST(EndsTest, AGoodEndThatFailsIsRefused) {
  Scene scene = Scene::line(8, 5);
  scene.of("c0").untestable = core::Stage::run;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("good end: exit status 1"));
  ASSERT_EQ(talk.finding.untestable.size(), 1U);
  EXPECT_EQ(talk.finding.untestable[0].why.stage, core::Stage::run);
}

TEST(EndsTest, ABadEndThatFailsIsRefused) {
  Scene scene = Scene::line(8, 5);
  scene.of("c8").untestable = core::Stage::run;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("bad end: exit status 1"));
}

TEST(EndsTest, AnEndThatDoesNotBuildNamesTheNearestThatDoes) {
  for (const auto& [end, nearest] : {std::pair{"c0", "c4"}, std::pair{"c8", "c7"}}) {
    Scene scene = Scene::line(8, 5);
    scene.of(end).untestable = core::Stage::build;
    scene.of("c1").untestable = scene.of("c2").untestable = core::Stage::build;
    const Conversation talk = scene.search();
    EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
    EXPECT_THAT(talk.finding.reason, HasSubstr("does not build"));
    EXPECT_THAT(talk.finding.reason, HasSubstr(scene.history.at(nearest).id.text()));
    ASSERT_EQ(talk.finding.untestable.size(), 1U);
    EXPECT_EQ(talk.finding.untestable[0].why.log, "the end of a log");
  }
}

TEST(EndsTest, AnEndThatCannotBeCheckedOutSaysSo) {
  Scene scene = Scene::line(3, 2);
  for (const char* name : {"c0", "c1", "c2"}) scene.of(name).untestable = core::Stage::submodule;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("cannot be checked out"));
  EXPECT_THAT(talk.finding.reason, HasSubstr("no commit that builds"));
}

TEST(EndsTest, ABadEndWithoutEndCountsAsSlow) {
  Scene scene = Scene::line(16, 5);
  for (int i = 5; i <= 16; ++i) scene.of("c" + std::to_string(i)).never_ends = true;
  scene.question.run_limit = std::chrono::seconds(2);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c5");
  int cut_off = 0;
  for (const auto& outcome : talk.outcomes)
    for (const auto& trial : outcome.trials) cut_off += trial.ending == core::Ending::timed_out ? 1 : 0;
  EXPECT_LE(cut_off, 5) << "one cut-off run is enough for each commit";
  EXPECT_THAT(talk.finding.warnings, ::testing::Contains(HasSubstr("time limit")));
}

TEST(EndsTest, EveryRunHasItsLimitEvenTheFirst) {
  Scene scene = Scene::line(8, 5);
  scene.question.run_limit = std::chrono::seconds(2);
  for (const core::RoundRequest& request : scene.search().requests)
    EXPECT_EQ(request.run_limit, std::chrono::seconds(2)) << to_text(request.purpose);

  Scene calibrated = Scene::line(8, 5);
  const Conversation talk = calibrated.search();
  EXPECT_EQ(talk.requests[0].purpose, core::Purpose::probe);
  EXPECT_EQ(talk.requests[1].purpose, core::Purpose::calibrate);
  EXPECT_GT(talk.requests[1].run_limit, core::Duration{});
  for (std::size_t i = 2; i < talk.requests.size(); ++i)
    EXPECT_EQ(talk.requests[i].run_limit, std::chrono::seconds(5)) << "the floor of the calibrated limit";
}

TEST(EndsTest, AGoodEndThatNeverEndsIsRefused) {
  Scene scene = Scene::line(8, 5);
  scene.of("c0").never_ends = true;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("over its time limit"));
}

TEST(EndsTest, TwoModesAreNoChange) {
  Scene scene = Scene::line(8, 99);
  scene.world.noise.mode_factor = 1.3;
  EXPECT_EQ(scene.search().finding.verdict, core::Verdict::none);
}

TEST(EndsTest, ASteadyWarmUpIsNoChange) {
  // Each start is 1 % slower than the last: random order within pairs cancels it.
  Scene scene = Scene::line(8, 99);
  scene.question.min_effect = 0.05;
  scene.world.noise.pair_sd = 0.001;
  double warmth = 1;
  scene.world.level = [&warmth](const core::RoundRequest&, const core::Arm&, double level) {
    return level * (warmth *= 1.01);
  };
  EXPECT_EQ(scene.search().finding.verdict, core::Verdict::none);
}

}  // namespace
}  // namespace bisect::engine
