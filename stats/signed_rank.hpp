#pragma once

#include "stats/tail.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace bisect::stats {

/// Wilcoxon's signed-rank statistic of differences d against a centre m: the ranks of |d - m|
/// (mid-ranks for ties, values equal to m dropped) summed over d > m, and the same standardised.
struct SignedRanks {
  std::size_t n_used = 0;       ///< Differences left after dropping zeros.
  double positive_sum = 0.0;    ///< Sum of the ranks with d > m (R's V).
  double standard_error = 0.0;  ///< Null sd of positive_sum: sqrt(sum rank^2) / 2.
  double z = 0.0;         ///< sum sign(d - m) rank / sqrt(sum rank^2); 0 when nothing is left.
  bool has_ties = false;  ///< Among |d - m| that are not 0.
};

struct SignedRankResult {
  SignedRanks ranks;
  double p_value = 1.0;
  PValueMethod method = PValueMethod::normal;
};

/// (Wilcoxon, Biometrics Bulletin 1 (1945) 80-83; the variance with ties is sum rank^2 / 4: Pratt,
/// JASA 54 (1959) 655-667.) Nothing for an empty or non-finite sample or centre, or when d - m
/// overflows.
[[nodiscard]] std::optional<SignedRanks> signed_ranks(std::span<const double> differences,
                                                      double centre);

/// The test. Exact for at most 50 untied differences without zeros; otherwise normal with a
/// continuity correction of 1/2, as R's wilcox.test. `greater` means that the differences tend to
/// lie above the centre. p is 1 when nothing is left.
[[nodiscard]] std::optional<SignedRankResult> signed_rank_test(std::span<const double> differences,
                                                               double centre = 0.0,
                                                               Tail tail = Tail::two_sided);

/// The largest z that n untied differences can reach (all on one side): a bound above it can never
/// be crossed. 0 for n = 0.
[[nodiscard]] double largest_signed_rank_z(std::size_t n);

}  // namespace bisect::stats
