#include "stats/look_decision.hpp"

#include "stats/signed_rank.hpp"

#include <cmath>

namespace bisect::stats {

std::optional<LookDecision> decide_against(std::span<const double> log_ratios, double threshold,
                                           double bound) {
  if (!(bound > 0.0) || !std::isfinite(bound)) return std::nullopt;
  const auto ranks = signed_ranks(log_ratios, threshold);
  if (!ranks) return std::nullopt;
  LookDecision decision{ThresholdSide::open, ranks->z, ranks->n_used};
  if (ranks->z > bound) decision.side = ThresholdSide::above;
  if (ranks->z < -bound) decision.side = ThresholdSide::below;
  return decision;
}

}  // namespace bisect::stats
