#include "stats/t_test.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bisect::stats {
namespace {

// Cushny & Peebles' sleep data, as in Student (1908); references: R 4.2.2 t.test.
const std::vector<double> k_first_drug{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};
const std::vector<double> k_second_drug{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

// Latent heat of ice by two methods: Rice, Mathematical Statistics and Data Analysis, 11.2;
// references: R 4.2.2 t.test.
const std::vector<double> k_ice_a{79.98, 80.04, 80.02, 80.04, 80.03, 80.03, 80.04,
                                  79.97, 80.05, 80.03, 80.02, 80.00, 80.02};
const std::vector<double> k_ice_b{80.02, 79.94, 79.98, 79.97, 79.97, 80.03, 79.95, 79.97};

constexpr TTestSettings k_greater{Tail::greater, 0.95};
constexpr TTestSettings k_less{Tail::less, 0.95};

TEST(TTest, pooled_on_the_sleep_data) {
  const auto t = pooled_t_test(k_first_drug, k_second_drug).value();
  EXPECT_NEAR(t.statistic, -1.86081346748685, 1e-12);
  EXPECT_EQ(t.dof, 18.0);
  EXPECT_NEAR(t.p_value, 0.0791867142159382, 1e-12);
  EXPECT_NEAR(t.difference, -1.58, 1e-14);
  EXPECT_NEAR(t.interval.low, -3.363874032287598, 1e-12);
  EXPECT_NEAR(t.interval.high, 0.203874032287599, 1e-12);
  EXPECT_NEAR(t.ratio.value(), 0.75 / 2.33, 1e-12);
  EXPECT_FALSE(t.exact);
}

TEST(TTest, welch_on_the_sleep_data) {
  const auto t = welch_t_test(k_first_drug, k_second_drug).value();
  EXPECT_NEAR(t.statistic, -1.86081346748685, 1e-12);
  EXPECT_NEAR(t.dof, 17.7764735161785, 1e-10);
  EXPECT_NEAR(t.p_value, 0.0793941401873582, 1e-12);
  EXPECT_NEAR(t.interval.low, -3.36548323071171, 1e-11);
  EXPECT_NEAR(t.interval.high, 0.20548323071171, 1e-11);
  EXPECT_NEAR(welch_t_test(k_first_drug, k_second_drug, k_less)->p_value, 0.0396970700936791,
              1e-12);
  EXPECT_NEAR(welch_t_test(k_first_drug, k_second_drug, k_greater)->p_value,
              1.0 - 0.0396970700936791, 1e-12);
}

TEST(TTest, the_confidence_widens_the_interval) {
  const auto t = welch_t_test(k_first_drug, k_second_drug, {Tail::two_sided, 0.99}).value();
  EXPECT_NEAR(t.interval.low, -4.02763291991904, 1e-11);
  EXPECT_NEAR(t.interval.high, 0.86763291991904, 1e-11);
}

TEST(TTest, paired_on_the_sleep_data) {
  const auto t = paired_t_test(k_first_drug, k_second_drug).value();
  EXPECT_NEAR(t.statistic, -4.06212768338204, 1e-12);
  EXPECT_EQ(t.dof, 9.0);
  EXPECT_NEAR(t.p_value, 0.00283289019738427, 1e-13);
  EXPECT_NEAR(t.interval.low, -2.459885763276982, 1e-12);
  EXPECT_NEAR(t.interval.high, -0.700114236723018, 1e-12);
}

TEST(TTest, unequal_sizes_on_the_ice_data) {
  const auto welch = welch_t_test(k_ice_a, k_ice_b).value();
  EXPECT_NEAR(welch.statistic, 3.24986738055522, 1e-9);
  EXPECT_NEAR(welch.dof, 12.0271084945182, 1e-9);
  EXPECT_NEAR(welch.p_value, 0.00693932661444794, 1e-10);
  const auto pooled = pooled_t_test(k_ice_a, k_ice_b).value();
  EXPECT_NEAR(pooled.statistic, 3.47224484709379, 1e-9);
  EXPECT_NEAR(pooled.p_value, 0.00255100421411096, 1e-10);
}

TEST(TTest, moments_of_a_published_container_comparison) {
  // Mean, sd and n of three settings, as their author gave them with t = 3.00 and 1.16 and a
  // one-tailed confidence of 99.85 %.
  const SampleMoments slow{301.324, 19.978, 136};
  const auto t = pooled_t_test(slow, {294.094, 19.759, 136}, k_greater).value();
  EXPECT_NEAR(t.statistic, 3.000689630553, 1e-10);
  EXPECT_EQ(t.dof, 270.0);
  EXPECT_NEAR(t.p_value, 0.00147275747444835, 1e-12);
  EXPECT_NEAR(t.interval.low, 2.48630892214652, 1e-9);
  EXPECT_NEAR(t.interval.high, 11.97369107785352, 1e-9);
  const auto small = pooled_t_test(slow, {298.468, 20.590, 136}, k_greater).value();
  EXPECT_NEAR(small.statistic, 1.16093965157576, 1e-10);
  EXPECT_NEAR(small.p_value, 0.123345911206928, 1e-11);
}

TEST(TTest, swapping_the_samples_mirrors_the_answer) {
  RandomSamples random(3);
  const auto a = random.normals(14, 1.0, 2.0);
  const auto b = random.normals(9, 0.0, 1.0);
  for (const auto test : {+[](std::span<const double> x, std::span<const double> y,
                              const TTestSettings&s) { return pooled_t_test(x, y, s); },
                          +[](std::span<const double> x, std::span<const double> y,
                              const TTestSettings&s) { return welch_t_test(x, y, s); }}) {
    const auto there = test(a, b, k_greater).value();
    const auto back = test(b, a, k_less).value();
    EXPECT_NEAR(there.statistic, -back.statistic, 1e-12);
    EXPECT_NEAR(there.p_value, back.p_value, 1e-12);
    EXPECT_NEAR(there.interval.low, -back.interval.high, 1e-12);
  }
}

TEST(TTest, equal_constants_do_not_differ) {
  const std::vector<double> constant(5, 0.1);
  for (const Tail tail : {Tail::less, Tail::greater, Tail::two_sided}) {
    const auto t = welch_t_test(constant, constant, {tail, 0.95}).value();
    EXPECT_TRUE(t.exact);
    EXPECT_EQ(t.p_value, 1.0);
    EXPECT_EQ(t.statistic, 0.0);
    EXPECT_EQ(t.interval.low, 0.0);
    EXPECT_EQ(t.interval.high, 0.0);
  }
}

TEST(TTest, different_constants_differ_for_certain) {
  const std::vector<double> one(5, 1.0);
  const std::vector<double> two(4, 2.0);
  for (const auto& t : {welch_t_test(two, one).value(), pooled_t_test(two, one).value(),
                        pooled_t_test(two, one, k_greater).value()}) {
    EXPECT_TRUE(t.exact);
    EXPECT_EQ(t.p_value, 0.0);
    EXPECT_EQ(t.difference, 1.0);
    EXPECT_EQ(t.ratio.value(), 2.0);
    EXPECT_EQ(t.interval.low, 1.0);
    EXPECT_EQ(t.interval.high, 1.0);
    EXPECT_EQ(t.statistic, k_infinity);
  }
  EXPECT_EQ(pooled_t_test(two, one, k_less)->p_value, 1.0);
  EXPECT_EQ(pooled_t_test(one, two)->statistic, -k_infinity);
}

TEST(TTest, a_constant_difference_hidden_by_rounding_is_exact) {
  // 1.3 - 1.2 and 2.3 - 2.2 differ in the last bits only.
  const auto t =
      paired_t_test(std::vector<double>{1.3, 2.3, 3.3}, std::vector<double>{1.2, 2.2, 3.2}).value();
  EXPECT_TRUE(t.exact);
  EXPECT_EQ(t.p_value, 0.0);
  EXPECT_NEAR(t.difference, 0.1, 1e-15);
}

TEST(TTest, one_constant_side_is_an_ordinary_test) {
  const auto t =
      welch_t_test(std::vector<double>{1.0, 2.0, 3.0}, std::vector<double>(4, 5.0)).value();
  EXPECT_FALSE(t.exact);
  EXPECT_NEAR(t.dof, 2.0, 1e-12);
  EXPECT_NEAR(t.statistic, -3.0 * std::sqrt(3.0), 1e-12);
}

TEST(TTest, no_ratio_to_a_zero_mean) {
  EXPECT_FALSE(welch_t_test(std::vector<double>{1.0, 2.0}, std::vector<double>{-1.0, 1.0})->ratio);
}

TEST(TTest, nothing_for_unusable_samples) {
  const std::vector<double> fine{1.0, 2.0, 4.0};
  for (const auto& sample : unusable_samples()) {
    EXPECT_FALSE(pooled_t_test(sample, fine));
    EXPECT_FALSE(welch_t_test(fine, sample));
    EXPECT_FALSE(paired_t_test(sample, fine));
    EXPECT_FALSE(paired_t_test(fine, sample));
  }
  EXPECT_FALSE(welch_t_test(std::vector<double>{1.0}, fine));
  EXPECT_FALSE(paired_t_test(fine, std::vector<double>{1.0, 2.0}));
  EXPECT_FALSE(pooled_t_test(SampleMoments{1.0, -0.5, 4}, SampleMoments{1.0, 0.5, 4}));
  EXPECT_FALSE(pooled_t_test(SampleMoments{k_nan, 0.5, 4}, SampleMoments{1.0, 0.5, 4}));
  EXPECT_FALSE(pooled_t_test(fine, fine, {Tail::two_sided, 1.0}));
  EXPECT_FALSE(pooled_t_test(fine, fine, {Tail::two_sided, k_nan}));
}

}  // namespace
}  // namespace bisect::stats
