#include "harness/engine/look.hpp"

#include "stats/group_sequential.hpp"
#include "stats/hodges_lehmann.hpp"
#include "stats/look_decision.hpp"

#include <algorithm>
#include <cmath>

namespace bisect::engine {

std::span<const std::size_t> looks() { return stats::k_default_looks; }

Look look_at(std::span<const double> differences, double threshold, double bound) {
  Look look;
  look.pairs = static_cast<int>(differences.size());
  const auto decided = stats::decide_against(differences, threshold, bound);
  const auto location = stats::hodges_lehmann(differences, bound);
  if (!decided || !location) return look;
  look.side = decided->side == stats::ThresholdSide::above   ? Side::above
              : decided->side == stats::ThresholdSide::below ? Side::below
                                                             : Side::open;
  look.z = decided->z;
  look.estimate = look.low = look.high = location->estimate;
  if (location->interval) {
    look.low = location->interval->low;
    look.high = location->interval->high;
    look.has_interval = true;
  }
  return look;
}

Look mirrored(const Look& look) {
  Look other = look;
  if (look.side != Side::open) other.side = look.side == Side::above ? Side::below : Side::above;
  other.z = -look.z;
  other.estimate = -look.estimate;
  other.low = -look.high;
  other.high = -look.low;
  return other;
}

double error_bound(double z) {
  // adjusted_p is two-sided; the other side would be a mistake in the opposite direction.
  return stats::adjusted_p(z).value_or(1.0) / 2;
}

double critical_z(double alpha) {
  // 1 - 0.95 is not quite 0.05, for which the bound is at hand.
  const double rounded = std::round(alpha * 1e9) / 1e9;
  return stats::critical_bound(std::clamp(rounded, 1e-9, 0.5)).value_or(3.0);
}

core::Decision decision_of(const Look& look, double threshold, double bound) {
  core::Decision decision;
  decision.test = "Wilcoxon signed rank, group-sequential";
  decision.threshold = threshold;
  decision.statistic = look.z;
  decision.bound = bound;
  decision.pairs = look.pairs;
  decision.estimate = look.estimate;
  decision.low = look.low;
  decision.high = look.high;
  return decision;
}

}  // namespace bisect::engine
