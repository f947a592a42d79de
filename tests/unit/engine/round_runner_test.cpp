#include "harness/engine/round_runner.hpp"

#include "harness/engine/random_order.hpp"
#include "tests/integration_store/tiny_file_system.hpp"
#include "tests/unit/engine/laboratory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace bisect::engine {
namespace {

using support::Laboratory;
using ::testing::HasSubstr;

core::RoundRequest round_of(const Laboratory& laboratory, const std::vector<std::string>& names,
                            int blocks) {
  core::RoundRequest request;
  request.purpose = core::Purpose::step;
  for (const std::string& name : names)
    request.arms.push_back({laboratory.question.candidate_of(laboratory.history.at(name)), 0});
  request.blocks = blocks;
  request.placement = core::Placement::pinned;
  request.run_limit = std::chrono::seconds(3);
  return request;
}

void prepare(Laboratory& laboratory) {
  laboratory.history.add_line("c", 4);
  laboratory.question = laboratory.history.question("c0", "c3");
}

TEST(RoundRunnerTest, EveryBlockRunsEachArmOnceInItsDrawnOrder) {
  Laboratory laboratory;
  prepare(laboratory);
  const auto outcome = laboratory.run_round(5, round_of(laboratory, {"c0", "c1", "c2"}, 20));
  ASSERT_TRUE(outcome);
  ASSERT_EQ(outcome->builds.size(), 3U);
  ASSERT_EQ(outcome->trials.size(), 60U);
  std::set<int> processors;
  for (std::size_t i = 0; i < outcome->trials.size(); ++i) {
    const core::Trial& trial = outcome->trials[i];
    const BlockDraw draw = draw_block(42, 5, static_cast<int>(i) / 3, 3);
    EXPECT_EQ(trial.block, static_cast<int>(i) / 3);
    EXPECT_EQ(trial.position, static_cast<int>(i) % 3);
    EXPECT_EQ(trial.arm, draw.order[i % 3]);
    EXPECT_EQ(trial.build, outcome->builds[static_cast<std::size_t>(trial.arm)].id);
    EXPECT_EQ(trial.scheduling.cpu, static_cast<int>(draw.processor % 2)) << "one processor a block";
    processors.insert(*trial.scheduling.cpu);
  }
  EXPECT_EQ(processors.size(), 2U);
}

TEST(RoundRunnerTest, EveryRunHappensInTheSamePlace) {
  Laboratory laboratory;
  prepare(laboratory);
  ASSERT_TRUE(laboratory.run_round(0, round_of(laboratory, {"c0", "c1"}, 4)));
  for (const core::Command& command : laboratory.commands()) {
    EXPECT_EQ(command.directory, laboratory.commands().front().directory);
    if (command.argv.back() == "./bench" && command.observation == core::Observation::none) {
      EXPECT_EQ(command.time_limit, std::chrono::seconds(3));
      EXPECT_EQ(command.environment, (std::vector<std::string>{"PATH=/usr/bin:/bin"}));
    }
  }
}

TEST(RoundRunnerTest, NothingIsPinnedWhenTheRoundIsFree) {
  Laboratory laboratory;
  prepare(laboratory);
  core::RoundRequest request = round_of(laboratory, {"c0", "c1"}, 2);
  request.placement = core::Placement::free;
  const auto outcome = laboratory.run_round(0, request);
  for (const core::Trial& trial : outcome->trials) EXPECT_FALSE(trial.scheduling.cpu);
  request.placement = core::Placement::pinned_fifo;
  ASSERT_TRUE(laboratory.run_round(1, request));
  for (const core::Command& command : laboratory.commands()) {
    if (command.argv.back() == "./bench" && command.observation == core::Observation::none) {
      EXPECT_EQ(command.scheduling.policy, core::SchedulingClass::fifo);
    }
  }
}

TEST(RoundRunnerTest, TrialsAreStoredBeforeAnyoneSeesThem) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.break_off_at = 4 + 7;  // two builds, two inspections, six trials and the one that dies
  laboratory.break_off = support::Break::killed;
  EXPECT_THROW((void)laboratory.run_round(0, round_of(laboratory, {"c0", "c1"}, 12)),
               support::Killed);
  EXPECT_EQ(laboratory.stored_trials(), 6);
  EXPECT_FALSE(laboratory.store.rounds.front().stored.closed);
}

TEST(RoundRunnerTest, AClosedRoundIsRememberedNotRun) {
  Laboratory laboratory;
  prepare(laboratory);
  const core::RoundRequest request = round_of(laboratory, {"c0", "c1"}, 6);
  const auto first = laboratory.run_round(0, request);
  const auto again = laboratory.run_round(0, request);
  ASSERT_TRUE(again);
  EXPECT_EQ(laboratory.launches, 0);
  ASSERT_EQ(again->trials.size(), first->trials.size());
  for (std::size_t i = 0; i < first->trials.size(); ++i) {
    EXPECT_EQ(again->trials[i].arm, first->trials[i].arm);
    EXPECT_EQ(again->trials[i].readings.at(0).values, first->trials[i].readings.at(0).values);
  }
  ASSERT_EQ(again->builds.size(), 2U);
  EXPECT_EQ(again->builds[1].program, first->builds[1].program);
  EXPECT_EQ(again->builds[1].id, first->builds[1].id);
}

TEST(RoundRunnerTest, AStoredRoundOfOtherCommitsIsAnError) {
  Laboratory laboratory;
  prepare(laboratory);
  ASSERT_TRUE(laboratory.run_round(0, round_of(laboratory, {"c0", "c1"}, 2)));
  for (const auto& other :
       {round_of(laboratory, {"c0", "c2"}, 2), round_of(laboratory, {"c0"}, 2),
        round_of(laboratory, {"c0", "c1"}, 3)}) {
    const auto outcome = laboratory.run_round(0, other);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, core::ErrorKind::internal);
  }
}

TEST(RoundRunnerTest, AnArmThatFailsTwiceInARowStopsTheRound) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.exit_status[laboratory.history.at("c1").id] = 3;
  const auto outcome = laboratory.run_round(0, round_of(laboratory, {"c0", "c1"}, 12));
  ASSERT_TRUE(outcome);
  EXPECT_LE(outcome->trials.size(), 4U);
  EXPECT_TRUE(laboratory.store.rounds.front().stored.closed);
  int failed = 0;
  for (const core::Trial& trial : outcome->trials)
    if (trial.arm == 1) {
      ++failed;
      EXPECT_THAT(trial.failure, HasSubstr("exit status 3"));
      EXPECT_TRUE(trial.readings.empty());
    }
  EXPECT_EQ(failed, 2);
  EXPECT_TRUE(outcome->builds[1].program.empty()) << "a run that failed did not show its program";

  laboratory.on_trouble = OnTrouble::go_on;
  const auto endings = laboratory.run_round(1, round_of(laboratory, {"c0", "c1"}, 12));
  EXPECT_EQ(endings->trials.size(), 24U);
}

TEST(RoundRunnerTest, AnArmThatDoesNotBuildIsNotRun) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.build_status[laboratory.history.at("c1").id] = 2;
  laboratory.limits.retries = 1;
  const auto outcome = laboratory.run_round(0, round_of(laboratory, {"c0", "c1"}, 12));
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->trials.empty());
  EXPECT_FALSE(outcome->builds[0].failure);
  ASSERT_TRUE(outcome->builds[1].failure);
  EXPECT_EQ(outcome->builds[1].failure->stage, core::Stage::build);
  EXPECT_EQ(outcome->builds[1].attempts, 2);
}

TEST(RoundRunnerTest, AProbeBuildsAndInspectsOnly) {
  Laboratory laboratory;
  prepare(laboratory);
  const auto outcome = laboratory.run_round(0, round_of(laboratory, {"c0", "c1"}, 0));
  ASSERT_TRUE(outcome);
  EXPECT_TRUE(outcome->trials.empty());
  EXPECT_FALSE(outcome->builds[0].program.empty());
  EXPECT_NE(outcome->builds[0].program, outcome->builds[1].program);
  EXPECT_EQ(laboratory.launches, 4);
}

TEST(RoundRunnerTest, GenerationsAreBuildsOfTheirOwn) {
  Laboratory laboratory;
  prepare(laboratory);
  core::RoundRequest request = round_of(laboratory, {"c0", "c0", "c0"}, 0);
  request.arms[1].generation = 1;
  request.arms[2].generation = 1;
  const auto outcome = laboratory.run_round(0, request);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(laboratory.trees.laid_out.size(), 2U);
  EXPECT_NE(outcome->builds[0].inputs, outcome->builds[1].inputs);
  EXPECT_EQ(outcome->builds[1].inputs, outcome->builds[2].inputs);
  EXPECT_EQ(outcome->builds[0].program, outcome->builds[1].program);
}

TEST(RoundRunnerTest, AnArtifactThatWasRemovedIsBuiltAgain) {
  Laboratory laboratory;
  prepare(laboratory);
  ASSERT_TRUE(laboratory.run_round(0, round_of(laboratory, {"c0", "c1"}, 2)));
  std::filesystem::remove_all(laboratory.work_dir);
  const auto outcome = laboratory.run_round(1, round_of(laboratory, {"c0", "c1"}, 2));
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->trials.size(), 4U);
  EXPECT_EQ(laboratory.trees.laid_out.size(), 4U);
}


TEST(RoundRunnerTest, TooLittleSpaceIsSaidBeforeAnythingIsBuilt) {
  Laboratory laboratory;
  prepare(laboratory);
  const support::TemporaryFolder folder;
  const integration_store::TinyFileSystem tiny(folder.path(), 16 << 20);
  if (!tiny.mounted()) GTEST_SKIP() << "no right to mount";
  laboratory.work_dir = folder.path() / "work";
  const auto outcome = laboratory.run_round(0, round_of(laboratory, {"c0", "c1"}, 2));
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(outcome.error().message, HasSubstr(laboratory.work_dir.string()));
  ASSERT_FALSE(outcome.error().hints.empty());
  EXPECT_THAT(outcome.error().hints[0], HasSubstr("--work-dir"));
  EXPECT_EQ(laboratory.launches, 0);
  EXPECT_TRUE(laboratory.trees.laid_out.empty());
}

}  // namespace
}  // namespace bisect::engine
