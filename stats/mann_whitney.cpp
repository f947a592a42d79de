#include "stats/mann_whitney.hpp"

#include "stats/finite.hpp"
#include "stats/rank_distributions.hpp"
#include "stats/ranks.hpp"

#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

namespace bisect::stats {

std::optional<MannWhitneyResult> mann_whitney_test(std::span<const double> a,
                                                   std::span<const double> b, Tail tail) {
  if (a.empty() || b.empty() || !all_finite(a) || !all_finite(b)) return std::nullopt;
  std::vector<double> both(a.begin(), a.end());
  both.insert(both.end(), b.begin(), b.end());
  const MidRanks ranked = mid_ranks(both);

  const auto m = static_cast<double>(a.size());
  const auto n = static_cast<double>(b.size());
  const double total = m + n;
  const double pairs = m * n;
  const double rank_sum = std::accumulate(
      ranked.ranks.begin(), ranked.ranks.begin() + static_cast<std::ptrdiff_t>(a.size()), 0.0);

  MannWhitneyResult result;
  result.u = rank_sum - m * (m + 1.0) / 2.0;
  result.superiority = result.u / pairs;
  const double variance = pairs / 12.0 * (total + 1.0 - ranked.tie_sum / (total * (total - 1.0)));
  // All values equal: the correction leaves nothing but rounding error.
  if (variance <= 1e-9 * pairs) return result;
  const double standard_error = std::sqrt(variance);
  result.z = (result.u - pairs / 2.0) / standard_error;
  if (ranked.tie_sum == 0.0 && both.size() <= k_exact_mann_whitney_limit) {
    result.method = PValueMethod::exact;
    result.p_value = mann_whitney_distribution(a.size(), b.size())
                         .p_value(static_cast<std::size_t>(result.u), tail);
  } else {
    result.p_value = continuity_corrected_p(result.u - pairs / 2.0, standard_error, tail);
  }
  return result;
}

}  // namespace bisect::stats
