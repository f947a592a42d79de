#pragma once

#include <span>
#include <vector>

namespace bisect::page {

/// Width of every picture in its own units; it is stretched to the room there is.
inline constexpr double k_width = 1000;

/// From numbers to places on a picture's horizontal axis (0 … k_width).
struct Scale {
  double low = 0;
  double high = 1;

  [[nodiscard]] double operator()(double value) const {
    return (value - low) / (high - low) * k_width;
  }
  [[nodiscard]] bool holds(double value) const { return value >= low && value <= high; }
};

/// A scale that shows all of `must` and the bulk of `points` (quantiles 5 % and 95 %), with a margin.
/// What is not finite is passed over; never empty.
[[nodiscard]] Scale scale_for(std::span<const double> must, std::span<const double> points);

/// Round numbers on the scale, at most `most` (>= 2) of them: steps of 1, 2 or 5 times a power of ten
/// (Heckbert, "Nice numbers for graph labels", Graphics Gems (1990) 61-63).
[[nodiscard]] std::vector<double> ticks(const Scale& scale, int most);

/// At most `most` of the values: all when they are few, else evenly spaced order statistics with the
/// smallest and the largest, so that a picture keeps its shape and its outliers. Sorted.
[[nodiscard]] std::vector<double> thinned(std::vector<double> values, std::size_t most);

}  // namespace bisect::page
