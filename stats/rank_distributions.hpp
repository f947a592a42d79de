#pragma once

#include "stats/tail.hpp"

#include <cstddef>
#include <vector>

namespace bisect::stats {

/// Sample sizes up to which tests enumerate the null distributions below; beyond, the normal limit
/// is good to three digits.
inline constexpr std::size_t k_exact_signed_rank_limit = 50;   ///< n
inline constexpr std::size_t k_exact_mann_whitney_limit = 50;  ///< m + n

/// Null distribution of a rank statistic that takes the values 0, 1, ..., size - 1 and is symmetric
/// about their middle.
class RankDistribution {
 public:
  /// counts[v]: number of equally likely arrangements whose statistic is v; counts[v] = counts[size
  /// - 1 - v].
  explicit RankDistribution(const std::vector<double>& counts);

  /// P(statistic <= value) and P(statistic >= value), both with full relative accuracy in their
  /// tails.
  [[nodiscard]] double at_most(std::size_t value) const;
  [[nodiscard]] double at_least(std::size_t value) const;

  /// For the tail asked for; two-sided is twice the smaller one, at most 1.
  [[nodiscard]] double p_value(std::size_t value, Tail tail) const;

 private:
  std::vector<double> m_cumulative;  // counts of <= value
};

/// Sum of the positive ranks of n untied differences; n <= 1000, where the counts still fit a
/// double. Counts subsets of {1..n} by their sum, n^3/6 additions (Wilcoxon, Biometrics Bulletin 1
/// (1945) 80-83).
[[nodiscard]] RankDistribution signed_rank_distribution(std::size_t n);

/// Number of pairs with a > b among m * n untied pairs; m + n <= 50, where all counts stay below
/// 2^53. Its generating function is the Gaussian binomial coefficient [m+n over m] (Mann & Whitney,
/// Annals of Mathematical Statistics 18 (1947) 50-60).
[[nodiscard]] RankDistribution mann_whitney_distribution(std::size_t m, std::size_t n);

/// p-value of a rank statistic `distance` above its null mean, by the normal limit with a
/// continuity correction of 1/2 towards the mean. standard_error > 0.
[[nodiscard]] double continuity_corrected_p(double distance, double standard_error, Tail tail);

}  // namespace bisect::stats
