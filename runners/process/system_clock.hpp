#pragma once

#include "core/clock.hpp"

namespace bisect::process {

/// The kernel's clocks: CLOCK_MONOTONIC and UTC.
class SystemClock final : public core::Clock {
 public:
  [[nodiscard]] core::Duration monotonic() const override {
    return std::chrono::steady_clock::now().time_since_epoch();
  }
  [[nodiscard]] std::chrono::sys_time<core::Duration> utc() const override {
    return std::chrono::system_clock::now();
  }
};

}  // namespace bisect::process
