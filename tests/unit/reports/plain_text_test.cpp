#include "reports/plain_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::reports {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ValidUtf8, keeps_what_is_valid) {
  const std::string text = "a\xC2\xB5\xE2\x82\xAC\xF0\x9F\x98\x80\n";
  EXPECT_EQ(valid_utf8(text), text);
  EXPECT_EQ(valid_utf8(""), "");
}

// Unicode 15, table 3-8 and its neighbours: one replacement for each maximal subpart.
TEST(ValidUtf8, replaces_what_is_not) {
  const std::string r = "\xEF\xBF\xBD";
  EXPECT_EQ(valid_utf8("\xFF"), r);
  EXPECT_EQ(valid_utf8("\x80x"), r + "x");
  EXPECT_EQ(valid_utf8("\xC3("), r + "(");
  EXPECT_EQ(valid_utf8("\xC0\xAF"), r + r) << "overlong";
  EXPECT_EQ(valid_utf8("\xED\xA0\x80"), r + r + r) << "surrogate";
  EXPECT_EQ(valid_utf8("\xF0\x9F\x98"), r) << "cut off";
  EXPECT_EQ(valid_utf8("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"), r + r + r + r + "A");
  EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), r + r + r + r) << "above U+10FFFF";
}

TEST(OneLine, has_neither_controls_nor_escape_sequences) {
  EXPECT_EQ(one_line("a\tb\r\nc"), "a b  c");
  EXPECT_EQ(one_line("\x1b[1;31mred\x1b[0m"), "red");
  EXPECT_EQ(one_line("\x1b[31"), "");
  EXPECT_EQ(one_line("\x1b" "c"), "c");
}

TEST(CleanLines, drop_empty_ends_only) {
  EXPECT_THAT(clean_lines("a\r\n\nb\n\n\n"), ElementsAre("a", "", "b"));
  EXPECT_THAT(clean_lines(""), IsEmpty());
  EXPECT_THAT(clean_lines("\n\n"), IsEmpty());
}

TEST(DisplayWidth, counts_characters) {
  EXPECT_EQ(display_width("µs"), 2U);
  EXPECT_EQ(display_width(""), 0U);
}

TEST(Shortened, keeps_whole_characters) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "ab…");
  EXPECT_EQ(shortened("µµµµ", 3), "µµ…");
  EXPECT_EQ(shortened("ab", 1), "…");
}

TEST(Wrapped, breaks_at_blanks) {
  EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(wrapped("a verylongword b", 5), ElementsAre("a", "verylongword", "b"));
  EXPECT_THAT(wrapped("", 5), IsEmpty());
}

TEST(Wrapped, leaves_the_percent_sign_with_its_number) {
  EXPECT_THAT(wrapped("about 4.1 %", 10), ElementsAre("about", "4.1 %"));
  EXPECT_THAT(wrapped("[3.6 %, 4.7 %]", 9), ElementsAre("[3.6 %,", "4.7 %]"));
}

}  // namespace
}  // namespace bisect::reports
