#include "harness/engine/block_effects.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace bisect::engine {
namespace {

core::Trial trial(int block, int arm, double value) {
  core::Trial made;
  made.block = block;
  made.arm = arm;
  core::Reading reading;
  reading.name = "time";
  reading.values = {value};
  made.readings.push_back(std::move(reading));
  return made;
}

Measure measure_named(double direction = 1) {
  Measure measure;
  measure.name = "time";
  measure.direction = direction;
  return measure;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double variance(const std::vector<double>& values) {
  double squares = 0;
  for (const double value : values) squares += (value - mean(values)) * (value - mean(values));
  return squares / static_cast<double>(values.size() - 1);
}

/// Blocks of so many arms; what all share varies ten times as much as what is an arm's own.
std::vector<core::Trial> blocks_of(int arms, int blocks) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::vector<core::Trial> trials;
  for (int block = 0; block < blocks; ++block) {
    const double shared = 0.1 * normal(random);
    for (int arm = 0; arm < arms; ++arm)
      trials.push_back(trial(block, arm, std::exp(shared + 0.05 * arm + 0.01 * normal(random))));
  }
  return trials;
}

TEST(BlockEffects, WhatABlockSharesIsTakenOut) {
  for (const int arms : {2, 3}) {
    const auto values = without_block_effects(blocks_of(arms, 2000), static_cast<std::size_t>(arms), measure_named());
    ASSERT_EQ(values.size(), static_cast<std::size_t>(arms));
    for (const auto& arm : values) {
      EXPECT_EQ(arm.size(), 2000U);
      EXPECT_NEAR(std::sqrt(variance(arm)), 0.01, 0.001) << arms << " arms: an arm's own noise stays";
    }
    EXPECT_NEAR(mean(values[1]) - mean(values[0]), 0.05, 0.002);
  }
}

TEST(BlockEffects, ASingleArmStaysAsItIs) {
  const std::vector<core::Trial> trials{trial(0, 0, 1), trial(1, 0, std::exp(1.0))};
  const auto values = without_block_effects(trials, 1, measure_named());
  EXPECT_DOUBLE_EQ(values[0][0], 0.0);
  EXPECT_DOUBLE_EQ(values[0][1], 1.0);
}

TEST(BlockEffects, IncompleteBlocksDoNotCountAndTheDirectionTurns) {
  const std::vector<core::Trial> trials{trial(0, 0, 2), trial(0, 1, 4), trial(1, 0, 99)};
  const auto values = without_block_effects(trials, 2, measure_named(-1));
  ASSERT_EQ(values[0].size(), 1U);
  EXPECT_NEAR(values[0][0] - values[1][0], std::log(2.0), 1e-12);
}

}  // namespace
}  // namespace bisect::engine
