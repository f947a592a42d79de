// The whole search in simulated worlds with fixed seeds.

#include "tests/unit/engine/simulated_search.hpp"

#include <gtest/gtest.h>

#include <string>

namespace bisect::engine {
namespace {

using support::search_often;
using support::SearchScene;
using support::Tally;

constexpr int k_searches = 200;

Tally recorded(const SearchScene& scene, int searches = k_searches) {
  const Tally tally = search_often(scene, searches, 1);
  ::testing::Test::RecordProperty("right", tally.right);
  ::testing::Test::RecordProperty("wrong", tally.wrong);
  ::testing::Test::RecordProperty("open", tally.open);
  ::testing::Test::RecordProperty("open_but_covered", tally.covered);
  ::testing::Test::RecordProperty("mean_trials", static_cast<int>(tally.trials));
  ::testing::Test::RecordProperty("mean_builds", std::to_string(tally.builds));
  return tally;
}

SearchScene scene_of(int commits, double step, double pair_sd) {
  SearchScene scene;
  scene.commits = commits;
  scene.step = step;
  scene.noise.pair_sd = pair_sd;
  return scene;
}

struct Case {
  int commits;
  double pair_sd;
};

class StepIsFoundTest : public ::testing::TestWithParam<Case> {};

TEST_P(StepIsFoundTest, FivePercentInNinetyFiveOfAHundred) {
  const Tally tally = recorded(scene_of(GetParam().commits, 0.05, GetParam().pair_sd));
  EXPECT_GE(tally.right, k_searches * 95 / 100);
  EXPECT_LE(tally.wrong, k_searches * 2 / 100);
}

INSTANTIATE_TEST_SUITE_P(Noise, StepIsFoundTest,
                         ::testing::Values(Case{64, 0.02}, Case{64, 0.08}, Case{1000, 0.02},
                                           Case{1000, 0.08}),
                         [](const auto& tested) {
                           return "Of" + std::to_string(tested.param.commits) + "AtSd" +
                                  std::to_string(static_cast<int>(100 * tested.param.pair_sd));
                         });

class NoStepTest : public ::testing::TestWithParam<double> {};

TEST_P(NoStepTest, IsNoneInNinetyFiveOfAHundred) {
  const Tally tally = recorded(scene_of(64, 0, GetParam()));
  EXPECT_GE(tally.right, k_searches * 95 / 100);
}

INSTANTIATE_TEST_SUITE_P(Noise, NoStepTest, ::testing::Values(0.02, 0.08, 0.3),
                         [](const auto& tested) {
                           return "AtSd" + std::to_string(static_cast<int>(100 * tested.param));
                         });

TEST(DriftingWorldTest, DriftAndSpikesCostPowerNotTruth) {
  SearchScene scene = scene_of(64, 0.10, 0.04);
  scene.noise.drift_sd = 0.3;
  scene.noise.drift_memory = 0.99;
  scene.noise.spike_rate = 0.05;
  const Tally tally = recorded(scene);
  EXPECT_GE(tally.right, k_searches * 95 / 100);
  EXPECT_LE(tally.wrong, k_searches * 2 / 100);
}

TEST(DriftingWorldTest, WithoutAStepItIsNone) {
  SearchScene scene = scene_of(64, 0, 0.04);
  scene.noise.drift_sd = 0.3;
  scene.noise.drift_memory = 0.99;
  scene.noise.mode_factor = 1.3;
  EXPECT_GE(recorded(scene).right, k_searches * 95 / 100);
}

TEST(WeakStepTest, TooSmallForTheNoiseIsLeftOpenNotGuessed) {
  SearchScene scene = scene_of(64, 0.03, 0.10);
  const Tally tally = recorded(scene, 30);
  EXPECT_LE(tally.wrong, 1);
  EXPECT_GT(tally.open, 0);
  EXPECT_GE(tally.covered, tally.open * 6 / 10) << "what is left holds the commit";
}

}  // namespace
}  // namespace bisect::engine
