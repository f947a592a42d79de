// Simulated A/A comparisons. Seeds are fixed and the random numbers are the same everywhere, so
// these tests cannot flake; the windows are about 3 standard errors of the simulation wide.
#include "stats/group_sequential.hpp"
#include "stats/hodges_lehmann.hpp"
#include "stats/look_decision.hpp"
#include "stats/signed_rank.hpp"
#include "stats/t_test.hpp"

#include "random_samples.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <span>

namespace bisect::stats {
namespace {

using Draw = std::function<double(RandomSamples&)>;

double normal_noise(RandomSamples& random) { return random.normal(); }
double cauchy_noise(RandomSamples& random) { return random.cauchy(); }

/// Looks at a growing sample until a look decides; the side it decides for.
ThresholdSide run_to_decision(RandomSamples& random, const Draw& draw, double threshold,
                              double bound) {
  std::vector<double> sample;
  for (const std::size_t look : k_default_looks) {
    while (sample.size() < look) sample.push_back(draw(random));
    const auto decision = decide_against(sample, threshold, bound);
    if (decision->side != ThresholdSide::open) return decision->side;
  }
  return ThresholdSide::open;
}

double decided_share(std::uint64_t seed, const Draw& draw, double bound, int runs) {
  RandomSamples random(seed);
  int decided = 0;
  for (int run = 0; run < runs; ++run)
    decided += run_to_decision(random, draw, 0.0, bound) == ThresholdSide::open ? 0 : 1;
  return static_cast<double>(decided) / runs;
}

TEST(FalseAlarmRate, of_the_group_sequential_signed_rank_test_is_five_percent) {
  const double bound = critical_bound(0.05).value();
  for (const Draw& noise : {Draw(normal_noise), Draw(cauchy_noise)}) {
    const double rate = decided_share(20, noise, bound, 4000);
    EXPECT_GT(rate, 0.040);
    EXPECT_LT(rate, 0.060);
  }
}

TEST(FalseAlarmRate, at_one_percent_as_well) {
  const double rate = decided_share(21, normal_noise, critical_bound(0.01).value(), 4000);
  EXPECT_GT(rate, 0.005);
  EXPECT_LT(rate, 0.015);
}

TEST(FalseAlarmRate, looking_six_times_at_the_plain_bound_would_double_it) {
  EXPECT_GT(decided_share(22, normal_noise, 1.96, 4000), 0.12);
}

TEST(FalseAlarmRate, the_repeated_interval_holds_the_truth_at_every_look) {
  RandomSamples random(23);
  const double bound = critical_bound(0.05).value();
  int missed = 0;
  constexpr int runs = 1500;
  for (int run = 0; run < runs; ++run) {
    const auto sample = random.normals(k_default_looks.back(), 0.03, 0.1);
    for (const std::size_t look : k_default_looks) {
      const auto interval = hodges_lehmann(std::span(sample).first(look), bound)->interval;
      if (interval && (interval->low > 0.03 || interval->high < 0.03)) {
        ++missed;
        break;
      }
    }
  }
  EXPECT_GT(missed / static_cast<double>(runs), 0.033);
  EXPECT_LT(missed / static_cast<double>(runs), 0.067);
}

TEST(FalseAlarmRate, of_welch_with_unequal_spreads_is_five_percent) {
  RandomSamples random(24);
  int rejected = 0;
  for (int run = 0; run < 4000; ++run) {
    rejected +=
        welch_t_test(random.normals(10, 1.0, 1.0), random.normals(25, 1.0, 4.0))->p_value < 0.05
            ? 1
            : 0;
  }
  EXPECT_NEAR(rejected / 4000.0, 0.05, 0.0105);
}

TEST(FalseAlarmRate, a_slowdown_of_a_tenth_is_told_from_half_of_it) {
  RandomSamples random(25);
  const double bound = critical_bound(0.05).value();
  int right = 0;
  for (int run = 0; run < 500; ++run) {
    const auto side = run_to_decision(
        random, [](RandomSamples& r) { return 0.10 + 0.08 * r.normal(); }, 0.05, bound);
    EXPECT_NE(side, ThresholdSide::below);
    right += side == ThresholdSide::above ? 1 : 0;
  }
  EXPECT_GE(right, 498);
}

}  // namespace
}  // namespace bisect::stats
