#include "stats/signed_rank.hpp"

#include "stats/distributions.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bisect::stats {
namespace {

// Hamilton depression scale, Hollander & Wolfe, Nonparametric Statistical Methods, Table 3.1: first
// minus second visit.
std::vector<double> depression_changes() {
  const std::vector<double> first{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const std::vector<double> second{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  std::vector<double> changes;
  for (std::size_t i = 0; i < first.size(); ++i) changes.push_back(first[i] - second[i]);
  return changes;
}

// References below: R 4.2.2 wilcox.test.

TEST(SignedRank, exact_on_the_depression_data) {
  const auto changes = depression_changes();
  const auto test = signed_rank_test(changes).value();
  EXPECT_EQ(test.method, PValueMethod::exact);
  EXPECT_EQ(test.ranks.positive_sum, 40.0);
  EXPECT_NEAR(test.p_value, 0.0390625, 1e-15);
  EXPECT_NEAR(signed_rank_test(changes, 0.0, Tail::greater)->p_value, 0.01953125, 1e-15);
  EXPECT_NEAR(signed_rank_test(changes, 0.0, Tail::less)->p_value, 0.986328125, 1e-15);
  EXPECT_NEAR(test.ranks.z, (40.0 - 22.5) / std::sqrt(9.0 * 10.0 * 19.0 / 24.0), 1e-14);
}

TEST(SignedRank, normal_with_ties_and_zeros) {
  const std::vector<double> d{1, 2, 2, -1, 3, 0, 4, -2, 5, 5, -3, 6};
  const auto test = signed_rank_test(d).value();
  EXPECT_EQ(test.method, PValueMethod::normal);
  EXPECT_EQ(test.ranks.n_used, 11U);
  EXPECT_TRUE(test.ranks.has_ties);
  EXPECT_EQ(test.ranks.positive_sum, 54.0);
  EXPECT_NEAR(test.p_value, 0.0673982718848248, 1e-14);
  EXPECT_NEAR(signed_rank_test(d, 0.0, Tail::greater)->p_value, 0.0336991359424124, 1e-14);
  EXPECT_NEAR(signed_rank_test(d, 0.0, Tail::less)->p_value, 0.972459001340702, 1e-14);
}

TEST(SignedRank, normal_above_fifty) {
  std::vector<double> d;
  for (int i = 1; i <= 60; ++i) d.push_back((i % 3 == 0 ? -i : i) + 0.25);
  const auto test = signed_rank_test(d).value();
  EXPECT_EQ(test.method, PValueMethod::normal);
  EXPECT_EQ(test.ranks.positive_sum, 1200.0);
  EXPECT_NEAR(test.p_value, 0.0362264941787866, 1e-14);
  EXPECT_NEAR(signed_rank_test(d, 0.0, Tail::less)->p_value, 0.982211868523501, 1e-14);
}

TEST(SignedRank, z_is_the_rank_sum_over_the_root_of_squared_ranks) {
  // |d| = 1, 1, 2, 4 -> ranks 1.5, 1.5, 3, 4.
  const auto s = signed_ranks(std::vector<double>{-1.0, 1.0, 2.0, 4.0}, 0.0).value();
  EXPECT_NEAR(s.z, (-1.5 + 1.5 + 3.0 + 4.0) / std::sqrt(2.25 + 2.25 + 9.0 + 16.0), 1e-14);
  EXPECT_NEAR(s.standard_error, std::sqrt(29.5) / 2.0, 1e-14);
}

TEST(SignedRank, mirrored_data_mirror_the_answer) {
  auto d = RandomSamples(5).normals(37, 0.3);
  const auto there = signed_rank_test(d, 0.1, Tail::greater).value();
  for (double& v : d) v = -v;
  const auto back = signed_rank_test(d, -0.1, Tail::less).value();
  EXPECT_NEAR(there.ranks.z, -back.ranks.z, 1e-12);
  EXPECT_NEAR(there.p_value, back.p_value, 1e-12);
}

TEST(SignedRank, moving_data_and_centre_together_changes_nothing) {
  // Multiples of 1/8 shift without rounding.
  const std::vector<double> d{0.125, -0.5, 0.75, 1.25, -0.25, 2.0, 0.375};
  std::vector<double> moved;
  for (const double v : d) moved.push_back(v + 16.0);
  EXPECT_EQ(signed_ranks(d, 0.0)->z, signed_ranks(moved, 16.0)->z);
}

TEST(SignedRank, values_at_the_centre_only) {
  const auto test = signed_rank_test(std::vector<double>(4, 2.5), 2.5).value();
  EXPECT_EQ(test.ranks.n_used, 0U);
  EXPECT_EQ(test.ranks.z, 0.0);
  EXPECT_EQ(test.p_value, 1.0);
}

TEST(SignedRank, the_largest_z_is_reached_when_all_lie_on_one_side) {
  for (const std::size_t n : {1U, 10U, 12U, 40U}) {
    std::vector<double> d;
    for (std::size_t i = 1; i <= n; ++i) d.push_back(static_cast<double>(i));
    EXPECT_NEAR(signed_ranks(d, 0.0)->z, largest_signed_rank_z(n), 1e-12);
  }
  EXPECT_NEAR(largest_signed_rank_z(12), 3.0594, 1e-4);
  EXPECT_NEAR(largest_signed_rank_z(10), 2.8031, 1e-4);
  EXPECT_EQ(largest_signed_rank_z(0), 0.0);
}

TEST(SignedRank, nothing_for_unusable_samples) {
  for (const auto& sample : unusable_samples()) {
    EXPECT_FALSE(signed_ranks(sample, 0.0));
    EXPECT_FALSE(signed_rank_test(sample));
  }
  EXPECT_FALSE(signed_ranks(std::vector<double>{1.0}, k_nan));
  EXPECT_FALSE(signed_ranks(std::vector<double>{1e308}, -1e308));
}

}  // namespace
}  // namespace bisect::stats
