#include "harness/engine/measure.hpp"

#include "harness/engine/comparison.hpp"
#include "harness/engine/look.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bisect::engine {
namespace {

core::Trial trial(int block, int arm, double value) {
  core::Trial trial;
  trial.block = block;
  trial.arm = arm;
  trial.readings.push_back({0, "cpu", "ns", {value}});
  return trial;
}

core::Trial failed(int block, int arm) {
  core::Trial trial;
  trial.block = block;
  trial.arm = arm;
  trial.failure = "exit status 3";
  trial.readings.push_back({0, "cpu", "ns", {1}});  // a number that must not count
  return trial;
}

core::Trial timed_out(int block, int arm) {
  core::Trial trial = failed(block, arm);
  trial.ending = core::Ending::timed_out;
  trial.failure = "over its time limit";
  return trial;
}

Measure cpu() {
  Measure measure;
  measure.name = "cpu";
  measure.unit = "ns";
  return measure;
}

TEST(MeasureTest, ReadsTheDecidingSeriesOnly) {
  core::Trial two = trial(0, 0, 5);
  two.readings.push_back({0, "other", "ns", {7}});
  two.readings.push_back({1, "cpu", "ns", {9}});
  Measure measure = cpu();
  EXPECT_EQ(value_of(two, measure), 5);
  measure.index = 1;
  EXPECT_EQ(value_of(two, measure), 9);
  measure.name = "absent";
  EXPECT_FALSE(value_of(two, measure));
}

TEST(MeasureTest, ARunsRepetitionsCountAsOneNumber) {
  core::Trial many = trial(0, 0, 1);
  many.readings.front().values = {9, 1, 2};
  EXPECT_EQ(value_of(many, cpu()), 2);
  many.readings.front().values.clear();
  EXPECT_FALSE(value_of(many, cpu()));
}

TEST(MeasureTest, NoNumberOfARunThatFailedOrWasCutOff) {
  EXPECT_FALSE(value_of(failed(0, 0), cpu()));
  EXPECT_FALSE(value_of(timed_out(0, 0), cpu()));
}

TEST(MeasureTest, PairsAreFormedWithinBlocks) {
  const std::vector<core::Trial> trials{trial(0, 1, 20), trial(0, 0, 10), trial(1, 0, 100),
                                        failed(1, 1),    trial(2, 0, 8),  trial(2, 1, 8),
                                        trial(3, 1, 5)};
  const std::vector<double> differences = pair_differences(trials, cpu(), 0, 1);
  ASSERT_EQ(differences.size(), 2U);
  EXPECT_DOUBLE_EQ(differences[0], std::log(2.0));
  EXPECT_DOUBLE_EQ(differences[1], 0);
  EXPECT_DOUBLE_EQ(pair_differences(trials, cpu(), 1, 0)[0], -std::log(2.0));
}

TEST(MeasureTest, DifferencesPointInTheDirectionLookedFor) {
  Measure measure = cpu();
  measure.direction = -1;
  const std::vector<core::Trial> trials{trial(0, 0, 10), trial(0, 1, 5)};
  EXPECT_DOUBLE_EQ(pair_differences(trials, measure, 0, 1)[0], std::log(2.0));
}

TEST(MeasureTest, MidpointIsHalfTheEffectFromEitherEnd) {
  const auto distance = [](double middle) {
    const std::vector<core::Trial> trials{trial(0, 0, 10), trial(0, 1, middle), trial(0, 2, 20)};
    return midpoint_differences(trials, cpu())[0];
  };
  EXPECT_DOUBLE_EQ(distance(10), -std::log(2.0) / 2);
  EXPECT_DOUBLE_EQ(distance(20), std::log(2.0) / 2);
  EXPECT_NEAR(distance(std::sqrt(200.0)), 0, 1e-12);
  const std::vector<core::Trial> incomplete{trial(0, 0, 10), trial(0, 1, 20), failed(0, 2)};
  EXPECT_TRUE(midpoint_differences(incomplete, cpu()).empty());
}

TEST(MeasureTest, TroubleIsCountedByKind) {
  const std::vector<core::Trial> trials{trial(0, 1, 10), failed(1, 1),   timed_out(2, 1),
                                        trial(3, 1, 0),  trial(4, 1, -1), trial(0, 0, 10)};
  const Trouble trouble = trouble_of_arm(trials, cpu(), 1);
  EXPECT_EQ(trouble.trials, 5);
  EXPECT_EQ(trouble.failed, 1);
  EXPECT_EQ(trouble.over_limit, 1);
  EXPECT_EQ(trouble.zeros, 2);
  EXPECT_EQ(trouble.first_failure, "exit status 3");
}

Collected collected_of(std::vector<core::Trial> trials) {
  Collected collected;
  collected.trials = std::move(trials);
  collected.builds.resize(2);
  return collected;
}

TEST(ComparisonTest, OneFailureIsForgivenTwoOfFewAreNot) {
  std::vector<core::Trial> trials{trial(0, 1, 10), failed(1, 1)};
  EXPECT_FALSE(unusable(collected_of(trials), cpu(), 1));
  trials.push_back(failed(2, 1));
  const auto why = unusable(collected_of(trials), cpu(), 1);
  ASSERT_TRUE(why);
  EXPECT_EQ(why->stage, core::Stage::run);
  EXPECT_EQ(why->reason, "exit status 3");
  EXPECT_FALSE(unusable(collected_of(trials), cpu(), 0));
  for (int block = 3; block < 40; ++block) trials.push_back(trial(block, 1, 10));
  EXPECT_FALSE(unusable(collected_of(trials), cpu(), 1)) << "2 of 40 are 5 %";
}

TEST(ComparisonTest, ABrokenBuildAndAZeroAreUnusable) {
  Collected collected = collected_of({trial(0, 1, 0)});
  EXPECT_TRUE(unusable(collected, cpu(), 1));
  collected = collected_of({trial(0, 1, 1)});
  collected.builds[1].failure = core::NotTestable{core::Stage::patch, "does not apply", ""};
  ASSERT_TRUE(unusable(collected, cpu(), 1));
  EXPECT_EQ(unusable(collected, cpu(), 1)->stage, core::Stage::patch);
}

TEST(ComparisonTest, OverTheLimitIsSlowNotUnusable) {
  const Collected collected = collected_of({timed_out(0, 1), timed_out(1, 1), timed_out(2, 1)});
  EXPECT_TRUE(over_limit(collected, 1));
  EXPECT_FALSE(over_limit(collected, 0));
  EXPECT_FALSE(unusable(collected, cpu(), 1));
}

TEST(ComparisonTest, BlocksAreNumberedThroughAllRounds) {
  Collected collected;
  core::RoundOutcome outcome;
  outcome.trials = {trial(0, 0, 1), trial(0, 1, 1)};
  collected.append(outcome, 0);
  collected.append(outcome, 12);
  EXPECT_EQ(collected.trials[3].block, 12);
  EXPECT_EQ(pair_differences(collected.trials, cpu(), 0, 1).size(), 2U);
}

TEST(ComparisonTest, RatiosAreThoseOfTheMetricWhateverTheDirection) {
  Look look;
  look.estimate = std::log(1.25);
  look.low = std::log(1.2);
  look.high = std::log(1.3);
  Measure measure = cpu();
  EXPECT_DOUBLE_EQ(ratio_of(measure, look).value, 1.25);
  measure.direction = -1;  // 25 % less of something of which more is better
  const core::Ratio ratio = ratio_of(measure, look);
  EXPECT_DOUBLE_EQ(ratio.value, 0.8);
  EXPECT_DOUBLE_EQ(ratio.low, 1 / 1.3);
  EXPECT_DOUBLE_EQ(ratio.high, 1 / 1.2);
}

TEST(LookTest, SidesOfTheThreshold) {
  std::vector<double> differences;
  for (int i = 0; i < 24; ++i) differences.push_back(0.10 + 0.001 * i);
  EXPECT_EQ(look_at(differences, 0.05, 2.51).side, Side::above);
  EXPECT_EQ(look_at(differences, 0.2, 2.51).side, Side::below);
  const Look open = look_at(differences, 0.1115, 2.51);
  EXPECT_EQ(open.side, Side::open);
  EXPECT_EQ(open.pairs, 24);
  EXPECT_TRUE(open.has_interval);
  EXPECT_LE(open.low, open.estimate);
  EXPECT_LE(open.estimate, open.high);
}

TEST(LookTest, NothingCollectedIsOpen) {
  const Look look = look_at({}, 0, 2.51);
  EXPECT_EQ(look.side, Side::open);
  EXPECT_EQ(look.pairs, 0);
  EXPECT_FALSE(look.has_interval);
}

TEST(LookTest, TooFewPairsHaveNoInterval) {
  const std::vector<double> differences{0.1, 0.2, 0.3};
  const Look look = look_at(differences, 0, 2.51);
  EXPECT_FALSE(look.has_interval);
  EXPECT_DOUBLE_EQ(look.low, look.estimate);
}

TEST(LookTest, MirroredTwiceIsTheSame) {
  const std::vector<double> differences{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2};
  std::vector<double> negative;
  for (const double d : differences) negative.push_back(-d);
  const Look look = look_at(differences, 0, 2.51);
  const Look other = mirrored(look);
  const Look expected = look_at(negative, 0, 2.51);
  EXPECT_EQ(look.side, Side::above);
  EXPECT_EQ(other.side, expected.side);
  EXPECT_DOUBLE_EQ(other.z, expected.z);
  EXPECT_NEAR(other.estimate, expected.estimate, 1e-12);
  EXPECT_NEAR(other.low, expected.low, 1e-12);
  EXPECT_NEAR(other.high, expected.high, 1e-12);
  EXPECT_EQ(mirrored(other).side, look.side);
}

TEST(LookTest, ErrorBoundFitsTheBoundThatDecided) {
  for (const double alpha : {0.05, 0.01, 0.002}) {
    const double bound = critical_z(alpha);
    EXPECT_LE(error_bound(bound + 1e-6), alpha / 2);
    EXPECT_GT(error_bound(bound - 0.1), alpha / 2 * 0.9);
  }
  EXPECT_DOUBLE_EQ(error_bound(0), 0.5);
  EXPECT_DOUBLE_EQ(error_bound(3), error_bound(-3));
  EXPECT_NEAR(critical_z(0.05), 2.51, 0.02);
  EXPECT_GT(critical_z(0), 5) << "a confidence of 100 % is not reached, but asked for";
}

}  // namespace
}  // namespace bisect::engine
