#include "stats/hodges_lehmann.hpp"

#include "stats/finite.hpp"
#include "stats/order_selection.hpp"
#include "stats/ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace bisect::stats {
namespace {

std::vector<double> sorted_copy(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

bool is_bound(double bound) { return bound > 0.0 && std::isfinite(bound); }

/// The Walsh averages of a sorted sample, as an ordered collection that is never written down.
class WalshAverages {
 public:
  explicit WalshAverages(std::vector<double> sorted) : m_sorted(std::move(sorted)) {}

  std::uint64_t size() const {
    return static_cast<std::uint64_t>(m_sorted.size()) * (m_sorted.size() + 1) / 2;
  }

  double kth(std::uint64_t k) const {
    return kth_smallest(k, m_sorted.front(), m_sorted.back(),
                        [this](double v) { return count_at_most(v); });
  }

  /// Null sd of the number of averages above the centre, for a centre that equals none of them.
  double standard_error() const {
    const auto n = static_cast<double>(m_sorted.size());
    return std::sqrt((n * (n + 1.0) * (2.0 * n + 1.0) / 6.0 - tie_sum_of_sorted(m_sorted) / 12.0) /
                     4.0);
  }

 private:
  // Rounding is monotone, so in every row i the averages <= v are a prefix, and the prefixes shrink
  // as i grows.
  std::uint64_t count_at_most(double v) const {
    std::uint64_t count = 0;
    std::size_t end = m_sorted.size();
    for (std::size_t i = 0; i < m_sorted.size(); ++i) {
      while (end > i && std::midpoint(m_sorted[i], m_sorted[end - 1]) > v) --end;
      if (end <= i) break;
      count += end - i;
    }
    return count;
  }

  std::vector<double> m_sorted;
};

/// The differences b[j] - a[i] of two sorted samples, likewise.
class PairDifferences {
 public:
  PairDifferences(std::vector<double> a, std::vector<double> b)
      : m_a(std::move(a)), m_b(std::move(b)) {}

  std::uint64_t size() const { return static_cast<std::uint64_t>(m_a.size()) * m_b.size(); }

  double kth(std::uint64_t k) const {
    return kth_smallest(k, m_b.front() - m_a.back(), m_b.back() - m_a.front(),
                        [this](double v) { return count_at_most(v); });
  }

  double standard_error() const {
    const auto m = static_cast<double>(m_a.size());
    const auto n = static_cast<double>(m_b.size());
    const double ties = tie_sum_of_sorted(m_a) + tie_sum_of_sorted(m_b);
    const double total = m + n;
    return std::sqrt(m * n / 12.0 * (total + 1.0 - ties / (total * (total - 1.0))));
  }

 private:
  std::uint64_t count_at_most(double v) const {
    std::uint64_t count = 0;
    std::size_t end = 0;
    for (const double a : m_a) {
      while (end < m_b.size() && m_b[end] - a <= v) ++end;
      count += end;
    }
    return count;
  }

  std::vector<double> m_a;
  std::vector<double> m_b;
};

/// The number of members above the centre has null mean size/2; the candidates whose count lies
/// within `bound` standard errors of it reach from the k-th smallest to the k-th largest.
template <typename Candidates>
HodgesLehmann estimate_from(const Candidates& candidates, double bound) {
  const std::uint64_t size = candidates.size();
  HodgesLehmann result;
  result.estimate = candidates.kth((size + 1) / 2);
  if (size % 2 == 0) result.estimate = std::midpoint(result.estimate, candidates.kth(size / 2 + 1));
  const double fewest_above =
      std::ceil(static_cast<double>(size) / 2.0 - bound * candidates.standard_error());
  if (fewest_above < 1.0) return result;
  const auto k = static_cast<std::uint64_t>(fewest_above);
  result.interval = Interval{candidates.kth(k), candidates.kth(size + 1 - k)};
  return result;
}

}  // namespace

std::optional<HodgesLehmann> hodges_lehmann(std::span<const double> differences, double bound) {
  if (differences.empty() || !all_finite(differences) || !is_bound(bound)) return std::nullopt;
  return estimate_from(WalshAverages(sorted_copy(differences)), bound);
}

std::optional<HodgesLehmann> hodges_lehmann_shift(std::span<const double> a,
                                                  std::span<const double> b, double bound) {
  if (a.empty() || b.empty() || !all_finite(a) || !all_finite(b) || !is_bound(bound))
    return std::nullopt;
  const PairDifferences differences(sorted_copy(a), sorted_copy(b));
  if (!std::isfinite(differences.kth(1)) || !std::isfinite(differences.kth(differences.size())))
    return std::nullopt;
  return estimate_from(differences, bound);
}

}  // namespace bisect::stats
