#include "reports/page/levels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace bisect::page {
using namespace reports;
namespace {

using core::CommitId;
using core::Purpose;

Start start(int block, int arm, double value) {
  Start made;
  made.block = block;
  made.arm = arm;
  made.value = value;
  return made;
}

/// Each block runs all arms at `machine(block)` times their level.
template <class Machine>
MeasuredRound round_of(const std::vector<std::pair<const char*, double>>& arms, int blocks, Machine machine) {
  MeasuredRound round;
  for (const auto& [name, level] : arms) round.arms.push_back({CommitId(name), "", 0});
  for (int block = 0; block < blocks; ++block)
    for (std::size_t arm = 0; arm < arms.size(); ++arm)
      round.starts.push_back(start(block, static_cast<int>(arm), machine(block) * arms[arm].second));
  return round;
}

TEST(Levels, tells_commits_of_different_rounds_apart_from_the_machine) {
  const auto warming = [](int block) { return 100 + block; };
  const auto busy = [](int block) { return 300.0 - 20 * block; };
  const MeasuredRound ends = round_of({{"good", 1}, {"bad", 1.04}}, 12, warming);
  const MeasuredRound early = round_of({{"good", 1}, {"early", 1}}, 6, busy);
  const MeasuredRound late = round_of({{"bad", 1.04}, {"late", 1.03}}, 6, busy);
  const std::vector<const MeasuredRound*> rounds{&ends, &early, &late};
  const Levels levels(rounds, "good");
  EXPECT_NEAR(levels.level("good"), 0, 1e-9);
  EXPECT_NEAR(levels.level("early"), 0, 1e-4);
  EXPECT_NEAR(levels.level("bad"), std::log(1.04), 1e-4);
  EXPECT_NEAR(levels.level("late"), std::log(1.03), 1e-4) << "only seen beside bad";
  EXPECT_EQ(levels.level("unknown"), 0);
  ASSERT_EQ(levels.points().at("good").size(), 18U);
  for (const Levels::Point& point : levels.points().at("late"))
    EXPECT_NEAR(point.level, std::log(1.03), 1e-4);
}

TEST(Levels, keeps_the_variance_of_differences) {
  MeasuredRound round = round_of({{"good", 1}, {"bad", 1}}, 400, [](int) { return 100.0; });
  // Independent noise of 1 % on each start, from a fixed sequence.
  unsigned state = 1;
  for (Start& s : round.starts) {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += (state = state * 1664525U + 1013904223U) / 4294967296.0;
    s.value = *s.value * std::exp(0.01 * (sum - 6));
  }
  const std::vector<const MeasuredRound*> rounds{&round};
  const Levels levels(rounds, "good");
  const auto& points = levels.points().at("bad");
  double mean = 0, square = 0;
  for (const Levels::Point& point : points) mean += point.level / static_cast<double>(points.size());
  for (const Levels::Point& point : points) square += std::pow(point.level - mean, 2);
  EXPECT_NEAR(std::sqrt(square / static_cast<double>(points.size())), 0.01, 0.001);
}

TEST(Levels, passes_over_blocks_with_one_number_and_numbers_without_a_logarithm) {
  MeasuredRound round = round_of({{"good", 1}, {"bad", 2}}, 3, [](int) { return 10.0; });
  round.starts[0].value.reset();
  round.starts[2].value = 0;
  const std::vector<const MeasuredRound*> rounds{&round};
  const Levels levels(rounds, "good");
  EXPECT_EQ(levels.points().at("bad").size(), 1U);
  EXPECT_NEAR(levels.level("bad"), std::log(2), 1e-6);
  EXPECT_TRUE(Levels({}, "good").points().empty());
}

TEST(RoundsFor, takes_the_rounds_of_the_purposes) {
  Measurements measurements;
  measurements.rounds.resize(3);
  measurements.rounds[0].purpose = Purpose::ends;
  measurements.rounds[1].purpose = Purpose::step;
  measurements.rounds[2].purpose = Purpose::confirm;
  const Purpose wanted[] = {Purpose::ends, Purpose::confirm};
  const auto rounds = rounds_for(measurements, wanted);
  ASSERT_EQ(rounds.size(), 2U);
  EXPECT_EQ(rounds[1], &measurements.rounds[2]);
}

TEST(ArmName, is_the_variant_of_a_split_and_else_the_commit) {
  EXPECT_EQ(arm_name({CommitId("abc"), "", 1}), "abc");
  EXPECT_EQ(arm_name({CommitId("abc"), "only backend", 0}), "only backend");
}

}  // namespace
}  // namespace bisect::page
