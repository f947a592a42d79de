#pragma once

#include "core/clock.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace bisect::config {

// How quantities are written on the command line and in a plan. Errors are of kind `usage`, without
// the name of the option: the caller puts it in front (`prefixed`).

/// "90s", "20m", "3h", "1h30m", "500ms", "1.5h", "2d". A number without a unit is refused; "0s" is
/// zero. At most 10 years.
[[nodiscard]] core::Result<core::Duration> parse_duration(std::string_view text);

/// The shortest text that parse_duration reads as this duration: "1h30m". Whole milliseconds.
[[nodiscard]] std::string to_text(core::Duration duration);

/// "2", "2%", "2 %" or "0.5" percent, as a fraction: 0.02. Not negative, finite.
[[nodiscard]] core::Result<double> parse_percent(std::string_view text);

/// A whole number from 0 to 1 000 000.
[[nodiscard]] core::Result<int> parse_count(std::string_view text);

/// A whole number from 0 to 2^64 - 1.
[[nodiscard]] core::Result<std::uint64_t> parse_seed(std::string_view text);

/// The same error, its message preceded by where it happened: "--budget: '90' has no unit".
[[nodiscard]] core::Error prefixed(const std::string& where, core::Error error);

}  // namespace bisect::config
