#pragma once

#include "core/round.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace bisect::engine {

/// Numbers of pairs after which a comparison is looked at.
[[nodiscard]] std::span<const std::size_t> looks();

enum class Side { above, below, open };

/// One look at the paired log ratios collected so far.
struct Look {
  Side side = Side::open;  ///< of the threshold
  double z = 0;
  int pairs = 0;
  double estimate = 0;     ///< Hodges-Lehmann, log ratio
  double low = 0;          ///< repeated confidence interval at the same bound;
  double high = 0;         ///< equal to the estimate while there are too few pairs for one
  bool has_interval = false;
};

/// Group-sequential signed-rank test of the differences against `threshold` (stats/look_decision).
[[nodiscard]] Look look_at(std::span<const double> differences, double threshold, double bound);

/// The look at the same differences with the opposite sign.
[[nodiscard]] Look mirrored(const Look& look);

/// Bound on the probability that a look of this size is wrong: the one-sided p-value, adjusted for
/// all looks of the plan.
[[nodiscard]] double error_bound(double z);

/// Critical |z| for a two-sided error `alpha` over all looks.
[[nodiscard]] double critical_z(double alpha);

/// The look as it goes into the store.
[[nodiscard]] core::Decision decision_of(const Look& look, double threshold, double bound);

}  // namespace bisect::engine
