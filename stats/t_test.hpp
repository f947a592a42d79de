#pragma once

#include "stats/interval.hpp"
#include "stats/tail.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace bisect::stats {

/// A sample known only by its moments; sd has divisor n - 1.
struct SampleMoments {
  double mean = 0.0;
  double sd = 0.0;
  std::size_t n = 0;
};

struct TTestSettings {
  Tail tail = Tail::two_sided;
  double confidence = 0.95;  ///< Of the interval, in (0, 1).
};

struct TTestResult {
  double statistic = 0.0;       ///< t; 0 or +-infinity when `exact`.
  double dof = 0.0;             ///< Not whole for Welch's test.
  double p_value = 1.0;         ///< For the tail asked for.
  double difference = 0.0;      ///< mean(a) - mean(b).
  std::optional<double> ratio;  ///< mean(a) / mean(b); nothing when mean(b) is 0.
  Interval interval;            ///< Of the difference; always two-sided, whatever the tail.
  /// Neither sample varies: the verdict is arithmetic (p is 0 or 1), not a test.
  bool exact = false;
};

// Common to all: a positive statistic means a > b. Nothing when a sample has fewer than two values,
// is not finite, has a negative sd, or when the confidence is outside (0, 1). When the standard
// error is below the rounding error of the means (10 epsilon of the larger one, the bound R's
// t.test uses) the samples count as constants: equal ones give p = 1 for every tail, different ones
// p = 0 (p = 1 for the tail that points the other way), and the interval is the difference.

/// Student's two-sample test with a common variance ("Student", Biometrika 6 (1908) 1-25; Fisher,
/// Metron 5 (1925) 90-104).
[[nodiscard]] std::optional<TTestResult> pooled_t_test(const SampleMoments& a,
                                                       const SampleMoments& b,
                                                       const TTestSettings& settings = {});
[[nodiscard]] std::optional<TTestResult> pooled_t_test(std::span<const double> a,
                                                       std::span<const double> b,
                                                       const TTestSettings& settings = {});

/// Welch's test for unequal variances with Satterthwaite's degrees of freedom (Welch, Biometrika 34
/// (1947) 28-35; Satterthwaite, Biometrics Bulletin 2 (1946) 110-114).
[[nodiscard]] std::optional<TTestResult> welch_t_test(const SampleMoments& a,
                                                      const SampleMoments& b,
                                                      const TTestSettings& settings = {});
[[nodiscard]] std::optional<TTestResult> welch_t_test(std::span<const double> a,
                                                      std::span<const double> b,
                                                      const TTestSettings& settings = {});

/// Student's one-sample test on a[i] - b[i]. Nothing either when the lengths differ.
[[nodiscard]] std::optional<TTestResult> paired_t_test(std::span<const double> a,
                                                       std::span<const double> b,
                                                       const TTestSettings& settings = {});

}  // namespace bisect::stats
