#pragma once

#include "stats/change_point/cell_geometry.hpp"
#include "stats/change_point/chain_prior.hpp"
#include "stats/change_point/change_posterior.hpp"

#include <vector>

namespace bisect::change_point {

/// Marginal likelihood times prior of each hypothesis at one noise, up to a factor common to all
/// noises: multiply by exp(log_scale).
struct StepEvidence {
  double log_scale = 0.0;
  double none = 0.0;
  std::vector<double> once;    ///< per gap
  std::vector<double> paired;  ///< per gap: all pairs that contain it
  double two = 0.0;            ///< all pairs
  double log_likelihood_none = 0.0;  ///< without prior

  [[nodiscard]] double total() const;
};

/// Prior mass of the gaps between the measured commits.
[[nodiscard]] std::vector<double> gap_masses(const CellGeometry& cells, const ChainPrior& prior);

[[nodiscard]] StepEvidence weigh_steps(const CellGeometry& cells, const Noise& noise,
                                       const std::vector<double>& gap_masses,
                                       const ChangeModel& model);

}  // namespace bisect::change_point
