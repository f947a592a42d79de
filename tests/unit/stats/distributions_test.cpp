#include "stats/distributions.hpp"

#include "unusable.hpp"

#include <gtest/gtest.h>

namespace bisect::stats {
namespace {

// References: R 4.2.2, pnorm, qnorm, pt and qt at 15 digits.

TEST(Distributions, normal_tails_keep_their_relative_accuracy) {
  EXPECT_NEAR(normal_cdf(-1.0) / 1.58655253931457e-01, 1.0, 1e-13);
  EXPECT_NEAR(normal_cdf(-5.0) / 2.86651571879194e-07, 1.0, 1e-13);
  EXPECT_NEAR(normal_sf(20.0) / 2.75362411860623e-89, 1.0, 1e-13);
  EXPECT_EQ(normal_cdf(0.0), 0.5);
  EXPECT_EQ(normal_cdf(k_infinity), 1.0);
  EXPECT_EQ(normal_sf(k_infinity), 0.0);
}

TEST(Distributions, normal_quantiles) {
  EXPECT_NEAR(normal_quantile(0.975).value(), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-10).value(), -6.361340902404056, 1e-13);
  EXPECT_NEAR(normal_quantile(0.75).value(), 0.674489750196082, 1e-14);
}

TEST(Distributions, student_t_with_whole_and_fractional_dof) {
  EXPECT_NEAR(student_t_cdf(2.5, 3.7).value(), 0.964088988544087, 1e-13);
  EXPECT_NEAR(student_t_cdf(-40.0, 5.0).value() / 9.20598108588648e-08, 1.0, 1e-12);
  EXPECT_NEAR(student_t_cdf(1e-3, 1e6).value(), 0.500398942114175, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.975, 5.0).value(), 2.57058183563631, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.9, 2.3).value(), 1.78192399011848, 1e-12);
  EXPECT_NEAR(student_t_quantile(0.005, 270.0).value(), -2.59416054851960, 1e-12);
}

TEST(Distributions, student_t_sf_mirrors_cdf_and_meets_the_normal) {
  for (const double t : {-3.0, -0.5, 0.0, 0.7, 9.0}) {
    EXPECT_EQ(student_t_sf(t, 4.0).value(), student_t_cdf(-t, 4.0).value());
    EXPECT_EQ(student_t_cdf(t, k_infinity).value(), normal_cdf(t));
  }
  EXPECT_EQ(student_t_cdf(k_infinity, 4.0).value(), 1.0);
  EXPECT_EQ(student_t_cdf(-k_infinity, 4.0).value(), 0.0);
  EXPECT_EQ(student_t_quantile(0.975, k_infinity), normal_quantile(0.975));
}

TEST(Distributions, nothing_outside_the_domain) {
  for (const double p : {0.0, 1.0, -0.1, 1.1, k_nan}) {
    EXPECT_FALSE(normal_quantile(p)) << p;
    EXPECT_FALSE(student_t_quantile(p, 3.0)) << p;
  }
  for (const double dof : {0.0, -1.0, k_nan}) {
    EXPECT_FALSE(student_t_cdf(1.0, dof)) << dof;
    EXPECT_FALSE(student_t_sf(1.0, dof)) << dof;
    EXPECT_FALSE(student_t_quantile(0.5, dof)) << dof;
  }
  EXPECT_FALSE(student_t_cdf(k_nan, 3.0));
}

}  // namespace
}  // namespace bisect::stats
