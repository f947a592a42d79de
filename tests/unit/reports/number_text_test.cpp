#include "reports/number_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace bisect::reports {
namespace {

using namespace std::chrono_literals;

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double k_infinity = std::numeric_limits<double>::infinity();

TEST(Percent, has_sensible_digits) {
  EXPECT_EQ(percent(0.0412), "4.1 %");
  EXPECT_EQ(percent(0.0009), "0.09 %");
  EXPECT_EQ(percent(0.412), "41.2 %");
  EXPECT_EQ(percent(1.5), "150 %");
  EXPECT_EQ(percent(12.345), "1234 %");
  EXPECT_EQ(percent(0), "0.0 %");
  EXPECT_EQ(percent(-0.00001), "0.0 %");
  EXPECT_EQ(percent(-0.02), "-2.0 %");
}

TEST(SignedPercent, shows_the_sign_of_what_is_shown) {
  EXPECT_EQ(signed_percent(0.041), "+4.1 %");
  EXPECT_EQ(signed_percent(-0.041), "-4.1 %");
  EXPECT_EQ(signed_percent(0), "0.0 %");
  EXPECT_EQ(signed_percent(0.00001), "0.0 %");
}

TEST(Level, is_written_as_chosen) {
  EXPECT_EQ(level(0.95), "95 %");
  EXPECT_EQ(level(0.999), "99.9 %");
  EXPECT_EQ(level(0.07), "7 %");
}

TEST(Probability, never_claims_certainty) {
  EXPECT_EQ(probability(0.996), "99.6 %");
  EXPECT_EQ(probability(1), "> 99.9 %");
  EXPECT_EQ(probability(0.99901), "> 99.9 %");
  EXPECT_EQ(probability(0), "< 0.1 %");
}

TEST(PValue, has_two_digits) {
  EXPECT_EQ(p_value(0.00147), "0.0015");
  EXPECT_EQ(p_value(0.1233), "0.12");
  EXPECT_EQ(p_value(1.234e-7), "1.2e-07");
  EXPECT_EQ(p_value(0), "< 1e-300");
  EXPECT_EQ(p_value(1), "1");
}

TEST(Number, has_four_digits) {
  EXPECT_EQ(number(301.324), "301.3");
  EXPECT_EQ(number(0.00245149), "0.002451");
  EXPECT_EQ(number(52000), "52000");
  EXPECT_EQ(number(1234567890), "1.235e+09");
  EXPECT_EQ(number(-7.23), "-7.23");
}

TEST(Quantity, is_scaled_by_its_unit) {
  EXPECT_EQ(quantity(812, "ns"), "812 ns");
  EXPECT_EQ(quantity(1500, "ns"), "1.5 µs");
  EXPECT_EQ(quantity(12.345e6, "ns"), "12.35 ms");
  EXPECT_EQ(quantity(0.999999e9, "ns"), "1 s");
  EXPECT_EQ(quantity(90e9, "ns"), "90 s");
  EXPECT_EQ(quantity(0.25, "ns"), "0.25 ns");
  EXPECT_EQ(quantity(1536, "bytes"), "1.5 KiB");
  EXPECT_EQ(quantity(512, "bytes"), "512 bytes");
  EXPECT_EQ(quantity(3.0 * (1 << 30), "bytes"), "3 GiB");
  EXPECT_EQ(quantity(42, "1/s"), "42 1/s");
  EXPECT_EQ(quantity(42, ""), "42");
}

TEST(Elapsed, grows_with_its_unit) {
  EXPECT_EQ(elapsed(0s), "0.0 s");
  EXPECT_EQ(elapsed(1234ms), "1.2 s");
  EXPECT_EQ(elapsed(9990ms), "10 s");
  EXPECT_EQ(elapsed(200s), "3 min 20 s");
  EXPECT_EQ(elapsed(59999ms), "1 min 0 s");
  EXPECT_EQ(elapsed(2h + 5min + 10s), "2 h 5 min");
}

TEST(Numbers, that_are_none_are_never_shown) {
  for (const double value : {k_nan, k_infinity, -k_infinity}) {
    for (const std::string& text : {percent(value), signed_percent(value), level(value), probability(value), p_value(value),
                                    number(value), quantity(value, "ns"), quantity(value, "x")})
      EXPECT_EQ(text, "?");
  }
}

}  // namespace
}  // namespace bisect::reports
