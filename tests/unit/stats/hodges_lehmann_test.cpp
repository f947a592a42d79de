#include "stats/hodges_lehmann.hpp"

#include "stats/look_decision.hpp"
#include "stats/mann_whitney.hpp"
#include "stats/signed_rank.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bisect::stats {
namespace {

const std::vector<double> k_a{-0.84, 1.38, -1.26, 0.07, 1.71,  -0.6,  -0.47, -0.64,
                              -0.29, 0.14, 1.23,  -0.8, -1.08, -0.16, -1.07};
const std::vector<double> k_b{0.36, -0.1, -1.68, 0.74, 0.24, 1.4,
                              1.44, 1.97, 1.21,  1.32, 0.21, 1.92};

std::vector<double> walsh_averages(const std::vector<double>& d) {
  std::vector<double> averages;
  for (std::size_t i = 0; i < d.size(); ++i) {
    for (std::size_t j = i; j < d.size(); ++j) averages.push_back((d[i] + d[j]) / 2.0);
  }
  std::sort(averages.begin(), averages.end());
  return averages;
}

std::vector<double> pair_differences(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  for (const double x : a) {
    for (const double y : b) differences.push_back(y - x);
  }
  std::sort(differences.begin(), differences.end());
  return differences;
}

double median_of_sorted(const std::vector<double>& v) {
  return (v[(v.size() - 1) / 2] + v[v.size() / 2]) / 2.0;
}

/// A point strictly between candidate k and the next different one, where neither ties nor zeros
/// occur.
double just_above(const std::vector<double>& sorted, double value) {
  const auto next = std::upper_bound(sorted.begin(), sorted.end(), value);
  return next == sorted.end() ? value + 1.0 : (value + *next) / 2.0;
}

double just_below(const std::vector<double>& sorted, double value) {
  const auto here = std::lower_bound(sorted.begin(), sorted.end(), value);
  return here == sorted.begin() ? value - 1.0 : (value + *(here - 1)) / 2.0;
}

/// Samples with and without duplicates.
std::vector<std::vector<double>> samples() {
  RandomSamples random(8);
  std::vector<std::vector<double>> all{k_a, k_b};
  for (const std::size_t n : {12U, 13U, 48U, 101U}) all.push_back(random.normals(n, 0.02, 0.08));
  all.push_back({0.0, 0.25, 0.25, 0.25, 0.5, 0.75, 1.0, 1.0, 1.5, 2.0, 2.0, 4.0, 8.0, 8.0});
  // Half of the values equal: here the variance without its tie correction gives other limits.
  for (const std::size_t n : {8U, 16U, 24U}) {
    all.push_back(random.normals(n, 0.5, 1.0));
    all.back().insert(all.back().end(), n + n / 2, 0.5);
  }
  return all;
}

TEST(HodgesLehmann, agrees_with_r) {
  // R 4.2.2 wilcox.test(conf.int = TRUE), whose exact 95 % limits are the order statistics that a
  // bound of 1.96 selects here too.
  const auto one = hodges_lehmann(k_a, 1.96).value();
  EXPECT_NEAR(one.estimate, -0.34, 1e-12);
  EXPECT_NEAR(one.interval->low, -0.74, 1e-12);
  EXPECT_NEAR(one.interval->high, 0.38, 1e-12);
  const auto shift = hodges_lehmann_shift(k_a, k_b, 1.96).value();
  EXPECT_NEAR(shift.estimate, 1.15, 1e-12);
  EXPECT_NEAR(shift.interval->low, 0.21, 1e-12);
  EXPECT_NEAR(shift.interval->high, 1.87, 1e-12);
}

TEST(HodgesLehmann, is_the_median_of_the_averages_written_down) {
  for (const auto& d : samples()) {
    EXPECT_DOUBLE_EQ(hodges_lehmann(d, 2.0)->estimate, median_of_sorted(walsh_averages(d)));
    EXPECT_DOUBLE_EQ(hodges_lehmann_shift(k_a, d, 2.0)->estimate,
                     median_of_sorted(pair_differences(k_a, d)));
  }
}

TEST(HodgesLehmann, the_interval_holds_exactly_what_the_signed_rank_test_leaves_open) {
  for (const auto& d : samples()) {
    const auto candidates = walsh_averages(d);
    for (const double bound : {1.0, 1.96, 2.5, 3.0}) {
      const auto interval = hodges_lehmann(d, bound)->interval;
      ASSERT_TRUE(interval);
      const auto side = [&](double m) { return decide_against(d, m, bound)->side; };
      // Many ties can shrink the interval to a point, which has no inside.
      if (interval->low < interval->high) {
        EXPECT_EQ(side(just_above(candidates, interval->low)), ThresholdSide::open);
        EXPECT_EQ(side(just_below(candidates, interval->high)), ThresholdSide::open);
      }
      EXPECT_EQ(side(just_below(candidates, interval->low)), ThresholdSide::above);
      EXPECT_EQ(side(just_above(candidates, interval->high)), ThresholdSide::below);
    }
  }
}

TEST(HodgesLehmann, the_shift_interval_holds_exactly_what_the_mann_whitney_test_leaves_open) {
  for (const auto& b : samples()) {
    const auto candidates = pair_differences(k_a, b);
    const auto interval = hodges_lehmann_shift(k_a, b, 2.2)->interval;
    ASSERT_TRUE(interval);
    const auto z_at = [&](double shift) {
      std::vector<double> moved;
      for (const double x : k_a) moved.push_back(x + shift);
      return mann_whitney_test(b, moved)->z;
    };
    EXPECT_LE(z_at(just_above(candidates, interval->low)), 2.2);
    EXPECT_GT(z_at(just_below(candidates, interval->low)), 2.2);
    EXPECT_GE(z_at(just_below(candidates, interval->high)), -2.2);
    EXPECT_LT(z_at(just_above(candidates, interval->high)), -2.2);
  }
}

TEST(HodgesLehmann, no_interval_when_the_bound_is_out_of_reach) {
  const std::vector<double> d{1.0, 2.0, 3.0, 4.0, 5.5, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0};
  EXPECT_FALSE(hodges_lehmann(d, largest_signed_rank_z(12) + 1e-9)->interval);
  const auto widest = hodges_lehmann(d, largest_signed_rank_z(12) - 1e-9)->interval;
  ASSERT_TRUE(widest);
  EXPECT_EQ(widest->low, 1.0);
  EXPECT_EQ(widest->high, 12.0);
  EXPECT_FALSE(
      hodges_lehmann_shift(std::vector<double>{1.0}, std::vector<double>{2.0}, 2.0)->interval);
  EXPECT_EQ(hodges_lehmann_shift(std::vector<double>{1.0}, std::vector<double>{2.0}, 2.0)->estimate,
            1.0);
}

TEST(HodgesLehmann, follows_shift_scale_and_reflection) {
  const auto d = RandomSamples(9).normals(41, 0.2);
  const auto before = hodges_lehmann(d, 2.2).value();
  std::vector<double> image;
  for (const double v : d) image.push_back(3.0 - 4.0 * v);
  const auto after = hodges_lehmann(image, 2.2).value();
  EXPECT_NEAR(after.estimate, 3.0 - 4.0 * before.estimate, 1e-12);
  EXPECT_NEAR(after.interval->low, 3.0 - 4.0 * before.interval->high, 1e-12);
  EXPECT_NEAR(after.interval->high, 3.0 - 4.0 * before.interval->low, 1e-12);
}

TEST(HodgesLehmann, one_wild_value_moves_the_estimate_but_little) {
  auto d = RandomSamples(10).normals(48, 0.05, 0.01);
  const double before = hodges_lehmann(d, 2.2)->estimate;
  d.front() = 1e6;
  EXPECT_NEAR(hodges_lehmann(d, 2.2)->estimate, before, 0.002);
}

TEST(HodgesLehmann, equal_values_leave_a_point) {
  const auto h = hodges_lehmann(std::vector<double>(20, 0.1), 2.5).value();
  EXPECT_EQ(h.estimate, 0.1);
  EXPECT_EQ(h.interval->low, 0.1);
  EXPECT_EQ(h.interval->high, 0.1);
}

TEST(HodgesLehmann, nothing_for_unusable_samples) {
  const std::vector<double> fine{1.0, 2.0, 3.0};
  for (const auto& sample : unusable_samples()) {
    EXPECT_FALSE(hodges_lehmann(sample, 2.0));
    EXPECT_FALSE(hodges_lehmann_shift(sample, fine, 2.0));
    EXPECT_FALSE(hodges_lehmann_shift(fine, sample, 2.0));
  }
  for (const double bound : {0.0, -1.0, k_nan, k_infinity})
    EXPECT_FALSE(hodges_lehmann(fine, bound)) << bound;
  EXPECT_FALSE(hodges_lehmann_shift(std::vector<double>{-1e308}, std::vector<double>{1e308}, 2.0));
}

}  // namespace
}  // namespace bisect::stats
