#pragma once

#include <chrono>

namespace bisect::core {

using Duration = std::chrono::nanoseconds;

/// Time as a port, so that tests turn the hands themselves.
class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual Duration monotonic() const = 0;
  [[nodiscard]] virtual std::chrono::sys_time<Duration> utc() const = 0;
};

}  // namespace bisect::core
