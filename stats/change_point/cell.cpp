#include "stats/change_point/cell.hpp"

#include <algorithm>
#include <cmath>

namespace bisect::change_point {
namespace {

constexpr double k_nu = 5.0;
constexpr int k_iterations = 8;
constexpr double k_smallest_variance = 1e-18;
// The estimated scale is less certain than that of normal noise.
constexpr double k_information = 0.8;

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2.0;
}

/// Residuals of a cell of n are smaller than the noise by this factor (squared).
double inflation(std::size_t n) {
  return n > 1 ? static_cast<double>(n) / static_cast<double>(n - 1) : 1.0;
}

double starting_variance(std::span<const Cell> cells, const std::vector<CellLocation>& locations) {
  std::vector<double> residuals;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::size_t n = cells[c].values.size();
    if (n < 2) continue;
    for (const double value : cells[c].values)
      residuals.push_back(std::abs(value - locations[c].mean) * std::sqrt(inflation(n)));
  }
  if (residuals.empty()) return 0.0;
  const double scale = 1.4826 * median(residuals);
  if (scale > 0.0) return scale * scale;
  // A coarse clock: more than half of the values are the same.
  double squares = 0.0;
  for (const double residual : residuals) squares += residual * residual;
  return squares / static_cast<double>(residuals.size());
}

}  // namespace

RobustLocations locate_cells(std::span<const Cell> cells) {
  RobustLocations result;
  result.cells.resize(cells.size());
  double spare = 0.0;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    result.cells[c].mean = median(cells[c].values);
    spare += static_cast<double>(cells[c].values.size() - 1);
  }
  double variance = std::max(starting_variance(cells, result.cells), k_smallest_variance);
  for (int pass = 0; pass < k_iterations; ++pass) {
    double squares = 0.0;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      CellLocation& location = result.cells[c];
      const double scale = inflation(cells[c].values.size()) / variance;
      const auto weight_of = [&](double value) {
        const double residual = value - location.mean;
        return (k_nu + 1.0) / (k_nu + residual * residual * scale);
      };
      double weights = 0.0;
      double sum = 0.0;
      double cell_squares = 0.0;
      for (const double value : cells[c].values) {
        const double weight = weight_of(value);
        const double residual = value - location.mean;
        weights += weight;
        sum += weight * residual;
        cell_squares += weight * residual * residual;
      }
      squares += cell_squares;
      location = {location.mean + sum / weights, weights};
    }
    if (spare > 0.0) variance = std::max(squares / spare, k_smallest_variance);
  }
  result.variance = variance * (k_nu + 3.0) / (k_nu + 1.0);
  result.degrees_of_freedom = k_information * spare;
  return result;
}

}  // namespace bisect::change_point
