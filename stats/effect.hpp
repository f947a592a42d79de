#pragma once

#include <optional>
#include <span>
#include <vector>

namespace bisect::stats {

// Effects are natural logarithms of ratios: they add up along a history, and a slowdown and its
// removal are equal and opposite.

/// ln(other / base). Nothing unless both are positive and finite.
[[nodiscard]] std::optional<double> log_ratio(double base, double other);

/// ln(other[i] / base[i]) of aligned pairs. Nothing when the lengths differ or a value is not
/// positive and finite.
[[nodiscard]] std::optional<std::vector<double>> pair_log_ratios(std::span<const double> base,
                                                                 std::span<const double> other);

/// A log ratio as a change in percent of the base: ln 2 -> 100. A finite log ratio above 709 gives
/// infinity.
[[nodiscard]] double percent_change(double log_ratio);

/// The log ratio of a change in percent: 100 -> ln 2. Nothing unless the change is finite and above
/// -100.
[[nodiscard]] std::optional<double> log_ratio_of_percent(double percent);

}  // namespace bisect::stats
