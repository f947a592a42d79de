#include "stats/rank_distributions.hpp"

#include <gtest/gtest.h>

#include <bit>

namespace bisect::stats {
namespace {

TEST(RankDistributions, signed_rank_agrees_with_r) {
  // R 4.2.2: psignrank.
  EXPECT_NEAR(signed_rank_distribution(10).at_most(17), 0.1611328125, 1e-15);
  EXPECT_NEAR(signed_rank_distribution(20).at_most(63), 0.0615463256835938, 1e-15);
  EXPECT_NEAR(signed_rank_distribution(50).at_most(383), 0.0066524007583677, 1e-15);
}

TEST(RankDistributions, signed_rank_agrees_with_all_sign_patterns) {
  constexpr unsigned n = 9;
  const auto null = signed_rank_distribution(n);
  for (std::size_t value = 0; value <= n * (n + 1) / 2; ++value) {
    unsigned below = 0;
    for (unsigned pattern = 0; pattern < (1U << n); ++pattern) {
      unsigned sum = 0;
      for (unsigned rank = 1; rank <= n; ++rank) sum += ((pattern >> (rank - 1)) & 1U) * rank;
      below += sum <= value ? 1U : 0U;
    }
    EXPECT_EQ(null.at_most(value), below / 512.0);
  }
}

TEST(RankDistributions, mann_whitney_agrees_with_r) {
  // R 4.2.2: pwilcox.
  EXPECT_NEAR(mann_whitney_distribution(4, 6).at_most(5), 0.0857142857142857, 1e-15);
  EXPECT_NEAR(mann_whitney_distribution(20, 30).at_most(250), 0.165081736776984, 1e-14);
  EXPECT_NEAR(mann_whitney_distribution(25, 25).at_most(200), 0.0144406359155701, 1e-14);
}

TEST(RankDistributions, mann_whitney_agrees_with_all_arrangements) {
  constexpr unsigned m = 4;
  constexpr unsigned total = 9;
  const auto null = mann_whitney_distribution(m, total - m);
  for (std::size_t value = 0; value <= m * (total - m); ++value) {
    double below = 0.0;
    double all = 0.0;
    for (unsigned chosen = 0; chosen < (1U << total); ++chosen) {
      if (std::popcount(chosen) != static_cast<int>(m)) continue;
      int wins = 0;
      for (unsigned i = 0; i < total; ++i) {
        if (((chosen >> i) & 1U) != 0U) wins += std::popcount(~chosen & ((1U << i) - 1U));
      }
      all += 1.0;
      below += static_cast<std::size_t>(wins) <= value ? 1.0 : 0.0;
    }
    EXPECT_DOUBLE_EQ(null.at_most(value), below / all);
  }
}

TEST(RankDistributions, tails_meet_and_stay_in_range) {
  const auto null = signed_rank_distribution(7);
  for (std::size_t v = 1; v <= 28; ++v)
    EXPECT_NEAR(null.at_most(v - 1) + null.at_least(v), 1.0, 1e-15);
  EXPECT_EQ(null.at_least(0), 1.0);
  EXPECT_EQ(null.at_least(28), 1.0 / 128.0);
  EXPECT_EQ(null.at_least(29), 0.0);
  EXPECT_EQ(null.at_most(99), 1.0);
  EXPECT_EQ(null.p_value(14, Tail::two_sided), 1.0);
  EXPECT_EQ(null.p_value(28, Tail::two_sided), 2.0 / 128.0);
  EXPECT_EQ(null.p_value(28, Tail::greater), 1.0 / 128.0);
  EXPECT_EQ(null.p_value(28, Tail::less), 1.0);
}

TEST(RankDistributions, far_tails_of_large_samples_keep_their_accuracy) {
  // All 320 differences on one side: one of 2^320 sign patterns.
  EXPECT_NEAR(signed_rank_distribution(320).at_least(320 * 321 / 2) * 0x1p320, 1.0, 1e-12);
}

}  // namespace
}  // namespace bisect::stats
