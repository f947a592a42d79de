#include "stats/order_selection.hpp"
#include "stats/ranks.hpp"

#include "random_samples.hpp"
#include "unusable.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace bisect::stats {
namespace {

TEST(Ranks, ties_share_their_mean_rank) {
  const auto r = mid_ranks(std::vector<double>{3.0, 1.0, 3.0, 2.0, 3.0, 1.0});
  EXPECT_EQ(r.ranks, (std::vector<double>{5.0, 1.5, 5.0, 3.0, 5.0, 1.5}));
  EXPECT_EQ(r.tie_sum, (27.0 - 3.0) + (8.0 - 2.0));
}

TEST(Ranks, the_tie_sum_of_sorted_values_is_the_same) {
  const std::vector<double> sorted{1.0, 1.0, 2.0, 3.0, 3.0, 3.0};
  EXPECT_EQ(tie_sum_of_sorted(sorted), mid_ranks(sorted).tie_sum);
  EXPECT_EQ(tie_sum_of_sorted(std::vector<double>{1.0, 2.0, 4.0}), 0.0);
  EXPECT_EQ(tie_sum_of_sorted({}), 0.0);
}

TEST(OrderSelection, keys_keep_the_order_of_doubles_and_lead_back) {
  const std::vector<double> ascending{-k_infinity, -1e300, -1.5,  -1e-320,   0.0,
                                      1e-320,      1.0,    1e300, k_infinity};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    EXPECT_EQ(from_order_key(order_key(ascending[i])), ascending[i]);
  }
  for (std::size_t i = 1; i < ascending.size(); ++i)
    EXPECT_LT(order_key(ascending[i - 1]), order_key(ascending[i]));
  EXPECT_EQ(order_key(-0.0), order_key(0.0));
}

TEST(OrderSelection, finds_every_order_statistic_exactly) {
  auto values = RandomSamples(4).normals(57);
  values.push_back(values.front());
  std::sort(values.begin(), values.end());
  for (std::size_t k = 1; k <= values.size(); ++k) {
    const double found = kth_smallest(k, values.front(), values.back(), [&](double v) {
      return static_cast<std::uint64_t>(std::upper_bound(values.begin(), values.end(), v) -
                                        values.begin());
    });
    EXPECT_EQ(found, values[k - 1]);
  }
}

}  // namespace
}  // namespace bisect::stats
