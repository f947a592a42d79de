#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace bisect::stats {

/// Where the centre of a sample lies relative to a threshold; `open` when the data do not tell yet.
enum class ThresholdSide { below, above, open };

struct LookDecision {
  ThresholdSide side = ThresholdSide::open;
  double z = 0.0;          ///< Signed-rank z against the threshold, positive above it.
  std::size_t n_used = 0;  ///< Values that differ from the threshold.
};

/// One look of a group-sequential signed-rank test: above when z > bound, below when z < -bound.
/// Ranks hold their level under the heavy tails of timings, and |z| <= largest_signed_rank_z(n).
/// Nothing for an empty or non-finite sample, a threshold that is not finite, or a bound that is
/// not a positive finite number. All values equal to the threshold: open with z = 0.
[[nodiscard]] std::optional<LookDecision> decide_against(std::span<const double> log_ratios,
                                                         double threshold, double bound);

}  // namespace bisect::stats
