#pragma once

#include "stats/tail.hpp"

#include <optional>
#include <span>

namespace bisect::stats {

struct MannWhitneyResult {
  double u = 0.0;  ///< Pairs with a > b, ties counted half (R's W); 0 .. |a| |b|.
  /// (u - |a||b|/2) / its null sd with the tie correction, without a continuity correction.
  double z = 0.0;
  double superiority = 0.5;  ///< u / (|a| |b|): estimates P(a > b) + P(a = b)/2.
  double p_value = 1.0;
  PValueMethod method = PValueMethod::normal;
};

/// Mann & Whitney, Annals of Mathematical Statistics 18 (1947) 50-60; tie correction: Lehmann,
/// Nonparametrics (1975) 1.4. `greater` means that a tends to be larger. Exact when |a| + |b| <= 50
/// and nothing is tied; otherwise normal with a continuity correction of 1/2, as R's wilcox.test.
/// All values equal: z = 0, p = 1. Nothing for an empty or non-finite sample.
[[nodiscard]] std::optional<MannWhitneyResult> mann_whitney_test(std::span<const double> a,
                                                                 std::span<const double> b,
                                                                 Tail tail = Tail::two_sided);

}  // namespace bisect::stats
