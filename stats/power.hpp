#pragma once

#include <cstddef>
#include <numbers>
#include <optional>

namespace bisect::stats {

/// Pitman efficiency of the signed-rank test against the t-test on normal data, 3/pi; never below
/// 0.864 for any symmetric distribution, above 1 for heavy tails (Hodges & Lehmann, Annals of
/// Mathematical Statistics 27 (1956) 324-335).
inline constexpr double k_signed_rank_normal_efficiency = 3.0 * std::numbers::inv_pi;

struct PowerPlan {
  double alpha = 0.05;      ///< Two-sided level of one look, in (0, 1).
  double power = 0.95;      ///< Chance to detect, in (0, 1); at least alpha / 2.
  double efficiency = 1.0;  ///< Of the test against the t-test: 1 for t,
                            ///< k_signed_rank_normal_efficiency for ranks on normal data.
};

/// Pairs that a paired test at one fixed look needs for a mean log ratio that lies `distance` (> 0)
/// from the threshold, when the log ratios of pairs have standard deviation `sd` (>= 0, same unit):
/// ((z_{1-alpha/2} + z_power) sd / distance)^2 / efficiency, rounded up, at least 1 (one-sample
/// normal approximation: Lehmann, Nonparametrics (1975) 4.2; Noether, JASA 82 (1987) 645-647). With
/// the defaults 13 (sd/effect)^2 against 0, and 52 (sd/effect)^2 against half of the effect, where
/// distance is effect/2. Nothing for numbers outside their ranges, or when more than 2^53 pairs
/// would be needed.
[[nodiscard]] std::optional<std::size_t> pairs_needed(double sd, double distance,
                                                      const PowerPlan& plan = {});

/// The inverse: the smallest distance that `pairs` (>= 1) resolve.
[[nodiscard]] std::optional<double> resolvable_distance(double sd, std::size_t pairs,
                                                        const PowerPlan& plan = {});

}  // namespace bisect::stats
