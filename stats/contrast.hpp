#pragma once

#include "stats/interval.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace bisect::stats {

/// The mean of a contrast that was computed block by block, with Student's interval.
struct ContrastEstimate {
  std::size_t n = 0;
  double estimate = 0.0;
  double standard_error = 0.0;
  double t = 0.0;        ///< against 0; infinite when nothing varies and the mean is not 0
  double p_value = 1.0;  ///< two-sided
  Interval interval;
};

// Each block holds every variant once, so all variants have the same regressors (one level each and
// the block), and generalised least squares with any covariance between the variants of a block gives
// the contrast of their means (Zellner, JASA 57 (1962) 348-368, 3); its variance c'Sc/n, with S the
// covariance seen between the blocks, is that of the mean of the values below. No equal variances and
// no independence within a block are assumed; n - 1 degrees of freedom are exact for normal blocks.

/// Nothing for fewer than two or non-finite values, or a confidence outside (0, 1). Values are
/// combinations of logarithms: a spread or a mean below 1e-12 is their rounding and counts as 0;
/// constants give p = 0 or 1.
[[nodiscard]] std::optional<ContrastEstimate> estimate_contrast(std::span<const double> by_block,
                                                                double confidence);

struct ShareEstimate {
  double share = 0.0;
  Interval interval;
};

/// mean(part) / mean(total) with its interval from pairs of values of the same blocks (Fieller, "Some
/// problems in interval estimation", JRSS B 16 (1954) 175-185). Nothing for spans of different
/// lengths, for what estimate_contrast refuses, and when the total's own interval holds 0: any share
/// would do.
[[nodiscard]] std::optional<ShareEstimate> estimate_share(std::span<const double> part,
                                                          std::span<const double> total,
                                                          double confidence);

}  // namespace bisect::stats
