#include "stats/group_sequential.hpp"

#include "stats/signed_rank.hpp"

#include "unusable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace bisect::stats {
namespace {

std::vector<std::size_t> equal_steps(std::size_t looks) {
  std::vector<std::size_t> plan;
  for (std::size_t k = 1; k <= looks; ++k) plan.push_back(k * 10);
  return plan;
}

TEST(GroupSequential, equal_steps_give_pococks_constants) {
  // Jennison & Turnbull, Group Sequential Methods (2000), Table 2.1: C_P(K, alpha).
  struct Row {
    std::size_t looks;
    double at_10, at_5, at_1;
  };
  for (const Row& row :
       {Row{1, 1.645, 1.960, 2.576}, Row{2, 1.875, 2.178, 2.772}, Row{3, 1.992, 2.289, 2.873},
        Row{4, 2.067, 2.361, 2.939}, Row{5, 2.122, 2.413, 2.986}, Row{10, 2.270, 2.555, 3.117},
        Row{20, 2.392, 2.672, 3.225}}) {
    const auto plan = equal_steps(row.looks);
    EXPECT_NEAR(critical_bound(0.10, plan, NullLaw::normal).value(), row.at_10, 6e-4);
    EXPECT_NEAR(critical_bound(0.05, plan, NullLaw::normal).value(), row.at_5, 6e-4);
    EXPECT_NEAR(critical_bound(0.01, plan, NullLaw::normal).value(), row.at_1, 6e-4);
  }
}

TEST(GroupSequential, only_the_ratios_of_the_normal_looks_matter) {
  const std::vector<std::size_t> small{1, 2, 4, 8, 16};
  const std::vector<std::size_t> large{300, 600, 1200, 2400, 4800};
  EXPECT_NEAR(critical_bound(0.05, small, NullLaw::normal).value(),
              critical_bound(0.05, large, NullLaw::normal).value(), 1e-8);
}

TEST(GroupSequential, the_bounds_of_the_default_looks) {
  // Replays of the signed-rank test on recorded noise had settled on 2.51 and 2.98 before there was
  // a formula; the bounds for normal statistics are wider, because the rank statistic is bounded at
  // few pairs.
  EXPECT_NEAR(critical_bound(0.05).value(), 2.5069, 1e-4);
  EXPECT_NEAR(critical_bound(0.01).value(), 2.9987, 1e-4);
  EXPECT_NEAR(critical_bound(0.05, k_default_looks, NullLaw::normal).value(), 2.5401, 1e-4);
  EXPECT_NEAR(critical_bound(0.01, k_default_looks, NullLaw::normal).value(), 3.0892, 1e-4);
  EXPECT_LT(critical_bound(0.01).value(), largest_signed_rank_z(k_default_looks.front()));
}

TEST(GroupSequential, one_small_look_is_the_exact_signed_rank_test) {
  // With 6 pairs the sum of ranks is 21, 20, 19, ... with 2, 2, 2, 4, ... of 64 sign patterns on
  // both sides.
  const std::vector<std::size_t> six{6};
  const double se = std::sqrt(91.0);
  EXPECT_NEAR(crossing_probability(21.0 / se, six).value(), 2.0 / 64.0, 1e-10);
  EXPECT_NEAR(crossing_probability(19.0 / se, six).value(), 4.0 / 64.0, 1e-10);
  EXPECT_NEAR(crossing_probability(17.0 / se, six).value(), 6.0 / 64.0, 1e-10);
  // 5 % lies between one and two patterns a side: only the most extreme sum may decide.
  const double bound = critical_bound(0.05, six).value();
  EXPECT_GT(bound, 19.0 / se);
  EXPECT_LT(bound, 21.0 / se);
  EXPECT_EQ(crossing_probability(22.0 / se, six).value(), 0.0);
}

/// P(|z| of some look >= bound) for signed ranks, by running through every order of the magnitudes
/// and every sign pattern.
double enumerated_crossing(double bound, const std::vector<std::size_t>& looks) {
  const auto n = static_cast<unsigned>(looks.back());
  std::vector<double> magnitudes;
  for (unsigned i = 1; i <= n; ++i) magnitudes.push_back(i);
  double crossed = 0.0;
  double all = 0.0;
  do {
    for (unsigned signs = 0; signs < (1U << n); ++signs) {
      std::vector<double> d;
      bool over = false;
      for (unsigned i = 0; i < n; ++i)
        d.push_back(((signs >> i) & 1U) != 0U ? magnitudes[i] : -magnitudes[i]);
      for (const std::size_t look : looks) {
        over = over || std::fabs(signed_ranks(std::span(d).first(look), 0.0)->z) >= bound - 1e-9;
      }
      all += 1.0;
      crossed += over ? 1.0 : 0.0;
    }
  } while (std::next_permutation(magnitudes.begin(), magnitudes.end()));
  return crossed / all;
}

TEST(GroupSequential, close_to_the_enumerated_law_even_at_tiny_samples) {
  // The copula between looks is an approximation; here it is at its worst.
  const std::vector<std::size_t> looks{4, 6};
  for (const double bound : {1.5, 1.8, 2.0}) {
    EXPECT_NEAR(crossing_probability(bound, looks).value(), enumerated_crossing(bound, looks), 0.02)
        << bound;
  }
}

TEST(GroupSequential, bound_and_crossing_probability_are_inverse) {
  for (const double alpha : {0.2, 0.05, 0.013, 0.001}) {
    EXPECT_NEAR(
        crossing_probability(critical_bound(alpha, k_default_looks, NullLaw::normal).value(),
                             k_default_looks, NullLaw::normal)
                .value() /
            alpha,
        1.0, 1e-6);
    const double bound = critical_bound(alpha).value();
    EXPECT_LE(crossing_probability(bound).value(), alpha);
    EXPECT_GT(crossing_probability(bound - 1e-6).value(), alpha * 0.99);
  }
}

TEST(GroupSequential, the_adjusted_p_never_contradicts_the_decision) {
  for (const double alpha : {0.05, 0.01}) {
    const double bound = critical_bound(alpha).value();
    for (const double step : {1e-7, 0.01, 0.5, 2.0}) {
      EXPECT_LE(adjusted_p(bound + step).value(), alpha);
      EXPECT_LE(adjusted_p(-bound - step).value(), alpha);
      EXPECT_GE(adjusted_p(bound - step).value(), alpha);
    }
  }
}

TEST(GroupSequential, the_adjusted_p_falls_with_z_and_exceeds_the_single_look) {
  double previous = adjusted_p(0.0).value();
  EXPECT_EQ(previous, 1.0);
  for (double z = 0.25; z < 12.0; z += 0.25) {
    const double p = adjusted_p(z).value();
    EXPECT_LE(p, previous);
    EXPECT_GE(adjusted_p(z, k_default_looks, NullLaw::normal).value(),
              std::erfc(z / std::sqrt(2.0)) * (1.0 - 1e-9));
    previous = p;
  }
  EXPECT_EQ(adjusted_p(k_infinity).value(), 0.0);
}

TEST(GroupSequential, nothing_for_unusable_plans) {
  for (const std::vector<std::size_t>& plan :
       {std::vector<std::size_t>{}, {0, 5}, {5, 5}, {8, 4}}) {
    EXPECT_FALSE(critical_bound(0.05, plan));
    EXPECT_FALSE(crossing_probability(2.0, plan));
    EXPECT_FALSE(adjusted_p(2.0, plan));
  }
  for (const double alpha : {0.0, -0.1, 0.6, k_nan}) EXPECT_FALSE(critical_bound(alpha)) << alpha;
  for (const double bound : {0.0, -1.0, k_nan}) EXPECT_FALSE(crossing_probability(bound)) << bound;
  EXPECT_FALSE(adjusted_p(k_nan));
}

}  // namespace
}  // namespace bisect::stats
