// What the search along a chain leaves behind, beside its answer.

#include "tests/unit/engine/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace bisect::engine {
namespace {

using support::Conversation;
using support::Scene;
using ::testing::HasSubstr;

TEST(ChainNarrowerTest, EndsThatAreMeasuredAgainStayTheEnds) {
  int again = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    // Hardly to be seen in all the pairs that the ends get: whether anything changed stays in doubt.
    Scene scene = Scene::line(8, 5, 0.03);
    scene.world = support::SimulatedWorld(seed);
    scene.slow_from(5, 8, 1.03);
    scene.world.noise.pair_sd = 0.15;
    const Conversation talk = scene.search();
    for (const core::RoundRequest& request : talk.requests) {
      if (request.purpose != core::Purpose::step) continue;
      const core::CommitId& target = request.arms.back().candidate.commit;
      again += target == scene.question.good.id || target == scene.question.bad.id ? 1 : 0;
    }
    for (const char* end : {"c0", "c8"}) {
      ASSERT_NE(scene.row(talk, end), nullptr);
      EXPECT_EQ(scene.row(talk, end)->purpose, core::Purpose::ends) << "seed " << seed;
    }
  }
  EXPECT_GT(again, 0) << "else nothing was tried here";
}

TEST(ChainNarrowerTest, FailuresAreCountedOverAllRoundsOfACommit) {
  // One failure in every round of c4: each alone would be forgiven.
  Scene scene = Scene::line(16, 5, 0.04);
  scene.world.noise.pair_sd = 0.04;
  const core::CommitId flaky = scene.history.at("c4").id;
  BisectStrategy strategy(scene.question);
  int rounds = 0;
  while (std::holds_alternative<core::RoundRequest>(strategy.next())) {
    const auto request = std::get<core::RoundRequest>(strategy.next());
    core::RoundOutcome outcome = scene.world.answer(request);
    const int own = static_cast<int>(request.arms.size()) - 1;
    if (request.purpose == core::Purpose::step && request.arms.back().candidate.commit == flaky) {
      ++rounds;
      const auto first = std::find_if(outcome.trials.begin(), outcome.trials.end(),
                                      [&](const core::Trial& trial) { return trial.arm == own; });
      ASSERT_NE(first, outcome.trials.end());
      first->readings.clear();
      first->failure = "exit status 1";
    }
    strategy.record(std::move(outcome));
  }
  const auto finding = std::get<core::Finding>(strategy.next());
  EXPECT_EQ(rounds, 2) << "the second failure is one too many";
  ASSERT_EQ(finding.untestable.size(), 1U);
  EXPECT_EQ(finding.untestable[0].commit.id, flaky);
  EXPECT_THAT(finding.untestable[0].why.reason, HasSubstr("exit status 1"));
  for (const core::MeasuredCommit& row : finding.measured) EXPECT_NE(row.commit.id, flaky);
  EXPECT_EQ(scene.history.names_of(finding.commits), "c4 c5");
}

TEST(ChainNarrowerTest, ADistanceToTheGoodEndIsThatOfSharedBlocks) {
  // The machine grows slower all the time, by far more than the change.
  Scene scene = Scene::line(16, 5, 0.1);
  scene.world.noise.drift_sd = 0.5;
  scene.world.noise.drift_memory = 0.995;
  const Conversation talk = scene.search();
  ASSERT_EQ(scene.named(talk), "c5");
  int rows = 0;
  for (int i = 1; i < 16; ++i) {
    const core::MeasuredCommit* row = scene.row(talk, "c" + std::to_string(i));
    if (row == nullptr || !row->ratio) continue;
    ++rows;
    EXPECT_NEAR(row->ratio->value, i < 5 ? 1.0 : 1.1, 0.06) << "c" << i;
    EXPECT_LT(row->ratio->low, row->ratio->value);
    EXPECT_GT(row->ratio->high, row->ratio->value);
  }
  EXPECT_GE(rows, 3);
}

TEST(ChainNarrowerTest, EqualProgramsAreNotMeasuredAndShareTheirSide) {
  Scene scene = Scene::line(16, 5, 0.1);
  for (int i = 0; i <= 16; ++i) scene.of("c" + std::to_string(i)).program = i < 5 ? "old" : "new";
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "c5");
  for (const core::RoundRequest& request : talk.requests)
    EXPECT_NE(request.purpose, core::Purpose::step) << "only the ends and the confirmation are measured";
  ASSERT_NE(scene.row(talk, "c5"), nullptr);
  EXPECT_EQ(scene.row(talk, "c5")->standing, core::Standing::bad);
  EXPECT_THAT(scene.row(talk, "c5")->note, HasSubstr("same program as"));
  EXPECT_EQ(scene.row(talk, "c4")->standing, core::Standing::good);
}

TEST(ChainNarrowerTest, MoreThanOneStepIsLeftToTheSearchThatPlacesThem) {
  Scene scene = Scene::line(16, 4, 0.1);
  scene.slow_from(12, 16, 1.21);
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprits);
  EXPECT_THAT(scene.named(talk), ::testing::AnyOf("c4 c12", "c12 c4"));
}

TEST(ChainNarrowerTest, ALineOnTheWaySaysOpenUntilItIsKnown) {
  Scene scene = Scene::line(16, 5, 0.04);
  scene.world.noise.pair_sd = 0.06;
  BisectStrategy strategy(scene.question);
  int open = 0;
  int known = 0;
  while (true) {
    for (const core::Decision& decision : strategy.take_decisions()) {
      if (decision.test.find("that the change is in it or before it") == std::string::npos) continue;
      const double percent = std::stod(decision.test);
      const bool doubtful = percent > 5.05 && percent < 94.95;
      const bool clear = percent < 4.95 || percent > 95.05;
      EXPECT_FALSE(doubtful && decision.verdict != "open") << decision.test;
      EXPECT_FALSE(clear && decision.verdict == "open") << decision.test;
      (doubtful ? open : known) += 1;
    }
    const Step step = strategy.next();
    if (std::holds_alternative<core::Finding>(step)) break;
    strategy.record(scene.world.answer(std::get<core::RoundRequest>(step)));
  }
  EXPECT_GT(open, 0);
  EXPECT_GT(known, 0);
}

}  // namespace
}  // namespace bisect::engine
