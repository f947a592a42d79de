#include "stats/summary.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

namespace bisect::stats {
namespace {

TEST(Summary, agrees_with_r) {
  // R 4.2.2: quantile(type = 7), mad(constant = 1), sd.
  const std::vector<double> values{3.1, 1.2, 5.5, 2.2, 9.7, 4.4, 0.3};
  const auto s = summarize(values).value();
  EXPECT_EQ(s.n, 7U);
  EXPECT_NEAR(s.mean, 26.4 / 7.0, 1e-14);
  EXPECT_NEAR(s.sd, 3.16528792040276, 1e-13);
  EXPECT_EQ(s.min, 0.3);
  EXPECT_NEAR(s.q1, 1.70, 1e-14);
  EXPECT_EQ(s.median, 3.1);
  EXPECT_NEAR(s.q3, 4.95, 1e-14);
  EXPECT_EQ(s.max, 9.7);
  EXPECT_NEAR(s.mad, 1.9, 1e-14);
  EXPECT_NEAR(quantile(values, 0.1).value(), 0.84, 1e-14);
  EXPECT_NEAR(quantile(values, 0.9).value(), 7.18, 1e-14);
  EXPECT_EQ(quantile(values, 0.0).value(), 0.3);
  EXPECT_EQ(quantile(values, 1.0).value(), 9.7);
}

TEST(Summary, equal_values_have_exactly_no_spread) {
  // 0.1 added up ten times is not 1.0 in binary.
  const auto s = summarize(std::vector<double>(10, 0.1)).value();
  EXPECT_EQ(s.mean, 0.1);
  EXPECT_EQ(s.sd, 0.0);
  EXPECT_EQ(s.mad, 0.0);
}

TEST(Summary, one_value) {
  const auto s = summarize(std::vector<double>{4.0}).value();
  EXPECT_EQ(s.mean, 4.0);
  EXPECT_EQ(s.sd, 0.0);
  EXPECT_EQ(s.q1, 4.0);
  EXPECT_EQ(s.q3, 4.0);
}

TEST(Summary, a_large_offset_does_not_drown_the_spread) {
  const auto s =
      summarize(std::vector<double>{1e9 + 4.0, 1e9 + 7.0, 1e9 + 13.0, 1e9 + 16.0}).value();
  EXPECT_NEAR(s.mean, 1e9 + 10.0, 1e-6);
  EXPECT_NEAR(s.sd * s.sd, 30.0, 1e-9);
}

TEST(Summary, shift_and_scale_carry_over) {
  auto values = RandomSamples(1).normals(101);
  const auto before = summarize(values).value();
  for (double& v : values) v = 5.0 - 2.0 * v;
  const auto after = summarize(values).value();
  EXPECT_NEAR(after.mean, 5.0 - 2.0 * before.mean, 1e-12);
  EXPECT_NEAR(after.sd, 2.0 * before.sd, 1e-12);
  EXPECT_NEAR(after.q1, 5.0 - 2.0 * before.q3, 1e-12);
  EXPECT_NEAR(after.median, 5.0 - 2.0 * before.median, 1e-12);
  EXPECT_NEAR(after.mad, 2.0 * before.mad, 1e-12);
}

TEST(Summary, mad_scaled_estimates_a_normal_sd) {
  const auto s = summarize(RandomSamples(2).normals(20000, 10.0, 3.0)).value();
  EXPECT_NEAR(s.mad * k_mad_to_normal_sd, 3.0, 0.1);
}

TEST(Summary, nothing_for_unusable_samples) {
  for (const auto& sample : unusable_samples()) {
    EXPECT_FALSE(summarize(sample));
    EXPECT_FALSE(quantile(sample, 0.5));
  }
  EXPECT_FALSE(summarize(std::vector<double>{1e308, -1e308, 1e308}));
  EXPECT_FALSE(quantile(std::vector<double>{1.0}, 1.5));
  EXPECT_FALSE(quantile(std::vector<double>{1.0}, k_nan));
}

}  // namespace
}  // namespace bisect::stats
