#pragma once

#include <optional>
#include <span>

namespace bisect::stats {

/// How much a value in a series resembles the one before it.
struct LagOneRankCorrelation {
  double rho = 0.0;      ///< Of the ranks, -1..1; near 0 for independent samples.
  double z = 0.0;        ///< Standardised with the permutation mean and variance.
  double p_value = 1.0;  ///< One-sided, for rho > 0: drift and bursts make neighbours alike.
};

/// Lag-one serial correlation of mid-ranks, sum (R_i - R)(R_{i+1} - R) / sum (R_i - R)^2, with the
/// exact permutation moments (Wald & Wolfowitz, Annals of Mathematical Statistics 14 (1943)
/// 378-388; for ranks Dufour & Roy, Journal of Econometrics 29 (1985) 257-273). With ties the
/// variance is that of untied ranks, which is close unless most values are equal. Nothing for fewer
/// than 5 values or a non-finite one; all values equal give rho = 0, p = 1.
[[nodiscard]] std::optional<LagOneRankCorrelation> lag_one_rank_correlation(
    std::span<const double> series);

}  // namespace bisect::stats
