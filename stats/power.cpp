#include "stats/power.hpp"

#include "stats/distributions.hpp"
#include "stats/finite.hpp"

#include <algorithm>
#include <cmath>

namespace bisect::stats {
namespace {

/// Distance in standard errors that is detected with the wanted power.
std::optional<double> detectable_z(const PowerPlan& plan) {
  if (!is_open_probability(plan.alpha) || !is_open_probability(plan.power) ||
      plan.power < plan.alpha / 2.0)
    return std::nullopt;
  if (!(plan.efficiency > 0.0) || !std::isfinite(plan.efficiency)) return std::nullopt;
  const auto critical = normal_quantile(plan.alpha / 2.0);
  const auto reserve = normal_quantile(plan.power);
  if (!critical || !reserve) return std::nullopt;
  return *reserve - *critical;
}

bool is_sd(double sd) { return sd >= 0.0 && std::isfinite(sd); }

}  // namespace

std::optional<std::size_t> pairs_needed(double sd, double distance, const PowerPlan& plan) {
  const auto z = detectable_z(plan);
  if (!z || !is_sd(sd) || !(distance > 0.0) || !std::isfinite(distance)) return std::nullopt;
  const double ratio = *z * sd / distance;
  const double pairs = std::max(1.0, std::ceil(ratio * ratio / plan.efficiency));
  if (!(pairs <= 0x1p53)) return std::nullopt;
  return static_cast<std::size_t>(pairs);
}

std::optional<double> resolvable_distance(double sd, std::size_t pairs, const PowerPlan& plan) {
  const auto z = detectable_z(plan);
  if (!z || !is_sd(sd) || pairs == 0) return std::nullopt;
  return *z * sd / std::sqrt(static_cast<double>(pairs) * plan.efficiency);
}

}  // namespace bisect::stats
