#include "stats/part_effects.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace bisect::stats {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pair;
using testing::UnorderedElementsAre;

std::set<PartSet> all_variants(int parts) {
  const std::vector<PartSet> variants = variants_of(parts);
  return {variants.begin(), variants.end()};
}

/// What a contrast comes to when the variants stand at these levels.
template <class Level>
double value(const Contrast& contrast, Level level) {
  double sum = 0;
  for (const auto& [variant, weight] : contrast) sum += weight * level(variant);
  return sum;
}

TEST(Variants, every_combination_up_to_four_parts) {
  EXPECT_THAT(variants_of(2), ElementsAre(0U, 1U, 2U, 3U));
  EXPECT_EQ(variants_of(4).size(), 16U);
}

TEST(Variants, above_four_alone_and_left_out) {
  const std::vector<PartSet> variants = variants_of(5);
  EXPECT_EQ(variants.size(), 2U + 2U * 5U);
  for (const PartSet set : variants) {
    const int in = std::popcount(set);
    EXPECT_TRUE(in <= 1 || in >= 4) << set;
  }
}

TEST(PartContrast, two_parts_weigh_first_and_last_step_alike) {
  // Shapley's value of two players: the mean of joining first and joining last.
  const auto contrast = part_contrast(2, 0, all_variants(2)).value();
  EXPECT_THAT(contrast, UnorderedElementsAre(Pair(0U, -0.5), Pair(1U, 0.5), Pair(2U, -0.5),
                                             Pair(3U, 0.5)));
}

TEST(PartContrast, three_parts_weigh_the_steps_as_shapley_does) {
  // Weights |S|! (n - |S| - 1)! / n!: 1/3 for the first and last step, 1/6 for those between.
  const auto contrast = part_contrast(3, 0, all_variants(3)).value();
  EXPECT_THAT(contrast.at(0b001), DoubleNear(1.0 / 3, 1e-12));
  EXPECT_THAT(contrast.at(0b011), DoubleNear(1.0 / 6, 1e-12));
  EXPECT_THAT(contrast.at(0b101), DoubleNear(1.0 / 6, 1e-12));
  EXPECT_THAT(contrast.at(0b111), DoubleNear(1.0 / 3, 1e-12));
  EXPECT_THAT(contrast.at(0b000), DoubleNear(-1.0 / 3, 1e-12));
}

TEST(PartContrast, additive_parts_get_their_own_effect_whatever_is_missing) {
  const auto level = [](PartSet set) { return 5 + 0.3 * (set & 1U) - 0.2 * (set >> 1 & 1U) + 0.1 * (set >> 2 & 1U); };
  std::set<PartSet> measured = all_variants(3);
  EXPECT_NEAR(value(part_contrast(3, 0, measured).value(), level), 0.3, 1e-12);
  measured.erase(0b001);
  measured.erase(0b110);
  EXPECT_NEAR(value(part_contrast(3, 0, measured).value(), level), 0.3, 1e-12);
  EXPECT_NEAR(value(part_contrast(3, 1, measured).value(), level), -0.2, 1e-12);
}

TEST(PartContrast, contributions_add_up_to_the_total) {
  const auto level = [](PartSet set) { return std::sin(1.0 + 7.0 * set); };  // anything but additive
  for (const int parts : {2, 3, 4}) {
    const PartSet whole = (1U << parts) - 1;
    double sum = 0;
    for (int part = 0; part < parts; ++part)
      sum += value(part_contrast(parts, part, all_variants(parts)).value(), level);
    EXPECT_NEAR(sum, level(whole) - level(0), 1e-12) << parts;
    EXPECT_FALSE(remainder_contrast(parts, all_variants(parts))) << parts;
  }
}

TEST(PartContrast, a_part_that_needs_another_takes_its_step_after_it) {
  // Part 0 alone could not be built: the only order is part 1, then part 0.
  const std::set<PartSet> measured{0b00, 0b10, 0b11};
  EXPECT_THAT(part_contrast(2, 0, measured).value(),
              UnorderedElementsAre(Pair(0b10U, -1.0), Pair(0b11U, 1.0)));
  EXPECT_THAT(part_contrast(2, 1, measured).value(),
              UnorderedElementsAre(Pair(0b00U, -1.0), Pair(0b10U, 1.0)));
}

TEST(PartContrast, parts_that_need_each_other_cannot_be_told_apart) {
  EXPECT_FALSE(part_contrast(2, 0, {0b00, 0b11}));
  EXPECT_FALSE(remainder_contrast(2, {0b00, 0b11}));
}

TEST(PartContrast, many_parts_use_first_and_last_step_as_far_as_measured) {
  std::set<PartSet> measured = all_variants(5);
  EXPECT_THAT(part_contrast(5, 4, measured).value(),
              UnorderedElementsAre(Pair(0U, -0.5), Pair(0b10000U, 0.5), Pair(0b01111U, -0.5),
                                   Pair(0b11111U, 0.5)));
  measured.erase(0b10000);
  EXPECT_THAT(part_contrast(5, 4, measured).value(),
              UnorderedElementsAre(Pair(0b01111U, -1.0), Pair(0b11111U, 1.0)));
}

TEST(PairContrast, is_zero_for_additive_parts_and_the_excess_otherwise) {
  const auto additive = [](PartSet set) { return 2 + 0.5 * (set & 1U) + 0.25 * (set >> 1 & 1U); };
  const auto excess = [&](PartSet set) { return additive(set) + ((set & 3U) == 3U ? 0.7 : 0.0); };
  for (const int parts : {2, 3}) {
    const auto contrast = pair_contrast(parts, 0, 1, all_variants(parts)).value();
    EXPECT_NEAR(value(contrast, additive), 0, 1e-12);
    EXPECT_NEAR(value(contrast, excess), 0.7, 1e-12);
  }
}

TEST(PairContrast, needs_all_four_variants) {
  EXPECT_FALSE(pair_contrast(2, 0, 1, {0b00, 0b10, 0b11}));
  EXPECT_FALSE(pair_contrast(5, 0, 1, all_variants(5)));
}

TEST(OthersContrast, is_zero_unless_the_part_interacts) {
  const auto level = [](PartSet set) {
    return 0.1 * std::popcount(set) + ((set & 3U) == 3U ? 0.6 : 0.0);
  };
  EXPECT_NEAR(value(others_contrast(5, 0, all_variants(5)).value(), level), 0.6, 1e-12);
  EXPECT_NEAR(value(others_contrast(5, 2, all_variants(5)).value(), level), 0.0, 1e-12);
  EXPECT_FALSE(others_contrast(2, 0, all_variants(2)));
}

TEST(RemainderContrast, is_what_several_of_many_parts_do_together) {
  const auto level = [](PartSet set) {
    return 0.1 * std::popcount(set) + ((set & 3U) == 3U ? 0.6 : 0.0);
  };
  // Half of what two parts do together stands in each one's effect: nothing is left of it.
  const auto contrast = remainder_contrast(5, all_variants(5)).value();
  EXPECT_NEAR(value(contrast, level), 0.0, 1e-12);
  // What three parts do together is counted in each of their last steps, half of it three times.
  const auto of_three = [](PartSet set) { return (set & 7U) == 7U ? 0.6 : 0.0; };
  EXPECT_NEAR(value(contrast, of_three), 0.6 - 3 * 0.3, 1e-12);
}

}  // namespace
}  // namespace bisect::stats
