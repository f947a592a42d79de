#include "runners/bench/unit.hpp"

#include <gtest/gtest.h>

namespace bisect::bench {
namespace {

TEST(Unit, turns_times_into_nanoseconds) {
  const struct {
    const char* text;
    double factor;
  } times[] = {{"ns", 1}, {"us", 1e3}, {"\u00B5s", 1e3}, {"\u03BCs", 1e3}, {"ms", 1e6}, {"s", 1e9},
               {"min", 60e9}};
  for (const auto& time : times) {
    const auto unit = parse_unit(time.text);
    ASSERT_TRUE(unit) << time.text;
    EXPECT_EQ(unit->quantity, Quantity::time);
    EXPECT_EQ(unit->factor, time.factor) << time.text;
    EXPECT_EQ(unit->name, "ns");
  }
}

TEST(Unit, turns_memory_into_bytes) {
  EXPECT_EQ(parse_unit("bytes")->factor, 1);
  EXPECT_EQ(parse_unit("KB")->factor, 1000);
  EXPECT_EQ(parse_unit("MB")->factor, 1e6);
  EXPECT_EQ(parse_unit("KiB")->factor, 1024);
  EXPECT_EQ(parse_unit("GiB")->factor, 1073741824);
  EXPECT_EQ(parse_unit("KiB")->name, "bytes");
}

TEST(Unit, keeps_counts_and_rates_as_printed) {
  for (const char* text : {"%", "items", "count", "ops/s", "MB/s", "/s", "instructions"}) {
    const auto unit = parse_unit(text);
    ASSERT_TRUE(unit) << text;
    EXPECT_EQ(unit->quantity, Quantity::plain);
    EXPECT_EQ(unit->factor, 1);
    EXPECT_EQ(unit->name, text);
  }
  EXPECT_EQ(parse_unit("")->name, "");
  EXPECT_EQ(parse_unit("1")->name, "");
}

TEST(Unit, guesses_nothing) {
  for (const char* text : {"fortnights", "NS", "m", "ns ", "furlongs/s", "bananas", "n"})
    EXPECT_FALSE(parse_unit(text)) << text;
}

}  // namespace
}  // namespace bisect::bench
