#include "stats/autocorrelation.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bisect::stats {
namespace {

TEST(Autocorrelation, standardised_exactly_over_all_orders) {
  // Over every order of 7 values the z must have mean 0 and variance 1.
  std::vector<double> series{1, 2, 3, 4, 5, 6, 7};
  double sum = 0.0;
  double squares = 0.0;
  double count = 0.0;
  do {
    const double z = lag_one_rank_correlation(series)->z;
    sum += z;
    squares += z * z;
    count += 1.0;
  } while (std::next_permutation(series.begin(), series.end()));
  EXPECT_EQ(count, 5040.0);
  EXPECT_NEAR(sum / count, 0.0, 1e-12);
  EXPECT_NEAR(squares / count, 1.0, 1e-12);
}

TEST(Autocorrelation, a_steady_climb_and_a_zigzag) {
  std::vector<double> climb;
  std::vector<double> zigzag;
  for (int i = 0; i < 40; ++i) {
    climb.push_back(std::exp(i));
    zigzag.push_back((i % 2 == 0 ? 100.0 : 0.0) + i);
  }
  EXPECT_GT(lag_one_rank_correlation(climb)->rho, 0.9);
  EXPECT_LT(lag_one_rank_correlation(climb)->p_value, 1e-6);
  EXPECT_LT(lag_one_rank_correlation(zigzag)->rho, -0.4);
  EXPECT_GT(lag_one_rank_correlation(zigzag)->p_value, 0.999);
}

TEST(Autocorrelation, estimates_the_memory_of_a_series) {
  RandomSamples random(50);
  std::vector<double> series{0.0};
  while (series.size() < 2000) series.push_back(0.6 * series.back() + random.normal());
  EXPECT_NEAR(lag_one_rank_correlation(series)->rho, 0.58, 0.05);
}

TEST(Autocorrelation, independent_series_alarm_at_the_nominal_rate) {
  RandomSamples random(51);
  for (const std::size_t n : {12U, 50U}) {
    int alarms = 0;
    for (int run = 0; run < 4000; ++run)
      alarms += lag_one_rank_correlation(random.normals(n))->p_value < 0.05 ? 1 : 0;
    EXPECT_NEAR(alarms / 4000.0, 0.05, 0.0105) << n;
  }
}

TEST(Autocorrelation, reversing_the_series_changes_nothing) {
  auto series = RandomSamples(52).normals(31);
  const double before = lag_one_rank_correlation(series)->rho;
  std::reverse(series.begin(), series.end());
  EXPECT_NEAR(lag_one_rank_correlation(series)->rho, before, 1e-12);
}

TEST(Autocorrelation, equal_values_have_no_memory) {
  const auto r = lag_one_rank_correlation(std::vector<double>(9, 2.0)).value();
  EXPECT_EQ(r.rho, 0.0);
  EXPECT_EQ(r.p_value, 1.0);
}

TEST(Autocorrelation, nothing_for_unusable_series) {
  for (const auto& sample : unusable_samples()) EXPECT_FALSE(lag_one_rank_correlation(sample));
  EXPECT_FALSE(lag_one_rank_correlation(std::vector<double>{1, 2, 3, 4}));
  EXPECT_FALSE(lag_one_rank_correlation(std::vector<double>{1, 2, 3, 4, 5, k_nan}));
}

}  // namespace
}  // namespace bisect::stats
