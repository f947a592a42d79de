#pragma once

#include "core/clock.hpp"

#include <string>

namespace bisect::reports {

// Numbers as people read them. Every function takes any double; what is not finite becomes "?".

/// Percent of a fraction with sensible digits: 0.0412 -> "4.1 %", 0.0009 -> "0.09 %", 1.5 -> "150 %".
/// The sign is shown for negative numbers only.
[[nodiscard]] std::string percent(double fraction);
/// The same with the sign always shown, zero excepted: "+4.1 %".
[[nodiscard]] std::string signed_percent(double fraction);

/// A chosen level in percent, as somebody would write it: 0.95 -> "95 %", 0.999 -> "99.9 %".
[[nodiscard]] std::string level(double fraction);

/// A probability in percent that never claims certainty: "99.6 %", "> 99.9 %", "< 0.1 %".
[[nodiscard]] std::string probability(double value);

/// Two significant digits: "0.0015", "0.12", "1.2e-07"; "< 1e-300" where doubles end.
[[nodiscard]] std::string p_value(double value);

/// Four significant digits: "301.3", "0.002451", "1.234e+09".
[[nodiscard]] std::string number(double value);

/// A value in the metric's unit, scaled: "ns" -> "12.34 ms", "bytes" -> "1.5 MiB", else the number
/// and its unit.
[[nodiscard]] std::string quantity(double value, const std::string& unit);

/// Whole seconds and larger: "42 s", "3 min 20 s", "2 h 5 min"; below ten seconds "1.2 s".
[[nodiscard]] std::string elapsed(core::Duration duration);

}  // namespace bisect::reports
