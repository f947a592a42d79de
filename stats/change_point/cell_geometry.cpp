#include "stats/change_point/cell_geometry.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace bisect::change_point {

CellGeometry::CellGeometry(std::span<const Cell> cells, const RobustLocations& locations,
                           const DriftScales& scales, std::span<const int> known_changes) {
  std::vector<std::size_t> order(cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return cells[a].commit < cells[b].commit; });
  const auto count = static_cast<Eigen::Index>(cells.size());
  means.resize(count);
  inverse_weights.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const std::size_t c = order[static_cast<std::size_t>(i)];
    if (commits.empty() || commits.back() != cells[c].commit) commits.push_back(cells[c].commit);
    group.push_back(static_cast<int>(commits.size()) - 1);
    build.push_back(cells[c].build);
    time.push_back(cells[c].time);
    means[i] = locations.cells[c].mean;
    inverse_weights[i] = 1.0 / locations.cells[c].weight;
  }
  for (const int change : known_changes) {
    const auto first = std::lower_bound(commits.begin(), commits.end(), change);
    if (first != commits.end()) fitted.push_back(first - commits.begin());
  }
  std::sort(fitted.begin(), fitted.end());
  fitted.erase(std::unique(fitted.begin(), fitted.end()), fitted.end());
  centre = means.mean();
  means.array() -= centre;
  same_build.resize(count, count);
  drift.resize(count, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index j = 0; j < count; ++j) {
      const auto a = static_cast<std::size_t>(i);
      const auto b = static_cast<std::size_t>(j);
      same_build(i, j) = build[a] == build[b] ? 1.0 : 0.0;
      drift(i, j) = scales.correlation(time[a] - time[b]);
    }
  }
}

Eigen::MatrixXd CellGeometry::covariance(const Noise& noise) const {
  Eigen::MatrixXd result = noise.build_bias * noise.build_bias * same_build +
                           noise.drift * noise.drift * drift;
  result.diagonal() += noise.variance * inverse_weights;
  return result;
}

}  // namespace bisect::change_point
