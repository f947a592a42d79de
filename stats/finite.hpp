#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace bisect::stats {

/// True when no value is NaN or infinite (and for an empty span).
[[nodiscard]] inline bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

/// True for 0 < p < 1; false for NaN.
[[nodiscard]] inline bool is_open_probability(double p) { return p > 0.0 && p < 1.0; }

}  // namespace bisect::stats
