#pragma once

#include "stats/change_point/change_posterior.hpp"
#include "stats/change_point/testability.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace bisect::change_point {

/// A build that exists.
struct KnownBuild {
  int commit = 0;
  int samples = 0;  ///< starts measured so far
};

/// What measuring costs, in one unit of the caller's (seconds).
struct MeasurementCosts {
  double start = 1.0;                       ///< one start of the program
  std::function<double(int commit)> build;  ///< of a commit that is not built yet, or again
};

/// One round: these builds, each started `samples` times.
struct Measurement {
  int commit = 0;
  std::optional<int> build;  ///< index of a known build; nothing: build it (again) first
  int samples = 0;
  std::vector<int> anchors;  ///< further known builds, whose side is known, to tell drift from steps
  double bits = 0.0;         ///< expected information
  double cost = 0.0;
};

/// Everything that the choice looks at.
struct SearchState {
  const CellGeometry& cells;
  const ChangePosterior& posterior;
  const ChainPrior& prior;
  const Testability& testability;
  const std::vector<KnownBuild>& builds;  ///< by build number, as in the cells
  const DriftScales& drift;
  double now = 0.0;         ///< in the unit of Cell::time
  double spent = 0.0;       ///< so far, in the unit of the costs
  double time_per_cost = 1.0;  ///< how much time passes per unit of cost
  /// Would building this commit again give another layout?
  bool rebuilds_differ = true;
  bool side_by_side = false;  ///< only with at least one anchor, where there is one
};

/// The measurement with the highest expected information per cost about "changed before c", "changed
/// after c" and "no change" (Lindley, "On a measure of the information provided by an experiment",
/// Annals of Mathematical Statistics 27 (1956) 986-1005). Considered are builds whose side is in
/// doubt, commits inside every gap that may hold the change, and building again what is in doubt,
/// for several numbers of samples, alone or beside anchors. Nothing when nothing would teach anything.
[[nodiscard]] std::optional<Measurement> choose_measurement(const SearchState& state,
                                                            const MeasurementCosts& costs);

/// Fewest starts in a cell: one cannot be told from a spike.
inline constexpr int k_fewest_samples = 3;

}  // namespace bisect::change_point
