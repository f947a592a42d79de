#include "stats/power.hpp"

#include "stats/signed_rank.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

namespace bisect::stats {
namespace {

TEST(Power, the_rules_of_thumb_come_out) {
  // 13 (sd/effect)^2 pairs against 0, 52 (sd/effect)^2 against half the effect; here (sd/effect)^2
  // = 100.
  EXPECT_NEAR(static_cast<double>(pairs_needed(0.10, 0.01).value()), 1300.0, 1.0);
  EXPECT_NEAR(static_cast<double>(pairs_needed(0.10, 0.005).value()), 5200.0, 3.0);
  // Textbook value: 80 % power at 5 % needs 7.85 (sd/effect)^2.
  EXPECT_EQ(pairs_needed(0.10, 0.01, {0.05, 0.80, 1.0}).value(), 785U);
}

TEST(Power, ranks_on_normal_data_need_five_percent_more) {
  const PowerPlan ranks{0.05, 0.95, k_signed_rank_normal_efficiency};
  EXPECT_NEAR(static_cast<double>(pairs_needed(0.10, 0.01, ranks).value()) / 1300.0, 1.047, 0.001);
}

TEST(Power, a_simulated_signed_rank_test_has_the_promised_power) {
  RandomSamples random(30);
  const PowerPlan plan{0.05, 0.95, k_signed_rank_normal_efficiency};
  const std::size_t pairs = pairs_needed(0.08, 0.03, plan).value();
  int found = 0;
  for (int run = 0; run < 2000; ++run)
    found += signed_rank_test(random.normals(pairs, 0.03, 0.08))->p_value < 0.05 ? 1 : 0;
  EXPECT_NEAR(found / 2000.0, 0.95, 0.015);
}

TEST(Power, pairs_and_distance_are_inverse) {
  const double distance = resolvable_distance(0.08, 320).value();
  const auto back = pairs_needed(0.08, distance * (1.0 + 1e-12)).value();
  EXPECT_EQ(back, 320U);
  EXPECT_NEAR(distance, 3.6048 * 0.08 / 17.8885, 1e-5);
}

TEST(Power, no_noise_needs_one_pair) { EXPECT_EQ(pairs_needed(0.0, 0.01).value(), 1U); }

TEST(Power, nothing_outside_the_ranges) {
  EXPECT_FALSE(pairs_needed(-0.1, 0.01));
  EXPECT_FALSE(pairs_needed(0.1, 0.0));
  EXPECT_FALSE(pairs_needed(0.1, k_nan));
  EXPECT_FALSE(pairs_needed(k_infinity, 0.01));
  EXPECT_FALSE(pairs_needed(0.1, 1e-300));
  EXPECT_FALSE(pairs_needed(0.1, 0.01, {0.0, 0.95, 1.0}));
  EXPECT_FALSE(pairs_needed(0.1, 0.01, {0.05, 1.0, 1.0}));
  EXPECT_FALSE(pairs_needed(0.1, 0.01, {0.05, 0.01, 1.0}));
  EXPECT_FALSE(pairs_needed(0.1, 0.01, {0.05, 0.95, 0.0}));
  EXPECT_FALSE(resolvable_distance(0.1, 0));
  EXPECT_FALSE(resolvable_distance(k_nan, 10));
}

}  // namespace
}  // namespace bisect::stats
