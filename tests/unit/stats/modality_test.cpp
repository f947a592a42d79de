#include "stats/modality.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace bisect::stats {
namespace {

using Draw = std::function<double(RandomSamples&)>;

double false_alarm_rate(std::uint64_t seed, std::size_t n, const Draw& draw) {
  RandomSamples random(seed);
  constexpr int runs = 2000;
  int alarms = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<double> sample(n);
    for (double& v : sample) v = draw(random);
    alarms += find_two_modes(sample)->is_two_modes ? 1 : 0;
  }
  return alarms / static_cast<double>(runs);
}

/// `n` values around 100 with 1 % noise; the first `high_count` of them 30 % higher.
std::vector<double> bimodal(RandomSamples& random, std::size_t n, std::size_t high_count) {
  auto values = random.normals(n, 100.0, 1.0);
  for (std::size_t i = 0; i < high_count; ++i) values[i] *= 1.3;
  return values;
}

TEST(Modality, false_alarms_stay_below_one_percent) {
  struct Shape {
    const char* name;
    Draw draw;
  };
  const std::vector<Shape> shapes{
      {"normal", [](RandomSamples& r) { return 100.0 + r.normal(); }},
      {"log_normal_0.1", [](RandomSamples& r) { return std::exp(0.1 * r.normal()); }},
      {"uniform", [](RandomSamples& r) { return r.uniform(); }},
      {"exponential", [](RandomSamples& r) { return -std::log(r.uniform()); }}};
  for (const Shape& shape : shapes) {
    for (const std::size_t n : {12U, 20U, 30U, 50U, 100U, 200U}) {
      const double rate = false_alarm_rate(40, n, shape.draw);
      RecordProperty(shape.name + std::string("_") + std::to_string(n), std::to_string(rate));
      EXPECT_LT(rate, 0.01) << shape.name << " n = " << n;
    }
  }
}

TEST(Modality, two_starts_thirty_percent_apart_are_found) {
  RandomSamples random(41);
  for (const std::size_t n : {12U, 13U, 20U, 60U, 200U}) {
    for (int run = 0; run < 200; ++run) {
      const auto m = find_two_modes(bimodal(random, n, n / 2)).value();
      ASSERT_TRUE(m.is_two_modes) << n;
      EXPECT_NEAR(m.low, 100.0, 3.0);
      EXPECT_NEAR(m.high, 130.0, 4.0);
      EXPECT_DOUBLE_EQ(m.high_share, static_cast<double>(n / 2) / static_cast<double>(n));
    }
  }
}

TEST(Modality, an_uneven_share_is_found_too) {
  RandomSamples random(42);
  for (int run = 0; run < 200; ++run)
    EXPECT_TRUE(find_two_modes(bimodal(random, 40, 6))->is_two_modes);
}

TEST(Modality, a_few_outliers_are_no_mode) {
  RandomSamples random(43);
  for (int run = 0; run < 200; ++run) {
    EXPECT_FALSE(find_two_modes(bimodal(random, 16, 2))->is_two_modes);
    EXPECT_FALSE(find_two_modes(bimodal(random, 40, 2))->is_two_modes);
    EXPECT_FALSE(find_two_modes(bimodal(random, 200, 10))->is_two_modes);
  }
}

TEST(Modality, one_wild_value_does_not_hide_two_modes) {
  RandomSamples random(46);
  auto values = bimodal(random, 100, 50);
  values.push_back(170.0);
  EXPECT_TRUE(find_two_modes(values)->is_two_modes);
}

TEST(Modality, the_answer_follows_shift_scale_and_reflection) {
  RandomSamples random(44);
  const auto values = bimodal(random, 20, 5);
  const auto before = find_two_modes(values).value();
  std::vector<double> image;
  for (const double v : values) image.push_back(7.0 - 2.0 * v);
  const auto after = find_two_modes(image).value();
  EXPECT_NEAR(after.separation, before.separation, 1e-9);
  EXPECT_NEAR(after.low, 7.0 - 2.0 * before.high, 1e-9);
  EXPECT_NEAR(after.high_share, 1.0 - before.high_share, 1e-12);
  EXPECT_TRUE(after.is_two_modes);
}

TEST(Modality, one_value_is_one_mode_and_two_exact_values_are_two) {
  const auto one = find_two_modes(std::vector<double>(20, 0.1)).value();
  EXPECT_FALSE(one.is_two_modes);
  EXPECT_EQ(one.separation, 0.0);
  EXPECT_EQ(one.low, 0.1);
  EXPECT_EQ(one.high, 0.1);
  std::vector<double> two(20, 0.1);
  std::fill(two.begin(), two.begin() + 8, 0.2);
  EXPECT_TRUE(find_two_modes(two)->is_two_modes);
  EXPECT_EQ(find_two_modes(two)->high_share, 0.4);
}

TEST(Modality, nothing_for_unusable_samples) {
  for (const auto& sample : unusable_samples()) EXPECT_FALSE(find_two_modes(sample));
  EXPECT_FALSE(find_two_modes(RandomSamples(45).normals(k_modality_minimum - 1)));
  auto poisoned = RandomSamples(45).normals(30);
  poisoned[17] = k_nan;
  EXPECT_FALSE(find_two_modes(poisoned));
}

}  // namespace
}  // namespace bisect::stats
