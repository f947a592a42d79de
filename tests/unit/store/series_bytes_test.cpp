#include "harness/store/series_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bisect::store {
namespace {

TEST(SeriesBytes, the_bytes_are_ieee_754_little_endian) {
  // 1.0 is 0x3FF0000000000000, -2.0 is 0xC000000000000000.
  EXPECT_EQ(series_to_bytes({1.0, -2.0}),
            std::string("\x00\x00\x00\x00\x00\x00\xF0\x3F\x00\x00\x00\x00\x00\x00\x00\xC0", 16));
}

TEST(SeriesBytes, every_bit_comes_back) {
  const std::vector<double> series{0.0,
                                   -0.0,
                                   0.1,
                                   std::numeric_limits<double>::denorm_min(),
                                   std::numeric_limits<double>::max(),
                                   -std::numeric_limits<double>::infinity()};
  const std::vector<double> back = series_from_bytes(series_to_bytes(series));
  EXPECT_EQ(back, series);
  EXPECT_TRUE(std::signbit(back.at(1)));
  EXPECT_TRUE(series_from_bytes("").empty());
}

TEST(SeriesBytes, a_number_cut_short_is_no_sample) {
  const std::string bytes = series_to_bytes({1.5, 2.5});
  EXPECT_THAT(series_from_bytes(bytes.substr(0, 15)), testing::ElementsAre(1.5));
}

}  // namespace
}  // namespace bisect::store
