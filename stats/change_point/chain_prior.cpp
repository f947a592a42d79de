#include "stats/change_point/chain_prior.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace bisect::change_point {

ChainPrior::ChainPrior(int last) : ChainPrior(std::vector<double>(static_cast<std::size_t>(last), 1.0)) {}

ChainPrior::ChainPrior(const std::vector<double>& weights) : m_cumulative(weights.size() + 1, 0.0) {
  for (std::size_t k = 0; k < weights.size(); ++k) m_cumulative[k + 1] = m_cumulative[k] + weights[k];
  const double total = m_cumulative.back();
  for (double& value : m_cumulative) value /= total;
}

double ChainPrior::mass(int before, int after) const {
  return m_cumulative[static_cast<std::size_t>(after)] - m_cumulative[static_cast<std::size_t>(before)];
}

bool ChainPrior::exclude(int before, int after) {
  const double lost = mass(before, after);
  if (lost > 1.0 - 1e-12) return false;
  const double start = m_cumulative[static_cast<std::size_t>(before)];
  for (std::size_t c = static_cast<std::size_t>(before) + 1; c < m_cumulative.size(); ++c) {
    double& value = m_cumulative[c];
    value = c <= static_cast<std::size_t>(after) ? start : value - lost;
  }
  for (double& value : m_cumulative) value /= 1.0 - lost;
  return true;
}

std::pair<int, int> ChainPrior::possible_part(int before, int after) const {
  if (mass(before, after) <= 0.0) return {before, after};
  while (mass(before, before + 1) <= 0.0) ++before;
  while (mass(after - 1, after) <= 0.0) --after;
  return {before, after};
}

int ChainPrior::quantile(int before, int after, double share) const {
  const double wanted = m_cumulative[static_cast<std::size_t>(before)] + share * mass(before, after);
  const auto first = m_cumulative.begin() + before + 1;
  const auto last = m_cumulative.begin() + after - 1;
  auto at = std::lower_bound(first, last, wanted);
  if (at != first && std::abs(*(at - 1) - wanted) < std::abs(*at - wanted)) --at;
  return static_cast<int>(at - m_cumulative.begin());
}

}  // namespace bisect::change_point
