#include "stats/mann_whitney.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bisect::stats {
namespace {

// References: R 4.2.2 wilcox.test.

TEST(MannWhitney, exact_on_the_permeability_data) {
  // Human chorioamnion permeability, Hollander & Wolfe, Nonparametric Statistical Methods,
  // Table 4.1.
  const std::vector<double> at_term{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> early{1.15, 0.88, 0.90, 0.74, 1.21};
  const auto test = mann_whitney_test(at_term, early).value();
  EXPECT_EQ(test.method, PValueMethod::exact);
  EXPECT_EQ(test.u, 35.0);
  EXPECT_EQ(test.superiority, 0.7);
  EXPECT_NEAR(test.p_value, 0.254412254412254, 1e-14);
  EXPECT_NEAR(mann_whitney_test(at_term, early, Tail::greater)->p_value, 0.127206127206127, 1e-14);
  EXPECT_NEAR(mann_whitney_test(at_term, early, Tail::less)->p_value, 0.896769896769897, 1e-14);
}

TEST(MannWhitney, ties_on_the_ice_data) {
  const std::vector<double> a{79.98, 80.04, 80.02, 80.04, 80.03, 80.03, 80.04,
                              79.97, 80.05, 80.03, 80.02, 80.00, 80.02};
  const std::vector<double> b{80.02, 79.94, 79.98, 79.97, 79.97, 80.03, 79.95, 79.97};
  const auto test = mann_whitney_test(a, b).value();
  EXPECT_EQ(test.method, PValueMethod::normal);
  EXPECT_EQ(test.u, 89.0);
  EXPECT_NEAR(test.p_value, 0.00749714644566857, 1e-14);
  // Without the continuity correction R gives 0.00671729532495408, the two-sided normal tail of z.
  EXPECT_NEAR(std::erfc(test.z / std::sqrt(2.0)), 0.00671729532495408, 1e-14);
}

TEST(MannWhitney, swapping_the_samples_mirrors_the_answer) {
  RandomSamples random(6);
  for (const std::size_t n : {10U, 40U}) {
    const auto a = random.normals(n);
    const auto b = random.normals(n + 7, 0.4);
    const auto there = mann_whitney_test(a, b, Tail::less).value();
    const auto back = mann_whitney_test(b, a, Tail::greater).value();
    EXPECT_NEAR(there.z, -back.z, 1e-12);
    EXPECT_NEAR(there.p_value, back.p_value, 1e-12);
    EXPECT_NEAR(there.superiority, 1.0 - back.superiority, 1e-12);
  }
}

TEST(MannWhitney, any_monotone_scale_gives_the_same_answer) {
  RandomSamples random(7);
  auto a = random.normals(30);
  auto b = random.normals(30, 0.5);
  const auto before = mann_whitney_test(a, b).value();
  for (double& v : a) v = std::exp(v);
  for (double& v : b) v = std::exp(v);
  EXPECT_EQ(before.z, mann_whitney_test(a, b)->z);
}

TEST(MannWhitney, all_values_equal) {
  const auto test =
      mann_whitney_test(std::vector<double>(30, 0.1), std::vector<double>(40, 0.1)).value();
  EXPECT_EQ(test.z, 0.0);
  EXPECT_EQ(test.p_value, 1.0);
  EXPECT_EQ(test.superiority, 0.5);
}

TEST(MannWhitney, nothing_for_unusable_samples) {
  const std::vector<double> fine{1.0, 2.0};
  for (const auto& sample : unusable_samples()) {
    EXPECT_FALSE(mann_whitney_test(sample, fine));
    EXPECT_FALSE(mann_whitney_test(fine, sample));
  }
}

}  // namespace
}  // namespace bisect::stats
