#include "harness/engine/random_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace bisect::engine {
namespace {

TEST(SplitMixTest, GivesThePublishedNumbers) {
  // Reference output of the authors' splitmix64.c for the seed 1234567.
  SplitMix random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317ULL);
  EXPECT_EQ(random.next(), 3203168211198807973ULL);
  EXPECT_EQ(random.next(), 9817491932198370423ULL);
  EXPECT_EQ(random.next(), 4593380528125082431ULL);
  EXPECT_EQ(random.next(), 16408922859458223821ULL);
}

TEST(SplitMixTest, BelowStaysBelowAndReachesEveryValue) {
  SplitMix random(7);
  std::array<int, 5> seen{};
  for (int i = 0; i < 5000; ++i) ++seen.at(random.below(5));
  for (const int count : seen) EXPECT_NEAR(count, 1000, 4 * std::sqrt(5000 * 0.2 * 0.8));
  EXPECT_EQ(random.below(1), 0U);
}

TEST(DrawBlockTest, IsTheSameOnEveryPlatformAndInEveryRun) {
  // A stored session is gone on with by drawing again: these draws are frozen
  // (computed apart, from the definition of the generator).
  std::string orders;
  for (int block = 0; block < 12; ++block)
    orders += draw_block(42, 3, block, 2).order.front() == 0 ? 'A' : 'B';
  EXPECT_EQ(orders, "BAABABABBBBB");
  EXPECT_EQ(draw_block(42, 3, 1, 5).order, (std::vector<int>{3, 1, 4, 2, 0}));
  EXPECT_EQ(draw_block(42, 3, 1, 5).processor, 4323188387868440837ULL);
}

TEST(DrawBlockTest, EveryOrderIsEquallyLikely) {
  std::map<std::vector<int>, int> seen;
  constexpr int k_blocks = 6000;
  for (int block = 0; block < k_blocks; ++block) ++seen[draw_block(9, block / 300, block % 300, 3).order];
  ASSERT_EQ(seen.size(), 6U);
  double chi_square = 0;
  for (const auto& [order, count] : seen) chi_square += (count - 1000.0) * (count - 1000.0) / 1000.0;
  EXPECT_LT(chi_square, 20.5);  // 99.9 % point at 5 degrees of freedom
}

TEST(DrawBlockTest, NeighbouringBlocksRoundsAndSeedsAreIndependent) {
  int repeats = 0;
  int equal_rounds = 0;
  int equal_seeds = 0;
  constexpr int k_blocks = 4000;
  for (int block = 0; block < k_blocks; ++block) {
    const auto order = draw_block(5, 2, block, 2).order;
    repeats += order == draw_block(5, 2, block + 1, 2).order ? 1 : 0;
    equal_rounds += order == draw_block(5, 3, block, 2).order ? 1 : 0;
    equal_seeds += order == draw_block(6, 2, block, 2).order ? 1 : 0;
  }
  const double four_sd = 4 * std::sqrt(k_blocks * 0.25);
  EXPECT_NEAR(repeats, k_blocks / 2, four_sd);
  EXPECT_NEAR(equal_rounds, k_blocks / 2, four_sd);
  EXPECT_NEAR(equal_seeds, k_blocks / 2, four_sd);
}

TEST(DrawBlockTest, ProcessorsAreDrawnEvenly) {
  int first = 0;
  for (int block = 0; block < 4000; ++block)
    first += draw_block(11, 0, block, 2).processor % 2 == 0 ? 1 : 0;
  EXPECT_NEAR(first, 2000, 4 * std::sqrt(4000 * 0.25));
}

TEST(DrawBlockTest, OrderDoesNotPredictTheProcessor) {
  int equal = 0;
  for (int block = 0; block < 4000; ++block) {
    const BlockDraw draw = draw_block(13, 1, block, 2);
    equal += static_cast<std::uint64_t>(draw.order.front()) == draw.processor % 2 ? 1 : 0;
  }
  EXPECT_NEAR(equal, 2000, 4 * std::sqrt(4000 * 0.25));
}

}  // namespace
}  // namespace bisect::engine
