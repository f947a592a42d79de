#include "stats/brownian_crossing.hpp"
#include "stats/distributions.hpp"
#include "stats/gauss_legendre.hpp"

#include "unusable.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bisect::stats {
namespace {

double integral_of_power(const Quadrature& rule, int power) {
  double sum = 0.0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i)
    sum += rule.weights[i] * std::pow(rule.nodes[i], power);
  return sum;
}

TEST(GaussLegendre, is_exact_for_polynomials_up_to_degree_19) {
  const auto rule = gauss_legendre(0.0, 1.0, 1);
  for (int power = 0; power <= 19; ++power)
    EXPECT_NEAR(integral_of_power(rule, power), 1.0 / (power + 1), 1e-15) << power;
  EXPECT_GT(std::fabs(integral_of_power(rule, 20) - 1.0 / 21.0), 1e-14);
}

TEST(GaussLegendre, agrees_with_the_published_nodes) {
  // Abramowitz & Stegun, Handbook of Mathematical Functions, Table 25.4, n = 10.
  const auto rule = gauss_legendre(-1.0, 1.0, 1);
  EXPECT_NEAR(rule.nodes.front(), -0.973906528517172, 1e-15);
  EXPECT_NEAR(rule.weights.front(), 0.066671344308688, 1e-15);
  EXPECT_NEAR(rule.nodes[5], 0.148874338981631, 1e-15);
  EXPECT_NEAR(rule.weights[5], 0.295524224714753, 1e-15);
}

TEST(GaussLegendre, panels_cover_the_range_in_order) {
  const auto rule = gauss_legendre(-2.0, 3.0, 7);
  EXPECT_EQ(rule.nodes.size(), 70U);
  EXPECT_NEAR(integral_of_power(rule, 3), (81.0 - 16.0) / 4.0, 1e-12);
  for (std::size_t i = 1; i < rule.nodes.size(); ++i) EXPECT_LT(rule.nodes[i - 1], rule.nodes[i]);
}

TEST(BrownianCrossing, one_look_is_a_plain_normal_tail) {
  const std::vector<std::size_t> look{7};
  for (const double limit : {0.5, 1.96, 5.0}) {
    EXPECT_NEAR(brownian_crossing(look, std::vector<double>{limit}) / (2.0 * normal_sf(limit)), 1.0,
                1e-13);
  }
}

TEST(BrownianCrossing, a_look_without_a_limit_does_not_count) {
  const std::vector<std::size_t> three{10, 25, 60};
  const std::vector<std::size_t> two{10, 60};
  EXPECT_NEAR(brownian_crossing(three, std::vector<double>{2.0, k_infinity, 2.1}),
              brownian_crossing(two, std::vector<double>{2.0, 2.1}), 1e-11);
  const std::vector<std::size_t> last{60};
  EXPECT_NEAR(brownian_crossing(three, std::vector<double>{k_infinity, k_infinity, 2.1}),
              2.0 * normal_sf(2.1), 1e-11);
}

TEST(BrownianCrossing, two_looks_agree_with_the_bivariate_normal) {
  // P(|Z1| < c, |Z2| < c) at correlation sqrt(1/4), by direct integration over Z1 with Simpson's
  // rule.
  const double c = 1.8;
  const double rho = 0.5;
  constexpr int steps = 20000;
  double inside = 0.0;
  for (int i = 0; i <= steps; ++i) {
    const double z = -c + 2.0 * c * i / steps;
    const double weight = i == 0 || i == steps ? 1.0 : (i % 2 == 1 ? 4.0 : 2.0);
    const double density = std::exp(-z * z / 2.0) / std::sqrt(2.0 * 3.141592653589793);
    const double spread = std::sqrt(1.0 - rho * rho);
    inside += weight * density *
              (normal_cdf((c - rho * z) / spread) - normal_cdf((-c - rho * z) / spread));
  }
  inside *= 2.0 * c / steps / 3.0;
  EXPECT_NEAR(brownian_crossing(std::vector<std::size_t>{5, 20}, std::vector<double>{c, c}),
              1.0 - inside, 1e-11);
}

}  // namespace
}  // namespace bisect::stats
