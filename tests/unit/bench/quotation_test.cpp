#include "runners/bench/quotation.hpp"

#include <gtest/gtest.h>

namespace bisect::bench {
namespace {

TEST(Quotation, keeps_valid_text_and_replaces_the_rest) {
  EXPECT_EQ(printable("na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80", 99),
            "na\xC3\xAFve \xE2\x82\xAC \xF0\x9F\x98\x80");
  EXPECT_EQ(printable("a\x1B[0m\tb\x7F", 99), "a?[0m?b?");
  EXPECT_EQ(printable("\xC0\xAF", 99), "??");              // overlong
  EXPECT_EQ(printable("\xED\xA0\x80", 99), "???");         // a surrogate
  EXPECT_EQ(printable("\xF4\x90\x80\x80", 99), "????");    // above U+10FFFF
  EXPECT_EQ(printable("\xE2\x82", 99), "??");              // cut
}

TEST(Quotation, cuts_between_characters) {
  EXPECT_EQ(printable("\xC3\xA4\xC3\xB6\xC3\xBC", 5), "\xC3\xA4\xC3\xB6...");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), '"' + std::string(80, 'x') + "...\"");
}

}  // namespace
}  // namespace bisect::bench
