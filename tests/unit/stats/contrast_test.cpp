#include "stats/contrast.hpp"

#include "random_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bisect::stats {
namespace {

// Differences of Cushny & Peebles' two drugs, as in Student (1908); references: R 4.2.2 t.test.
const std::vector<double> k_differences{-1.2, -2.4, -1.3, -1.3, 0.0, -1.0, -1.8, -0.8, -4.6, -1.4};

TEST(EstimateContrast, is_students_one_sample_test) {
  const auto c = estimate_contrast(k_differences, 0.95).value();
  EXPECT_EQ(c.n, 10U);
  EXPECT_NEAR(c.estimate, -1.58, 1e-12);
  EXPECT_NEAR(c.t, -4.06212768338204, 1e-12);
  EXPECT_NEAR(c.p_value, 0.00283289019738427, 1e-12);
  EXPECT_NEAR(c.interval.low, -2.4598857634737, 1e-9);
  EXPECT_NEAR(c.interval.high, -0.7001142365263, 1e-9);
}

TEST(EstimateContrast, constants_are_decided_by_arithmetic) {
  const auto zero = estimate_contrast(std::vector{1e-16, -1e-16, 0.0}, 0.95).value();
  EXPECT_EQ(zero.estimate, 0.0);
  EXPECT_EQ(zero.p_value, 1.0);
  const auto shift = estimate_contrast(std::vector{0.02, 0.02, 0.02}, 0.95).value();
  EXPECT_EQ(shift.p_value, 0.0);
  EXPECT_EQ(shift.t, std::numeric_limits<double>::infinity());
  EXPECT_EQ(shift.interval.low, shift.interval.high);
}

TEST(EstimateContrast, refuses_what_tells_nothing) {
  EXPECT_FALSE(estimate_contrast(std::vector{1.0}, 0.95));
  EXPECT_FALSE(estimate_contrast(std::vector{1.0, std::nan("")}, 0.95));
  EXPECT_FALSE(estimate_contrast(k_differences, 1.0));
}

TEST(EstimateShare, ends_of_the_interval_are_shares_that_a_test_just_rejects) {
  const std::vector<double> part{0.024, 0.031, 0.012, 0.027, 0.018, 0.035, 0.022, 0.029};
  const std::vector<double> total{0.041, 0.047, 0.030, 0.036, 0.039, 0.052, 0.033, 0.044};
  const auto share = estimate_share(part, total, 0.9).value();
  EXPECT_NEAR(share.share, 0.198 / 0.322, 1e-12);
  for (const double end : {share.interval.low, share.interval.high}) {
    std::vector<double> residual;
    for (std::size_t i = 0; i < part.size(); ++i) residual.push_back(part[i] - end * total[i]);
    EXPECT_NEAR(estimate_contrast(residual, 0.9)->p_value, 0.1, 1e-9) << end;
  }
  EXPECT_LT(share.interval.low, share.share);
  EXPECT_GT(share.interval.high, share.share);
}

TEST(EstimateShare, a_total_that_may_be_nothing_has_no_shares) {
  const std::vector<double> part{0.01, -0.02, 0.03};
  EXPECT_FALSE(estimate_share(part, std::vector{0.02, -0.01, 0.01}, 0.95));
  EXPECT_FALSE(estimate_share(part, std::vector{0.5, 0.6}, 0.95));
}

TEST(EstimateShare, of_constants_is_exact) {
  const auto share =
      estimate_share(std::vector{0.1, 0.1, 0.1}, std::vector{0.4, 0.4, 0.4}, 0.95).value();
  EXPECT_NEAR(share.share, 0.25, 1e-12);
  EXPECT_NEAR(share.interval.low, 0.25, 1e-9);
  EXPECT_NEAR(share.interval.high, 0.25, 1e-9);
}

TEST(EstimateShare, covers_the_truth_as_often_as_it_says) {
  // Part and total share the noise of their common variants, as in a split.
  RandomSamples random(7);
  int covered = 0;
  constexpr int k_times = 2000;
  for (int time = 0; time < k_times; ++time) {
    std::vector<double> part, total;
    for (int block = 0; block < 24; ++block) {
      const double common = random.normal() * 0.03;
      part.push_back(0.03 + common + random.normal() * 0.02);
      total.push_back(0.05 + common + random.normal() * 0.02);
    }
    const auto share = estimate_share(part, total, 0.95);
    covered += !share || (share->interval.low <= 0.6 && 0.6 <= share->interval.high) ? 1 : 0;
  }
  EXPECT_NEAR(covered / double{k_times}, 0.95, 3.3 * std::sqrt(0.95 * 0.05 / k_times));
}

}  // namespace
}  // namespace bisect::stats
