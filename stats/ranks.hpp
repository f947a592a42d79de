#pragma once

#include <span>
#include <vector>

namespace bisect::stats {

/// Ranks 1..n in the order of the values, with the mean rank for ties. All values must be finite.
struct MidRanks {
  std::vector<double> ranks;  ///< ranks[i] belongs to values[i].
  double tie_sum = 0.0;       ///< Sum of t^3 - t over the groups of t equal values; 0 without ties.
};

[[nodiscard]] MidRanks mid_ranks(std::span<const double> values);

/// Sum of t^3 - t over the groups of t equal values in a range that is already sorted.
[[nodiscard]] double tie_sum_of_sorted(std::span<const double> sorted);

}  // namespace bisect::stats
