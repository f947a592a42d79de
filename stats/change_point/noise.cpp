#include "stats/change_point/noise.hpp"

#include <cmath>

namespace bisect::change_point {
namespace {

constexpr std::array<double, NoiseGrid::build_bias.size()> k_build_bias{.18, .14, .18, .22,
                                                                        .18, .08, .02};
constexpr std::array<double, NoiseGrid::drift.size()> k_drift{.30, .25, .25, .18, .015, .005};

/// The part of the drift's variance that comes from one round to the next, however soon that is.
constexpr double k_sudden = 0.1;

}  // namespace

NoiseBelief NoiseBelief::initial() {
  NoiseBelief belief;
  for (std::size_t b = 0; b < k_build_bias.size(); ++b)
    for (std::size_t d = 0; d < k_drift.size(); ++d)
      belief.weights[b][d] = k_build_bias[b] * k_drift[d];
  return belief;
}

NoiseBelief NoiseBelief::remembered(double forgotten) const {
  NoiseBelief belief = initial();
  for (std::size_t b = 0; b < k_build_bias.size(); ++b)
    for (std::size_t d = 0; d < k_drift.size(); ++d)
      belief.weights[b][d] += (1.0 - forgotten) * (weights[b][d] - belief.weights[b][d]);
  return belief;
}

double DriftScales::correlation(double distance) const {
  if (distance == 0.0) return 1.0;
  const double gap = std::abs(distance);
  return (1.0 - k_sudden) * (0.5 * std::exp(-gap / fast) + 0.5 * std::exp(-gap / slow));
}

}  // namespace bisect::change_point
