#include "harness/engine/replay.hpp"
#include "tests/unit/engine/scene.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace bisect::engine {
namespace {

using support::Conversation;
using support::Scene;

bool equal(const core::RoundRequest& a, const core::RoundRequest& b) {
  return a.purpose == b.purpose && a.arms == b.arms && a.blocks == b.blocks &&
         a.placement == b.placement && a.run_limit == b.run_limit;
}

Scene noisy_scene() {
  Scene scene = Scene::line(64, 41, 0.05);
  scene.world.noise.pair_sd = 0.08;
  for (const char* name : {"c30", "c31", "c32", "c33"}) scene.of(name).untestable = core::Stage::build;
  return scene;
}

TEST(ReplayTest, TheSameAnswersLeadToTheSameQuestions) {
  Scene scene = noisy_scene();
  const Conversation first = scene.search();
  BisectStrategy strategy(scene.question);
  std::vector<core::Decision> decisions = strategy.take_decisions();
  for (std::size_t i = 0; i < first.requests.size(); ++i) {
    const Step step = strategy.next();
    ASSERT_TRUE(std::holds_alternative<core::RoundRequest>(step)) << i;
    ASSERT_TRUE(equal(std::get<core::RoundRequest>(step), first.requests[i])) << i;
    strategy.record(first.outcomes[i]);
    for (core::Decision& decision : strategy.take_decisions()) decisions.push_back(std::move(decision));
  }
  const Step step = strategy.next();
  ASSERT_TRUE(std::holds_alternative<core::Finding>(step));
  const auto& finding = std::get<core::Finding>(step);
  EXPECT_EQ(finding.verdict, first.finding.verdict);
  EXPECT_EQ(finding.probability, first.finding.probability);
  EXPECT_EQ(finding.commits.size(), first.finding.commits.size());
  EXPECT_EQ(finding.reason, first.finding.reason);
  ASSERT_EQ(decisions.size(), first.decisions.size());
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    EXPECT_EQ(decisions[i].subject, first.decisions[i].subject);
    EXPECT_EQ(decisions[i].verdict, first.decisions[i].verdict);
    EXPECT_EQ(decisions[i].statistic, first.decisions[i].statistic);
  }
}

TEST(ReplayTest, NextStaysTheSameUntilItIsAnswered) {
  Scene scene = noisy_scene();
  BisectStrategy strategy(scene.question);
  const Step one = strategy.next();
  const Step two = strategy.next();
  EXPECT_TRUE(equal(std::get<core::RoundRequest>(one), std::get<core::RoundRequest>(two)));
  (void)strategy.outlook();
  (void)strategy.best_so_far("stopped");
  EXPECT_TRUE(equal(std::get<core::RoundRequest>(one),
                    std::get<core::RoundRequest>(strategy.next())));
}

TEST(ReplayTest, TheFindingCanBeAskedForAgain) {
  Scene scene = Scene::line(8, 5);
  BisectStrategy strategy(scene.question);
  const Conversation talk = support::converse(strategy, scene.world);
  const Step again = strategy.next();
  EXPECT_EQ(std::get<core::Finding>(again).commits.at(0).commit.id,
            talk.finding.commits.at(0).commit.id);
}

TEST(ReplayTest, AStrategyMayBeLeftAtAnyQuestion) {
  const std::size_t questions = noisy_scene().search().requests.size();
  for (std::size_t stop = 0; stop < questions; stop += 3) {
    Scene scene = noisy_scene();
    auto strategy = std::make_unique<BisectStrategy>(scene.question);
    for (std::size_t i = 0; i < stop; ++i)
      strategy->record(scene.world.answer(std::get<core::RoundRequest>(strategy->next())));
    EXPECT_TRUE(std::holds_alternative<core::RoundRequest>(strategy->next()));
    strategy.reset();
  }
}

TEST(ReplayTest, TheBestSoFarNarrowsAndHoldsTheCulprit) {
  Scene scene = Scene::line(64, 41, 0.2);
  BisectStrategy strategy(scene.question);
  EXPECT_TRUE(strategy.best_so_far("stopped").commits.empty()) << "the ends are not even compared";
  std::size_t last = 64;
  for (int round = 0;; ++round) {
    const Step step = strategy.next();
    if (std::holds_alternative<core::Finding>(step)) break;
    const core::Finding best = strategy.best_so_far("stopped here");
    EXPECT_EQ(best.verdict, core::Verdict::undecided);
    EXPECT_EQ(best.reason, "stopped here");
    EXPECT_EQ(best.probability, 0);
    if (!best.commits.empty()) {
      EXPECT_LE(best.commits.size(), last);
      last = best.commits.size();
      bool holds = false;
      double sum = 0;
      for (const core::NamedCommit& named : best.commits) {
        holds = holds || named.commit.id == scene.history.at("c41").id;
        sum += named.probability;
      }
      EXPECT_TRUE(holds);
      EXPECT_LT(sum, 1) << "the ends and the last two commits may have been misjudged";
      EXPECT_GT(sum, 0.9);
    }
    strategy.record(scene.world.answer(std::get<core::RoundRequest>(step)));
  }
  EXPECT_EQ(last, 1U);
}

TEST(ReplayTest, TheOutlookCountsDown) {
  Scene scene = Scene::line(64, 41, 0.2);
  BisectStrategy strategy(scene.question);
  int steps_left = 99;
  while (true) {
    const Step step = strategy.next();
    if (std::holds_alternative<core::Finding>(step)) break;
    const Outlook outlook = strategy.outlook();
    EXPECT_FALSE(outlook.activity.empty());
    if (outlook.candidates_left > 0) {
      EXPECT_LE(outlook.steps_left, steps_left);
      steps_left = outlook.steps_left;
    }
    strategy.record(scene.world.answer(std::get<core::RoundRequest>(step)));
  }
  EXPECT_EQ(steps_left, 0);
}

std::vector<store::RecordedRound> recorded(const Conversation& talk) {
  std::vector<store::RecordedRound> rounds;
  for (std::size_t i = 0; i < talk.requests.size(); ++i)
    rounds.push_back({talk.requests[i], talk.outcomes[i], true});
  return rounds;
}

TEST(ReplayTest, StoredRoundsGiveTheFindingAgain) {
  Scene scene = noisy_scene();
  const Conversation talk = scene.search();
  BisectStrategy strategy(scene.question);
  const auto finding = replay(strategy, recorded(talk), "not used");
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, talk.finding.verdict);
  EXPECT_EQ(finding->probability, talk.finding.probability);
  EXPECT_EQ(finding->reason, talk.finding.reason);
  ASSERT_EQ(finding->measured.size(), talk.finding.measured.size());
  for (std::size_t i = 0; i < finding->measured.size(); ++i)
    EXPECT_EQ(finding->measured[i].mean, talk.finding.measured[i].mean);
}

TEST(ReplayTest, ASessionThatStoppedIsToldAsFarAsItGoes) {
  Scene scene = noisy_scene();
  std::vector<store::RecordedRound> rounds = recorded(scene.search());
  rounds.resize(rounds.size() / 2);
  BisectStrategy ended(scene.question);
  const auto at_limit = replay(ended, rounds, "the budget is used up");
  ASSERT_TRUE(at_limit);
  EXPECT_EQ(at_limit->verdict, core::Verdict::undecided);
  EXPECT_EQ(at_limit->reason, "the budget is used up");
  rounds.back().closed = false;
  rounds.back().outcome.trials.pop_back();
  BisectStrategy interrupted(scene.question);
  const auto midway = replay(interrupted, rounds, "not finished");
  ASSERT_TRUE(midway);
  EXPECT_EQ(midway->reason, "not finished");
}

TEST(ReplayTest, RoundsOfAnotherQuestionAreAnError) {
  Scene scene = noisy_scene();
  std::vector<store::RecordedRound> rounds = recorded(scene.search());
  rounds[rounds.size() / 2].request.arms.back().candidate.commit = core::CommitId("elsewhere");
  BisectStrategy strategy(scene.question);
  const auto finding = replay(strategy, rounds, "");
  ASSERT_FALSE(finding);
  EXPECT_EQ(finding.error().kind, core::ErrorKind::environment);
  EXPECT_FALSE(finding.error().hints.empty());
}

}  // namespace
}  // namespace bisect::engine
