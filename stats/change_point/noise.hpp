#pragma once

#include <array>
#include <cstddef>

namespace bisect::change_point {

/// Standard deviations (log units, so 0.01 is about 1 %) at which noise between cells is considered.
struct NoiseGrid {
  /// Of a build's bias: code and data lie elsewhere in each build (Mytkowicz et al., "Producing wrong
  /// data without doing anything obviously wrong!", ASPLOS 2009).
  static constexpr std::array<double, 7> build_bias{0.0, 0.001, 0.002, 0.004, 0.007, 0.012, 0.025};
  /// Of the machine's drift between rounds; the last ones are a machine that changes its clock.
  static constexpr std::array<double, 6> drift{0.0, 0.002, 0.006, 0.018, 0.06, 0.3};
};

/// What is known about a machine's noise for a workload: weights over the grid, which sum to 1.
/// Persisted between searches it saves a sixth to a fifth of their cost.
struct NoiseBelief {
  std::array<std::array<double, NoiseGrid::drift.size()>, NoiseGrid::build_bias.size()> weights{};

  /// Before anything was measured.
  [[nodiscard]] static NoiseBelief initial();
  /// A belief for the next search on the same machine: part of it (0..1) is forgotten, since
  /// machines change.
  [[nodiscard]] NoiseBelief remembered(double forgotten = 0.1) const;
};

/// A point of the grid together with a variance of single starts.
struct Noise {
  double variance = 0.0;    ///< Of one start within a build.
  double build_bias = 0.0;  ///< Standard deviation.
  double drift = 0.0;       ///< Standard deviation.
};

/// Time constants of the drift, in the unit of Cell::time: two scales, half of it each, stand in for an
/// unknown one; a tenth is new in every round.
struct DriftScales {
  double fast = 60.0;
  double slow = 1200.0;

  /// Correlation of the drift at two times, 0..1.
  [[nodiscard]] double correlation(double distance) const;
};

}  // namespace bisect::change_point
