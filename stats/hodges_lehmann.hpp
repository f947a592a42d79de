#pragma once

#include "stats/interval.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace bisect::stats {

/// A shift in the unit of the data, with the values that a rank test at the given bound does not
/// reject.
struct HodgesLehmann {
  double estimate = 0.0;
  std::optional<Interval>
      interval;  ///< Nothing when the sample is too small for the bound: no value is rejected.
};

// Hodges & Lehmann, "Estimates of location based on rank tests", Annals of Mathematical Statistics
// 34 (1963) 598-611; intervals: Lehmann, Nonparametrics (1975) 2.6 and 4.3. `bound` > 0 is the
// critical |z|: 1.96 for one look at 95 %; the critical bound of a group-sequential plan makes it a
// repeated confidence interval, valid at every look (Jennison & Turnbull, JRSS B 51 (1989)
// 305-361). A value strictly between two data-made candidates is inside exactly when |z| of the
// test against it is
// <= bound; ties within a sample are allowed for. Time: O(n) per probe of at most 64 probes, after
// one sort; no n^2 memory.

/// Median of the Walsh averages (d[i] + d[j]) / 2, i <= j, and the interval by inverting the
/// signed-rank test. Nothing for an empty or non-finite sample, or a bound that is not a positive
/// finite number.
[[nodiscard]] std::optional<HodgesLehmann> hodges_lehmann(std::span<const double> differences,
                                                          double bound);

/// Shift of b against a: median of b[j] - a[i], and the interval by inverting the Mann-Whitney
/// test. Nothing as above.
[[nodiscard]] std::optional<HodgesLehmann> hodges_lehmann_shift(std::span<const double> a,
                                                                std::span<const double> b,
                                                                double bound);

}  // namespace bisect::stats
