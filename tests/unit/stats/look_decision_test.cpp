#include "stats/look_decision.hpp"

#include "stats/signed_rank.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

namespace bisect::stats {
namespace {

TEST(LookDecision, tells_the_side_of_a_clear_sample) {
  const auto slow = RandomSamples(11).normals(24, 0.10, 0.02);
  EXPECT_EQ(decide_against(slow, 0.05, 2.51)->side, ThresholdSide::above);
  EXPECT_EQ(decide_against(slow, 0.15, 2.51)->side, ThresholdSide::below);
  EXPECT_EQ(decide_against(slow, 0.10, 2.51)->side, ThresholdSide::open);
  EXPECT_EQ(decide_against(slow, 0.05, 2.51)->z, signed_ranks(slow, 0.05)->z);
}

TEST(LookDecision, a_z_on_the_bound_is_still_open) {
  const std::vector<double> d{1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
  const double z = signed_ranks(d, 0.0)->z;
  EXPECT_EQ(decide_against(d, 0.0, z)->side, ThresholdSide::open);
  EXPECT_EQ(decide_against(d, 0.0, z - 1e-12)->side, ThresholdSide::above);
}

TEST(LookDecision, values_at_the_threshold_decide_nothing) {
  const auto decision = decide_against(std::vector<double>(12, 0.5), 0.5, 1.0).value();
  EXPECT_EQ(decision.side, ThresholdSide::open);
  EXPECT_EQ(decision.z, 0.0);
  EXPECT_EQ(decision.n_used, 0U);
}

TEST(LookDecision, nothing_for_unusable_input) {
  for (const auto& sample : unusable_samples()) EXPECT_FALSE(decide_against(sample, 0.0, 2.5));
  const std::vector<double> fine{1.0, 2.0};
  for (const double bound : {0.0, -2.5, k_nan, k_infinity})
    EXPECT_FALSE(decide_against(fine, 0.0, bound)) << bound;
  EXPECT_FALSE(decide_against(fine, k_nan, 2.5));
}

}  // namespace
}  // namespace bisect::stats
