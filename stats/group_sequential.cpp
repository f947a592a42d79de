#include "stats/group_sequential.hpp"

#include "stats/brownian_crossing.hpp"
#include "stats/distributions.hpp"
#include "stats/rank_distributions.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace bisect::stats {
namespace {

constexpr std::size_t k_largest_exact_look = 400;
constexpr double k_bound_accuracy = 1e-9;

bool is_plan(std::span<const std::size_t> looks) {
  if (looks.empty() || looks.front() == 0) return false;
  return std::adjacent_find(looks.begin(), looks.end(), std::greater_equal<>()) == looks.end();
}

/// One look's null law, able to say which normal limit is as hard to reach as a bound.
class Look {
 public:
  Look(std::size_t size, NullLaw law) : m_size(static_cast<double>(size)) {
    if (law == NullLaw::signed_rank && size <= k_largest_exact_look)
      m_exact = signed_rank_distribution(size);
  }

  double normal_limit(double bound) const {
    if (!m_exact) return bound;
    const double middle = m_size * (m_size + 1.0) / 4.0;
    const double sd = std::sqrt(m_size * (m_size + 1.0) * (2.0 * m_size + 1.0) / 24.0);
    // A z that equals the bound up to rounding reaches it.
    const double needed = std::ceil(middle + bound * sd - 1e-9 * sd);
    if (needed > 2.0 * middle) return std::numeric_limits<double>::infinity();
    const double tail = m_exact->at_least(static_cast<std::size_t>(needed));
    return tail < 0.5 ? -normal_quantile(tail).value_or(-std::numeric_limits<double>::infinity())
                      : 0.0;
  }

 private:
  double m_size;
  std::optional<RankDistribution> m_exact;
};

class Plan {
 public:
  Plan(std::span<const std::size_t> sizes, NullLaw law) : m_sizes(sizes.begin(), sizes.end()) {
    m_looks.reserve(sizes.size());
    for (const std::size_t size : sizes) m_looks.emplace_back(size, law);
  }

  double crossing(double bound) const {
    std::vector<double> limits;
    limits.reserve(m_looks.size());
    for (const Look& look : m_looks) limits.push_back(look.normal_limit(bound));
    return brownian_crossing(m_sizes, limits);
  }

  /// Bisection that keeps crossing(high) <= alpha, so that the answer lies just above an atom of a
  /// discrete law, never on it.
  double solve(double alpha) const {
    double low = 0.0;
    double high = -normal_quantile(alpha / 2.0 / static_cast<double>(m_sizes.size())).value_or(0.0);
    // Bonferroni's bound holds for the normal law; a discrete one may need a little more at very
    // few pairs.
    while (crossing(high) > alpha) high += 0.5;
    while (high - low > k_bound_accuracy) {
      const double middle = (low + high) / 2.0;
      (crossing(middle) > alpha ? low : high) = middle;
    }
    return high;
  }

 private:
  std::vector<std::size_t> m_sizes;
  std::vector<Look> m_looks;
};

const Plan& default_plan() {
  static const Plan plan(k_default_looks, NullLaw::signed_rank);
  return plan;
}

double default_bound(double alpha) {
  if (alpha == 0.05) {
    static const double five_percent = default_plan().solve(0.05);
    return five_percent;
  }
  if (alpha == 0.01) {
    static const double one_percent = default_plan().solve(0.01);
    return one_percent;
  }
  return default_plan().solve(alpha);
}

bool is_default(std::span<const std::size_t> looks, NullLaw law) {
  return law == NullLaw::signed_rank && std::ranges::equal(looks, k_default_looks);
}

}  // namespace

std::optional<double> crossing_probability(double bound, std::span<const std::size_t> looks,
                                           NullLaw law) {
  if (!is_plan(looks) || !(bound > 0.0)) return std::nullopt;
  if (is_default(looks, law)) return default_plan().crossing(bound);
  return Plan(looks, law).crossing(bound);
}

std::optional<double> critical_bound(double alpha, std::span<const std::size_t> looks,
                                     NullLaw law) {
  if (!is_plan(looks) || !(alpha >= 1e-9 && alpha <= 0.5)) return std::nullopt;
  if (is_default(looks, law)) return default_bound(alpha);
  return Plan(looks, law).solve(alpha);
}

std::optional<double> adjusted_p(double z, std::span<const std::size_t> looks, NullLaw law) {
  if (!is_plan(looks) || std::isnan(z)) return std::nullopt;
  if (z == 0.0) return 1.0;
  return crossing_probability(std::fabs(z), looks, law);
}

}  // namespace bisect::stats
