#pragma once

#include <limits>
#include <vector>

namespace bisect::stats {

inline constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
inline constexpr double k_infinity = std::numeric_limits<double>::infinity();

/// Samples that every function must answer with nothing.
inline std::vector<std::vector<double>> unusable_samples() {
  return {{}, {1.0, k_nan, 2.0}, {1.0, 2.0, k_infinity}, {-k_infinity, 1.0, 2.0}};
}

}  // namespace bisect::stats
