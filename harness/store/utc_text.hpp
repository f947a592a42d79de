#pragma once

#include "core/clock.hpp"

#include <string>

namespace bisect::store {

/// ISO 8601 in UTC with milliseconds, "2024-02-29T23:59:59.999Z": sorts as text in order of time.
[[nodiscard]] std::string utc_text(std::chrono::sys_time<core::Duration> time);

}  // namespace bisect::store
