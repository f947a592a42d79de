#pragma once

#include "stats/change_point/cell_geometry.hpp"
#include "stats/change_point/change_posterior.hpp"

#include <Eigen/Dense>

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace bisect::change_point {

/// A cell that might be measured next.
struct NewCell {
  int commit = 0;
  std::optional<int> build;  ///< nothing: a build of its own
};

/// Where the change may lie.
struct Hypothesis {
  int gap = -1;        ///< index of the gap; negative: nowhere
  int changed_at = 0;  ///< first commit of the gap that has the change
  double probability = 0.0;
};

/// What cells measured together will show under one hypothesis: joint normal, without the noise of
/// starts, which shrinks with their number.
struct Forecast {
  std::array<double, 3> mean{};
  std::array<std::array<double, 3>, 3> covariance{};
};

/// Predicts new cells from measured ones at the posterior's mean noise: best linear prediction with
/// level and step fitted by generalised least squares, the step with a weak prior (Robinson, "That
/// BLUP is a good thing", Statistical Science 6 (1991) 15-32).
class CellForecaster {
 public:
  CellForecaster(const CellGeometry& cells, const ChangePosterior& posterior,
                 const DriftScales& drift);

  /// One forecast per hypothesis, of at most three cells that are measured together at `time`.
  [[nodiscard]] std::vector<Forecast> predict(std::span<const Hypothesis> hypotheses,
                                              std::span<const NewCell> cells, double time) const;

 private:
  struct Fit {
    Eigen::VectorXd effects;    ///< level, known changes, step
    Eigen::MatrixXd covariance;
    Eigen::VectorXd residuals;  ///< whitened twice: V^-1 (m - X effects)
    Eigen::MatrixXd design;     ///< V^-1 X
  };
  [[nodiscard]] Fit fit(int gap) const;

  const CellGeometry& m_cells;
  const ChangePosterior& m_posterior;
  DriftScales m_drift;
  Eigen::LLT<Eigen::MatrixXd> m_factor;
  std::vector<Fit> m_fits;  ///< [0]: no change; [j + 1]: gap j
};

}  // namespace bisect::change_point
