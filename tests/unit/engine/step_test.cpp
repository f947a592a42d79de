#include "harness/engine/step.hpp"

#include "tests/unit/engine/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::engine {
namespace {

using support::Behaviour;
using support::Conversation;
using support::Scene;
using ::testing::HasSubstr;

TEST(StepTest, GoodAndBadCommitsAreSorted) {
  Scene scene = Scene::line(16, 5);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c5");
  ASSERT_NE(scene.row(talk, "c8"), nullptr);
  EXPECT_EQ(scene.row(talk, "c8")->standing, core::Standing::bad);
  ASSERT_TRUE(scene.row(talk, "c8")->ratio);
  EXPECT_NEAR(scene.row(talk, "c8")->ratio->value, 1.2, 0.03);
  EXPECT_NEAR(*scene.row(talk, "c8")->mean, 1.2e8, 2e6);
  ASSERT_NE(scene.row(talk, "c4"), nullptr);
  EXPECT_EQ(scene.row(talk, "c4")->standing, core::Standing::good);
  EXPECT_NEAR(scene.row(talk, "c4")->ratio->value, 1, 0.03);
}

TEST(StepTest, NothingIsMeasuredAlone) {
  Scene scene = Scene::line(16, 5);
  int steps = 0;
  for (const core::RoundRequest& request : scene.search().requests) {
    if (request.purpose != core::Purpose::step) continue;
    ++steps;
    ASSERT_GE(request.arms.size(), 2U);
    EXPECT_NE(request.arms[0].candidate.commit, request.arms[1].candidate.commit);
    EXPECT_EQ(request.arms[0].generation, 0);
  }
  EXPECT_GT(steps, 2);
}

TEST(StepTest, TheSameProgramIsMeasuredOnce) {
  Scene scene = Scene::line(16, 5);
  for (int i = 6; i <= 15; ++i) scene.of("c" + std::to_string(i)).program = "twins";
  scene.of("c3").program = scene.of("c4").program = scene.of("c0").program = "first";
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "c5");
  EXPECT_FALSE(scene.asked(talk, core::Purpose::step, "c4")) << "runs what the good end runs";
  ASSERT_NE(scene.row(talk, "c4"), nullptr);
  EXPECT_EQ(scene.row(talk, "c4")->standing, core::Standing::good);
  EXPECT_THAT(scene.row(talk, "c4")->note, HasSubstr("same program as"));
  int twins = 0;
  for (const core::CommitId& id : talk.asked_for(core::Purpose::step)) {
    const std::string name = scene.history.name_of(id);
    twins += name == "c8" || name == "c6" || name == "c7" ? 1 : 0;
  }
  EXPECT_EQ(twins, 1);
}

TEST(StepTest, ACommitThatRunsItsParentsProgramIsNeverBlamed) {
  Scene scene = Scene::line(8, 5);
  scene.of("c4").program = scene.of("c3").program = "three";
  scene.of("c6").program = scene.of("c5").program = "five";
  EXPECT_EQ(scene.named(scene.search()), "c5");
}

TEST(StepTest, UnknownProgramsAreNotEqual) {
  Scene scene = Scene::line(8, 5);
  for (int i = 0; i <= 8; ++i) scene.of("c" + std::to_string(i)).program_unknown = true;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c5");
}

TEST(StepTest, UntestableCommitsLeaveASet) {
  Scene scene = Scene::line(9, 5);
  for (const char* name : {"c4", "c5", "c6"}) scene.of(name).untestable = core::Stage::build;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::candidates);
  EXPECT_EQ(scene.named(talk), "c4 c5 c6 c7");
  EXPECT_EQ(talk.finding.untestable.size(), 3U);
  EXPECT_THAT(talk.finding.reason, HasSubstr("3 of the 3 commits"));
  double sum = 0;
  for (const core::NamedCommit& named : talk.finding.commits) sum += named.probability;
  EXPECT_NEAR(sum, talk.finding.probability, 1e-12);
  EXPECT_GT(sum, 0.95);
}

TEST(StepTest, AFailingRunIsUntestableNotQuick) {
  Scene scene = Scene::line(12, 9);
  for (const char* name : {"c6", "c7", "c8"}) {
    scene.of(name).untestable = core::Stage::run;
    scene.of(name).level = 0.01;
  }
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::candidates);
  EXPECT_EQ(scene.named(talk), "c6 c7 c8 c9");
  for (const core::UntestableCommit& row : talk.finding.untestable) {
    EXPECT_EQ(row.why.stage, core::Stage::run);
    EXPECT_EQ(row.why.reason, "exit status 1");
  }
}

TEST(StepTest, RareFailuresDoNotStopTheSearch) {
  Scene scene = Scene::line(16, 5);
  for (int i = 0; i <= 16; ++i) scene.of("c" + std::to_string(i)).failure_rate = 0.01;
  scene.world.noise.pair_sd = 0.03;
  EXPECT_EQ(scene.named(scene.search()), "c5");
}

TEST(StepTest, OverTheLimitIsSlow) {
  Scene scene = Scene::line(16, 5, 0.2);
  for (int i = 5; i <= 15; ++i) scene.of("c" + std::to_string(i)).never_ends = true;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c5");
  EXPECT_EQ(scene.row(talk, "c8")->standing, core::Standing::bad);
  EXPECT_EQ(scene.row(talk, "c8")->over_limit, 1);
}

TEST(StepTest, OverTheLimitIsNotFaster) {
  Scene scene = Scene::line(16, 11, -0.3);
  scene.question.look_for = core::LookFor::faster;
  for (int i = 4; i <= 10; ++i) scene.of("c" + std::to_string(i)).never_ends = true;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c11");
  EXPECT_EQ(scene.row(talk, "c8")->standing, core::Standing::good);
}

TEST(StepTest, AReferenceThatBreaksOffMakesNoVerdictOfTheCommitBesideIt) {
  // Whatever runs beside c8 goes over its limit: nothing is learnt about c8.
  Scene scene = Scene::line(16, 5);
  scene.world.level = [&](const core::RoundRequest& round, const core::Arm& arm, double level) {
    const bool with_c8 = round.arms.back().candidate.commit == scene.history.at("c8").id;
    return with_c8 && arm.candidate.commit != scene.history.at("c8").id ? 1000 * level : level;
  };
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c5");
  ASSERT_EQ(talk.finding.untestable.size(), 1U);
  EXPECT_EQ(scene.history.name_of(talk.finding.untestable[0].commit.id), "c8");
  EXPECT_THAT(talk.finding.untestable[0].why.reason, HasSubstr("run beside it"));
}

TEST(StepTest, OpenAgainstGoodIsAskedAgainBesideBothEnds) {
  // A merge base in the middle between the ends.
  Scene scene;
  scene.history.add_line("m", 3);
  scene.history.add("r1", {"m0"});
  scene.ask("r1", "m2");
  scene.set_levels(1.10, {"m1", "m2"});
  scene.set_levels(1.05, {"m0"});
  scene.world.noise.pair_sd = 0.20;
  const Conversation talk = scene.search();
  bool both = false;
  for (const core::RoundRequest& request : talk.requests)
    if (request.arms.size() == 3 && request.arms[1].candidate.commit == scene.history.at("m0").id) {
      both = true;
      EXPECT_EQ(request.purpose, core::Purpose::step);
      EXPECT_EQ(request.arms[0].candidate.commit, scene.question.good.id);
      EXPECT_EQ(request.arms[2].candidate.commit, scene.question.bad.id);
    }
  EXPECT_TRUE(both);
}

TEST(StepTest, ClearlyBetweenIsSeenEarly) {
  Scene scene = Scene::line(2, 1, 0.21);
  scene.of("c1").level = 1.1;
  scene.world.noise.pair_sd = 0.02;
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.row(talk, "c1")->standing, core::Standing::between);
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprits);
  EXPECT_LT(scene.row(talk, "c1")->trials, 100);
}

}  // namespace
}  // namespace bisect::engine
