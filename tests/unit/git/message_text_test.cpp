#include "harness/git/message_text.hpp"

#include <gtest/gtest.h>

namespace bisect::git {
namespace {

constexpr const char* k_bad = "\xEF\xBF\xBD";

TEST(MessageText, ValidUtf8Stays) {
  for (const char* text : {"", "plain", "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"})
    EXPECT_EQ(to_utf8(text, ""), text);
}

TEST(MessageText, EachInvalidByteIsReplaced) {
  const std::string bad = k_bad;
  EXPECT_EQ(to_utf8("a\xFF" "b", ""), "a" + bad + "b");
  EXPECT_EQ(to_utf8("\xC3", ""), bad);                      // cut off
  EXPECT_EQ(to_utf8("\xC0\xAF", ""), bad + bad);            // overlong
  EXPECT_EQ(to_utf8("\xE0\x80\xAF", ""), bad + bad + bad);  // overlong
  EXPECT_EQ(to_utf8("\xED\xA0\x80", ""), bad + bad + bad);  // surrogate
  EXPECT_EQ(to_utf8("\xF4\x90\x80\x80", ""), bad + bad + bad + bad);  // above U+10FFFF
  EXPECT_EQ(to_utf8("\x80x", ""), bad + "x");
}

TEST(MessageText, DeclaredEncodingsAreConverted) {
  EXPECT_EQ(to_utf8("caf\xE9", "ISO-8859-1"), "caf\xC3\xA9");
  EXPECT_EQ(to_utf8("caf\xE9", "no such encoding"), std::string("caf") + k_bad);
  EXPECT_EQ(to_utf8("caf\xE9", "UTF-8"), std::string("caf") + k_bad);
}

TEST(MessageText, DatesKeepTheirOffset) {
  EXPECT_EQ(iso_date(0, 0), "1970-01-01T00:00:00+00:00");
  EXPECT_EQ(iso_date(1700000000, 90), "2023-11-14T23:43:20+01:30");
  EXPECT_EQ(iso_date(1700000000, -330), "2023-11-14T16:43:20-05:30");
  EXPECT_EQ(iso_date(-1, 0), "1969-12-31T23:59:59+00:00");
  EXPECT_EQ(iso_date(4000000000, 0), "2096-10-02T07:06:40+00:00");
}

}  // namespace
}  // namespace bisect::git
