#pragma once

#include "stats/change_point/cell.hpp"
#include "stats/change_point/chain_prior.hpp"
#include "stats/change_point/noise.hpp"

#include <vector>

namespace bisect::change_point {

struct CellGeometry;

/// What is believed of changes before anything is measured.
struct ChangeModel {
  double no_change = 0.5;      ///< Probability, in (0, 1).
  double two_changes = 0.1;    ///< Given that there is any, in [0, 1).
  double min_effect = 0.00995; ///< Log ratio (> 0) of the smallest change that matters.
  bool either_direction = false;  ///< Else the change that is looked for makes values larger.
  DriftScales drift;
};

/// The commits between two neighbouring measured ones, without those at its edges that the prior
/// excludes: before+1..after. What was measured cannot tell them apart.
struct Gap {
  int before = 0;
  int after = 0;
  double once = 0.0;      ///< Probability that the only change is in here.
  double paired = 0.0;    ///< Probability that one of two changes is in here.

  /// Probability that a change is in here.
  [[nodiscard]] double included() const { return once + paired; }
  /// The two hypotheses' mass, a pair counting half for each of its gaps: sums to 1 with `none`.
  [[nodiscard]] double mass() const { return once + 0.5 * paired; }
};

struct ChangePosterior {
  double none = 1.0;       ///< Probability of no change of at least half of min_effect.
  double two = 0.0;        ///< Probability of two changes.
  std::vector<Gap> gaps;   ///< In order; together all that is possible.
  Noise noise;             ///< Posterior mean.
  NoiseBelief belief;
  /// Log Bayes factor of any change against none, the noise being the one that suits "none" best: an
  /// e-value at every noise of the grid, not only on average over it.
  double strict_log_factor = 0.0;
};

/// Probability of a change at or before the commit, given that there is any.
[[nodiscard]] double probability_changed(const ChangePosterior& posterior, const ChainPrior& prior,
                                         int commit);

/// Share of a gap's mass that lies at or before the commit, 0..1.
[[nodiscard]] double share_before(const Gap& gap, const ChainPrior& prior, int commit);

/// Posterior over "no change", "a change in this gap" and "changes in these two gaps" from the
/// locations of cells: a linear mixed model (level + step + bias of a build + drift + noise of
/// starts), the level with a flat prior, steps with a mixture of normal ones cut off at half of
/// min_effect, noise integrated over a grid. Harville, "Maximum likelihood approaches to variance
/// component estimation", JASA 72 (1977) 320-338, for the likelihood with the level integrated out.
/// Every k in a gap has the same likelihood, so the cost does not depend on the chain's length.
///
/// Points of the noise grid without weight are passed over and tried again at every eighth update;
/// the same sequence of updates gives the same numbers to the last bit.
class ChangePointModel {
 public:
  ChangePointModel(ChangeModel model, NoiseBelief prior);

  /// `cells` (at least two commits, the first and last of the chain among them) with their locations.
  [[nodiscard]] ChangePosterior update(const CellGeometry& cells, const RobustLocations& locations,
                                       const ChainPrior& prior);

 private:
  struct Point {
    std::size_t build_bias = 0;
    std::size_t drift = 0;
    int variance = 0;  ///< -1, 0, 1: low, middle, high
    bool idle = false;
  };

  ChangeModel m_model;
  NoiseBelief m_prior;
  std::vector<Point> m_points;
  int m_updates = 0;
};

}  // namespace bisect::change_point
