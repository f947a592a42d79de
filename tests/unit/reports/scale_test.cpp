#include "reports/page/scale.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace bisect::page {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(Scale, maps_its_ends_to_the_ends_of_the_picture) {
  const Scale scale{-0.02, 0.08};
  EXPECT_DOUBLE_EQ(scale(-0.02), 0);
  EXPECT_DOUBLE_EQ(scale(0.08), k_width);
  EXPECT_DOUBLE_EQ(scale(0.03), k_width / 2);
  EXPECT_TRUE(scale.holds(0.08));
  EXPECT_FALSE(scale.holds(0.0801));
}

TEST(ScaleFor, shows_all_that_must_be_seen_and_the_bulk_of_the_points) {
  std::vector<double> points;
  for (int i = 0; i <= 1000; ++i) points.push_back(i / 1000.0);
  points.push_back(50);  // a spike does not squeeze the picture
  const std::vector<double> must{-0.5, 0.2};
  const Scale scale = scale_for(must, points);
  EXPECT_LT(scale.low, -0.5);
  EXPECT_GT(scale.high, 0.94);
  EXPECT_LT(scale.high, 1.1);
}

TEST(ScaleFor, is_never_empty) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const std::vector<double>& must : {std::vector<double>{}, {0.0}, {3.0, 3.0}, {none}, {none, 1e300}}) {
    const Scale scale = scale_for(must, {});
    EXPECT_LT(scale.low, scale.high);
    EXPECT_TRUE(std::all_of(must.begin(), must.end(),
                            [&](double value) { return value != value || scale.holds(value); }));
  }
}

TEST(Ticks, are_round_numbers_on_the_scale) {
  EXPECT_THAT(ticks({-0.013, 0.047}, 6),
              ElementsAre(DoubleNear(-0.01, 1e-12), 0, DoubleNear(0.01, 1e-12), DoubleNear(0.02, 1e-12),
                          DoubleNear(0.03, 1e-12), DoubleNear(0.04, 1e-12)));
  EXPECT_THAT(ticks({0, 1}, 5), ElementsAre(0, 0.2, 0.4, DoubleNear(0.6, 1e-12), 0.8, 1));
  EXPECT_THAT(ticks({117e6, 131e6}, 4), ElementsAre(120e6, 125e6, 130e6));
}

TEST(Ticks, are_never_many) {
  for (double width = 1e-9; width < 1e9; width *= 1.7)
    for (const double low : {-width, 0.0, width / 3, 7 * width}) {
      const auto places = ticks({low, low + width}, 6);
      EXPECT_GE(places.size(), 2U);
      EXPECT_LE(places.size(), 7U);
    }
}

TEST(Thinned, keeps_few_values_and_of_many_the_ends_and_the_shape) {
  EXPECT_THAT(thinned({3, 1, 2}, 10), ElementsAre(1, 2, 3));
  std::vector<double> values;
  for (int i = 0; i < 100'000; ++i) values.push_back((i * 7919) % 100'000);
  const auto kept = thinned(values, 400);
  ASSERT_EQ(kept.size(), 400U);
  EXPECT_EQ(kept.front(), 0);
  EXPECT_EQ(kept.back(), 99'999);
  EXPECT_NEAR(kept[100], 25'000, 200);
}

}  // namespace
}  // namespace bisect::page
