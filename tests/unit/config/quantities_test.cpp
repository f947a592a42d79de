#include "harness/config/quantities.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <limits>

namespace bisect::config {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(Duration, reads_every_unit) {
  EXPECT_EQ(*parse_duration("500ms"), 500ms);
  EXPECT_EQ(*parse_duration("90s"), 90s);
  EXPECT_EQ(*parse_duration("20m"), 20min);
  EXPECT_EQ(*parse_duration("3h"), 3h);
  EXPECT_EQ(*parse_duration("2d"), 48h);
  EXPECT_EQ(*parse_duration("0s"), 0s);
}

TEST(Duration, adds_parts_and_takes_decimals) {
  EXPECT_EQ(*parse_duration("1h30m"), 90min);
  EXPECT_EQ(*parse_duration("1.5h"), 90min);
  EXPECT_EQ(*parse_duration("1m2s3ms"), 62003ms);
}

TEST(Duration, without_a_unit_is_refused_with_the_cure) {
  const auto duration = parse_duration("90");
  ASSERT_FALSE(duration);
  EXPECT_EQ(duration.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(duration.error().message, HasSubstr("'90' has no unit"));
  EXPECT_THAT(duration.error().hints.at(0), HasSubstr("90s"));
}

class NoDuration : public testing::TestWithParam<const char*> {};

TEST_P(NoDuration, is_refused) { EXPECT_FALSE(parse_duration(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Texts, NoDuration,
                         testing::Values("", "soon", "s", "-5s", "5 s", "5x", "5s5", "1e3s", "nans",
                                         "inf", "20000000d", "5ss", "3M"));

TEST(Duration, text_reads_back) {
  for (const core::Duration duration : {core::Duration(0), core::Duration(1ms), core::Duration(90s),
                                        core::Duration(26h + 3min + 7ms)})
    EXPECT_EQ(*parse_duration(to_text(duration)), duration) << to_text(duration);
  EXPECT_EQ(to_text(core::Duration(90min)), "1h30m");
  EXPECT_EQ(to_text(core::Duration(0)), "0s");
}

TEST(Percent, becomes_a_fraction) {
  EXPECT_DOUBLE_EQ(*parse_percent("2"), 0.02);
  EXPECT_DOUBLE_EQ(*parse_percent("2%"), 0.02);
  EXPECT_DOUBLE_EQ(*parse_percent("2 %"), 0.02);
  EXPECT_DOUBLE_EQ(*parse_percent("0.5"), 0.005);
  EXPECT_DOUBLE_EQ(*parse_percent("250%"), 2.5);
}

class NoPercent : public testing::TestWithParam<const char*> {};

TEST_P(NoPercent, is_refused) { EXPECT_FALSE(parse_percent(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Texts, NoPercent,
                         testing::Values("", "%", "lots", "-2", "nan", "inf", "2,5", "2%%", " 2"));

TEST(Count, is_whole_and_bounded) {
  EXPECT_EQ(*parse_count("0"), 0);
  EXPECT_EQ(*parse_count("1000000"), 1000000);
  for (const char* text : {"", "-1", "1.5", "1000001", "99999999999", "3x"})
    EXPECT_FALSE(parse_count(text)) << text;
}

TEST(Seed, takes_every_64_bit_number) {
  EXPECT_EQ(*parse_seed("0"), 0U);
  EXPECT_EQ(*parse_seed("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  for (const char* text : {"", "-1", "18446744073709551616", "0x10", "seed"})
    EXPECT_FALSE(parse_seed(text)) << text;
}

TEST(Prefixed, keeps_kind_and_hints) {
  const core::Error error = prefixed("--budget", core::usage_error("wrong", {"cure"}));
  EXPECT_EQ(error.message, "--budget: wrong");
  EXPECT_EQ(error.kind, core::ErrorKind::usage);
  EXPECT_THAT(error.hints, testing::ElementsAre("cure"));
}

}  // namespace
}  // namespace bisect::config
