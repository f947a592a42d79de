#include "harness/engine/confirmation.hpp"

#include "tests/unit/engine/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace bisect::engine {
namespace {

using support::Conversation;
using support::Scene;
using ::testing::Contains;
using ::testing::HasSubstr;

TEST(ConfirmationTest, IsMadeWithFreshBuildsOfBoth) {
  Scene scene = Scene::line(8, 5);
  const Conversation talk = scene.search();
  const auto& last = talk.requests.back();
  EXPECT_EQ(last.purpose, core::Purpose::confirm);
  ASSERT_EQ(last.arms.size(), 2U);
  EXPECT_EQ(scene.history.name_of(last.arms[0].candidate.commit), "c4");
  EXPECT_EQ(scene.history.name_of(last.arms[1].candidate.commit), "c5");
  EXPECT_GT(last.arms[0].generation, 0);
  EXPECT_GT(last.arms[1].generation, 0);
}

TEST(ConfirmationTest, EndsAreBuiltAfreshAsWell) {
  Scene scene = Scene::line(1, 1);
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "c1");
  EXPECT_EQ(talk.requests.back().purpose, core::Purpose::confirm);
  for (const core::Arm& arm : talk.requests.back().arms) EXPECT_GT(arm.generation, 0);
}

TEST(ConfirmationTest, TheRatioQuotedIsItsOwn) {
  // While it was searched the culprit looked more than twice as slow as it is.
  Scene scene = Scene::line(8, 5, 0.2);
  scene.world.level = [&](const core::RoundRequest& round, const core::Arm& arm, double level) {
    const bool culprit = arm.candidate.commit == scene.history.at("c5").id;
    return culprit && round.purpose == core::Purpose::step ? 1.5 : level;
  };
  const Conversation talk = scene.search();
  ASSERT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_TRUE(talk.finding.warnings.empty()) << "confirmed at once";
  ASSERT_TRUE(talk.finding.commits[0].ratio);
  EXPECT_NEAR(talk.finding.commits[0].ratio->value, 1.2, 0.02);
  EXPECT_GT(talk.finding.commits[0].probability, 0.95);
  EXPECT_GT(talk.finding.probability, 0.95);
  int fresh = 0;
  for (const core::MeasuredCommit& row : talk.finding.measured) fresh += row.note == "fresh build" ? 1 : 0;
  EXPECT_EQ(fresh, 2);
}

TEST(ConfirmationTest, AnErrorOfTheSearchIsRepaired) {
  // c9 had a bad day in the first search: c9 looks slow, its parents good.
  Scene scene = Scene::line(16, 13, 0.2);
  std::set<core::CommitId> unlucky{scene.history.at("c9").id, scene.history.at("c10").id,
                                   scene.history.at("c12").id};
  scene.world.level = [&](const core::RoundRequest& round, const core::Arm& arm, double level) {
    const bool first = round.purpose == core::Purpose::step && arm.generation == 0;
    return first && unlucky.contains(arm.candidate.commit) ? 1.2 : level;
  };
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c13");
  EXPECT_THAT(talk.finding.warnings, Contains(HasSubstr("did not keep its effect")));
}

TEST(ConfirmationTest, TheSecondSearchBuildsEverythingButTheEndsAfresh) {
  Scene scene = Scene::line(16, 13, 0.2);
  scene.of("c9").level = 1.2;
  scene.of("c9").fresh_level = 1.0;
  for (const char* name : {"c10", "c11", "c12"}) {
    scene.of(name).level = 1.2;
    scene.of(name).fresh_level = 1.0;
  }
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "c13");
  std::set<int> confirmations;
  int newest = 0;
  for (const core::RoundRequest& request : talk.requests)
    for (const core::Arm& arm : request.arms) {
      const bool end = arm.candidate.commit == scene.question.good.id ||
                       arm.candidate.commit == scene.question.bad.id;
      if (request.purpose == core::Purpose::confirm) {
        confirmations.insert(arm.generation);
        EXPECT_GT(arm.generation, newest) << "nothing of that generation was measured before";
      } else if (end) {
        EXPECT_EQ(arm.generation, 0);
      } else {
        newest = std::max(newest, arm.generation);
      }
    }
  EXPECT_EQ(confirmations, (std::set<int>{1, 3}));
}

TEST(ConfirmationTest, TwiceNotConfirmedIsUndecided) {
  Scene scene = Scene::line(8, 5, 0.2);
  scene.world.level = [&](const core::RoundRequest& round, const core::Arm&, double level) {
    return round.purpose == core::Purpose::confirm ? 1.0 : level;
  };
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::undecided);
  EXPECT_EQ(talk.finding.probability, 0);
  EXPECT_THAT(talk.finding.reason, HasSubstr("second search"));
  for (const core::NamedCommit& named : talk.finding.commits) EXPECT_EQ(named.probability, 0);
}

TEST(ConfirmationTest, FreshBuildsThatFailAreAWarning) {
  Scene scene = Scene::line(8, 5);
  scene.of("c4").fresh_builds_fail = true;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c5");
  EXPECT_FALSE(talk.finding.commits[0].ratio);
  EXPECT_LT(talk.finding.probability, 1);
  EXPECT_GT(talk.finding.probability, 0.9);
  EXPECT_THAT(talk.finding.warnings, Contains(HasSubstr("not possible")));
}

TEST(ConfirmationTest, ACulpritWithoutEndIsConfirmedByOneRun) {
  Scene scene = Scene::line(8, 5);
  for (int i = 5; i <= 8; ++i) scene.of("c" + std::to_string(i)).never_ends = true;
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "c5");
  EXPECT_LE(talk.outcomes.back().trials.size(), 2U);
}

TEST(ConfirmationTest, APartOfTheDifferenceIsSaidToBeAPart) {
  // The search took c5 for the whole change; measured again it is 60 % of it.
  Scene scene = Scene::line(16, 5, 0.30);
  scene.world.level = [&](const core::RoundRequest& round, const core::Arm& arm, double level) {
    const bool culprit = arm.candidate.commit == scene.history.at("c5").id;
    return culprit && round.purpose == core::Purpose::confirm ? 1.17 : level;
  };
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "c5");
  EXPECT_THAT(talk.finding.warnings, Contains(HasSubstr("% of the difference between the ends; the rest")));
}

}  // namespace
}  // namespace bisect::engine
