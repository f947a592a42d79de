#include "stats/autocorrelation.hpp"

#include "stats/distributions.hpp"
#include "stats/finite.hpp"
#include "stats/ranks.hpp"

#include <cmath>
#include <cstddef>

namespace bisect::stats {
namespace {

constexpr std::size_t k_shortest_series = 5;

// Dufour & Roy's variance of the lag-k rank correlation under random order, at k = 1.
double permutation_variance(double n) {
  const double numerator =
      5.0 * std::pow(n, 4) - 14.0 * std::pow(n, 3) - 9.0 * n * n + 26.0 * n + 16.0;
  return numerator / (5.0 * (n - 1.0) * (n - 1.0) * n * n * (n + 1.0));
}

}  // namespace

std::optional<LagOneRankCorrelation> lag_one_rank_correlation(std::span<const double> series) {
  if (series.size() < k_shortest_series || !all_finite(series)) return std::nullopt;
  const auto ranks = mid_ranks(series).ranks;
  const auto n = static_cast<double>(ranks.size());
  const double mean = (n + 1.0) / 2.0;
  double neighbours = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    squares += (ranks[i] - mean) * (ranks[i] - mean);
    if (i > 0) neighbours += (ranks[i - 1] - mean) * (ranks[i] - mean);
  }
  LagOneRankCorrelation result;
  if (squares == 0.0) return result;
  result.rho = neighbours / squares;
  result.z = (result.rho + 1.0 / n) / std::sqrt(permutation_variance(n));
  result.p_value = normal_sf(result.z);
  return result;
}

}  // namespace bisect::stats
