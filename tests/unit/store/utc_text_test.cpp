#include "harness/store/utc_text.hpp"

#include <gtest/gtest.h>

namespace bisect::store {
namespace {

std::string text_of(std::int64_t milliseconds) {
  return utc_text(std::chrono::sys_time<core::Duration>{std::chrono::milliseconds(milliseconds)});
}

TEST(UtcText, is_iso_8601_with_milliseconds) {
  EXPECT_EQ(text_of(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(text_of(1'709'251'199'999), "2024-02-29T23:59:59.999Z");
  EXPECT_EQ(text_of(1'709'251'200'000), "2024-03-01T00:00:00.000Z");
}

TEST(UtcText, cuts_what_is_finer_and_never_rounds_into_the_next_second) {
  const core::Duration nearly = std::chrono::seconds(1) - core::Duration{1};
  EXPECT_EQ(utc_text(std::chrono::sys_time<core::Duration>{nearly}), "1970-01-01T00:00:00.999Z");
}

}  // namespace
}  // namespace bisect::store
