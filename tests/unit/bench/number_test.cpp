#include "runners/bench/number.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace bisect::bench {
namespace {

TEST(Number, reads_whole_fields_only) {
  EXPECT_EQ(parse_number("12.5"), 12.5);
  EXPECT_EQ(parse_number("+1e3"), 1000);
  EXPECT_EQ(parse_number("-.5"), -0.5);
  for (const char* text : {"", "-", "+-1", "--1", "12,5", "5%", "1 2", "0x10", "1e400", "12ms", "1_0"})
    EXPECT_FALSE(parse_number(text)) << text;
}

TEST(Number, knows_the_words_for_what_is_not_finite) {
  EXPECT_TRUE(std::isnan(parse_number("nan").value()));
  EXPECT_TRUE(std::isinf(parse_number("-inf").value()));
}

TEST(Number, tells_a_decimal_comma_from_text) {
  EXPECT_TRUE(has_decimal_comma("12,345"));
  EXPECT_TRUE(has_decimal_comma("-1.234,5"));
  EXPECT_FALSE(has_decimal_comma("12.345"));
  EXPECT_FALSE(has_decimal_comma("a,b"));
  EXPECT_FALSE(has_decimal_comma(","));
}

TEST(Number, tells_what_was_meant_as_a_number) {
  for (const char* text : {"1", "-5x", ".5", "nan", "+inf", "12,3"})
    EXPECT_TRUE(begins_like_number(text)) << text;
  for (const char* text : {"", "VALUE", "-", ".", "-x"}) EXPECT_FALSE(begins_like_number(text)) << text;
}

}  // namespace
}  // namespace bisect::bench
