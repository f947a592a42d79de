#include "stats/rank_distributions.hpp"

#include "stats/distributions.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bisect::stats {

RankDistribution::RankDistribution(const std::vector<double>& counts)
    : m_cumulative(counts.size()) {
  std::partial_sum(counts.begin(), counts.end(), m_cumulative.begin());
}

double RankDistribution::at_most(std::size_t value) const {
  return m_cumulative[std::min(value, m_cumulative.size() - 1)] / m_cumulative.back();
}

double RankDistribution::at_least(std::size_t value) const {
  if (value == 0) return 1.0;
  if (value >= m_cumulative.size()) return 0.0;
  return at_most(m_cumulative.size() - 1 - value);
}

double RankDistribution::p_value(std::size_t value, Tail tail) const {
  if (tail == Tail::greater) return at_least(value);
  if (tail == Tail::less) return at_most(value);
  return std::min(1.0, 2.0 * std::min(at_least(value), at_most(value)));
}

double continuity_corrected_p(double distance, double standard_error, Tail tail) {
  if (tail == Tail::greater) return normal_sf((distance - 0.5) / standard_error);
  if (tail == Tail::less) return normal_cdf((distance + 0.5) / standard_error);
  return std::min(1.0, 2.0 * normal_sf(std::max(0.0, std::fabs(distance) - 0.5) / standard_error));
}

RankDistribution signed_rank_distribution(std::size_t n) {
  std::vector<double> counts(n * (n + 1) / 2 + 1, 0.0);
  counts[0] = 1.0;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t sum = rank * (rank + 1) / 2; sum >= rank; --sum)
      counts[sum] += counts[sum - rank];
  }
  return RankDistribution(counts);
}

RankDistribution mann_whitney_distribution(std::size_t m, std::size_t n) {
  // [n+i over i] = [n+i-1 over i-1] * (1 - q^(n+i)) / (1 - q^i), as polynomials in q cut off at
  // degree m n.
  std::vector<double> counts(m * n + 1, 0.0);
  counts[0] = 1.0;
  for (std::size_t i = 1; i <= m; ++i) {
    for (std::size_t k = counts.size(); k-- > n + i;) counts[k] -= counts[k - n - i];
    for (std::size_t k = i; k < counts.size(); ++k) counts[k] += counts[k - i];
  }
  return RankDistribution(counts);
}

}  // namespace bisect::stats
