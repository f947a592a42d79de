#include "runners/process/system_clock.hpp"

#include <gtest/gtest.h>

#include <ctime>

namespace bisect::process {
namespace {

TEST(SystemClock, TellsTheKernelsTimes) {
  const SystemClock clock;
  timespec before{};
  timespec after{};
  ::clock_gettime(CLOCK_MONOTONIC, &before);
  const core::Duration monotonic = clock.monotonic();
  ::clock_gettime(CLOCK_MONOTONIC, &after);
  const auto nanoseconds = [](const timespec& time) {
    return core::Duration(std::chrono::seconds(time.tv_sec)) + core::Duration(time.tv_nsec);
  };
  EXPECT_GE(monotonic, nanoseconds(before));
  EXPECT_LE(monotonic, nanoseconds(after));

  ::clock_gettime(CLOCK_REALTIME, &before);
  const core::Duration utc = clock.utc().time_since_epoch();
  ::clock_gettime(CLOCK_REALTIME, &after);
  EXPECT_GE(utc, nanoseconds(before));
  EXPECT_LE(utc, nanoseconds(after));
}

}  // namespace
}  // namespace bisect::process
