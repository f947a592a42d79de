#include "stats/multiple_testing.hpp"

#include "unusable.hpp"

#include <gtest/gtest.h>

namespace bisect::stats {
namespace {

const std::vector<double> k_p{0.01, 0.02, 0.03, 0.04, 0.05, 0.001, 0.5, 0.04};

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], 1e-14) << i;
}

TEST(MultipleTesting, holm_agrees_with_r) {
  // R 4.2.2: p.adjust(p, "holm").
  expect_near(holm_adjusted(k_p).value(), {0.07, 0.12, 0.15, 0.16, 0.16, 0.008, 0.5, 0.16});
}

TEST(MultipleTesting, benjamini_hochberg_agrees_with_r) {
  // R 4.2.2: p.adjust(p, "BH").
  const double shared = 0.16 / 3.0;
  expect_near(benjamini_hochberg_adjusted(k_p).value(),
              {0.04, shared, shared, shared, 0.4 / 7.0, 0.008, 0.5, shared});
}

TEST(MultipleTesting, never_above_one_nor_below_the_raw_value) {
  const std::vector<double> p{0.9, 0.6, 0.0, 1.0};
  for (const auto& adjusted : {holm_adjusted(p).value(), benjamini_hochberg_adjusted(p).value()}) {
    for (std::size_t i = 0; i < p.size(); ++i) {
      EXPECT_GE(adjusted[i], p[i]);
      EXPECT_LE(adjusted[i], 1.0);
    }
  }
}

TEST(MultipleTesting, a_family_of_one_or_none_stays_as_it_is) {
  expect_near(holm_adjusted(std::vector<double>{0.03}).value(), {0.03});
  expect_near(benjamini_hochberg_adjusted(std::vector<double>{0.03}).value(), {0.03});
  EXPECT_TRUE(holm_adjusted({})->empty());
  EXPECT_TRUE(benjamini_hochberg_adjusted({})->empty());
}

TEST(MultipleTesting, nothing_for_what_is_no_probability) {
  for (const double bad : {-0.1, 1.1, k_nan}) {
    EXPECT_FALSE(holm_adjusted(std::vector<double>{0.5, bad}));
    EXPECT_FALSE(benjamini_hochberg_adjusted(std::vector<double>{0.5, bad}));
  }
}

}  // namespace
}  // namespace bisect::stats
