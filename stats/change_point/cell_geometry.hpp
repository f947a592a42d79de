#pragma once

#include "stats/change_point/cell.hpp"
#include "stats/change_point/noise.hpp"

#include <Eigen/Dense>

#include <span>
#include <vector>

namespace bisect::change_point {

/// Cells sorted by commit, with everything that their covariance needs but the noise.
struct CellGeometry {
  /// `known_changes`: first commits after changes that are known, whose sizes are fitted along with the
  /// level.
  CellGeometry(std::span<const Cell> cells, const RobustLocations& locations,
               const DriftScales& scales, std::span<const int> known_changes = {});

  [[nodiscard]] Eigen::Index size() const { return means.size(); }
  /// Covariance of the cells' locations: variance/weight on the diagonal, bias shared by the cells of
  /// a build, drift by cells close in time.
  [[nodiscard]] Eigen::MatrixXd covariance(const Noise& noise) const;

  std::vector<int> commits;       ///< measured, ascending, each once
  std::vector<int> group;         ///< per cell: index into `commits`
  /// What is fitted whatever is looked for: index 0 (the level), and of the first commit measured after
  /// each known change. Ascending, each once.
  std::vector<Eigen::Index> fitted{0};
  std::vector<int> build;         ///< per cell
  std::vector<double> time;       ///< per cell
  Eigen::VectorXd means;          ///< per cell, minus `centre`
  Eigen::VectorXd inverse_weights;
  Eigen::MatrixXd same_build;     ///< 0 or 1
  Eigen::MatrixXd drift;          ///< correlation
  double centre = 0.0;            ///< subtracted so that nothing is lost to rounding
};

}  // namespace bisect::change_point
