#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace bisect::stats {

/// What one sample looks like, in the sample's own unit.
struct Summary {
  std::size_t n = 0;
  double mean = 0.0;
  double sd = 0.0;  ///< With divisor n - 1; 0 for n = 1.
  double min = 0.0;
  double q1 = 0.0;
  double median = 0.0;
  double q3 = 0.0;
  double max = 0.0;
  double mad = 0.0;  ///< Median absolute deviation from the median, unscaled (times 1.4826 it
                     ///< estimates a normal sd).
};

/// 1 / normal_quantile(3/4): what makes a median absolute deviation estimate the sd of a normal
/// sample.
inline constexpr double k_mad_to_normal_sd = 1.482602218505602;

/// Nothing for an empty span, one with a NaN or an infinity, or one whose squares overflow. A
/// sample of equal values has exactly that mean and sd 0.
[[nodiscard]] std::optional<Summary> summarize(std::span<const double> values);

/// Sample quantile, 0 <= p <= 1, linear between order statistics at (n-1)p (type 7 of Hyndman &
/// Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996) 361-365).
/// Nothing for an empty or non-finite sample or p outside.
[[nodiscard]] std::optional<double> quantile(std::span<const double> values, double p);

/// Type-7 quantile of values that are known to be finite, sorted ascending and not empty; 0 <= p
/// <= 1.
[[nodiscard]] double quantile_of_sorted(std::span<const double> sorted, double p);

}  // namespace bisect::stats
