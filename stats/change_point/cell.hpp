#pragma once

#include <span>
#include <vector>

namespace bisect::change_point {

/// What one round measured of one build: natural logarithms of a positive metric, one per start of
/// the program.
struct Cell {
  int commit = 0;  ///< Position in the chain; 0 is the good end.
  int build = 0;   ///< Cells of one build share its bias.
  double time = 0.0;  ///< When it was measured; cells of one round share it. Unit: see DriftScales.
  std::vector<double> values;  ///< At least one.
};

/// A cell's location and how much it is worth.
struct CellLocation {
  double mean = 0.0;
  double weight = 0.0;  ///< Effective number of starts: the mean's variance is variance / weight.
};

struct RobustLocations {
  std::vector<CellLocation> cells;  ///< One per cell, in their order.
  double variance = 0.0;            ///< Of one start within a build, common to all cells.
  double degrees_of_freedom = 0.0;  ///< Of `variance`.
};

/// Maximum-likelihood locations under Student-t noise with 5 degrees of freedom and one scale for
/// all cells, by iteratively reweighted least squares (Lange, Little & Taylor, "Robust statistical
/// modeling using the t distribution", JASA 84 (1989) 881-896): a spike loses its weight instead of
/// being thrown away. The reported variance is the one with which `variance / weight` is the
/// sampling variance of a location (Fisher information (nu+1)/(nu+3)). Cells that do not vary at all
/// get the smallest variance that a double's rounding makes sense of, never 0.
[[nodiscard]] RobustLocations locate_cells(std::span<const Cell> cells);

}  // namespace bisect::change_point
