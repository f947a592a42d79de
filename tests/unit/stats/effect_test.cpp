#include "stats/effect.hpp"

#include "unusable.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace bisect::stats {
namespace {

TEST(Effect, log_ratios_and_percent_lead_into_each_other) {
  EXPECT_NEAR(log_ratio(2.0, 4.0).value(), std::numbers::ln2, 1e-15);
  EXPECT_NEAR(percent_change(std::numbers::ln2), 100.0, 1e-12);
  EXPECT_NEAR(log_ratio_of_percent(5.0).value(), std::log(1.05), 1e-15);
  for (const double percent : {-50.0, -1e-6, 0.0, 1e-6, 30.0}) {
    EXPECT_NEAR(percent_change(log_ratio_of_percent(percent).value()), percent, 1e-12);
  }
}

TEST(Effect, a_slowdown_and_its_removal_are_opposite) {
  EXPECT_EQ(log_ratio(3.0, 3.0).value(), 0.0);
  EXPECT_NEAR(log_ratio(3.0, 5.0).value(), -log_ratio(5.0, 3.0).value(), 1e-15);
}

TEST(Effect, ratios_beyond_the_range_of_a_double) {
  EXPECT_NEAR(log_ratio(1e-200, 1e200).value(), 400.0 * std::numbers::ln10, 1e-9);
  EXPECT_NEAR(log_ratio(1e200, 1e-200).value(), -400.0 * std::numbers::ln10, 1e-9);
}

TEST(Effect, pairs_stay_aligned) {
  const auto ratios =
      pair_log_ratios(std::vector<double>{1.0, 2.0}, std::vector<double>{2.0, 1.0}).value();
  ASSERT_EQ(ratios.size(), 2U);
  EXPECT_NEAR(ratios[0], std::numbers::ln2, 1e-15);
  EXPECT_NEAR(ratios[1], -std::numbers::ln2, 1e-15);
  EXPECT_TRUE(pair_log_ratios({}, {})->empty());
}

TEST(Effect, nothing_unless_positive_finite_and_aligned) {
  const std::vector<double> fine{1.0, 2.0};
  for (const double bad : {0.0, -1.0, k_nan, k_infinity}) {
    EXPECT_FALSE(log_ratio(bad, 1.0));
    EXPECT_FALSE(log_ratio(1.0, bad));
    EXPECT_FALSE(pair_log_ratios(fine, std::vector<double>{1.0, bad}));
    EXPECT_FALSE(pair_log_ratios(std::vector<double>{bad, 1.0}, fine));
  }
  EXPECT_FALSE(pair_log_ratios(fine, std::vector<double>{1.0}));
  EXPECT_FALSE(log_ratio_of_percent(-100.0));
  EXPECT_FALSE(log_ratio_of_percent(k_nan));
}

}  // namespace
}  // namespace bisect::stats
