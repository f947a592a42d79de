#include "stats/modality.hpp"

#include "stats/finite.hpp"
#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bisect::stats {
namespace {

constexpr std::size_t k_fewest_in_group = 3;
constexpr double k_smallest_share = 0.1;

/// The first `low_count` sorted values against the rest.
struct Cut {
  std::size_t low_count = 0;
  double mean_difference = 0.0;
  double within_squares = 0.0;
};

/// Sums of squares around the mean of each prefix (Welford's update), in the order given.
struct PrefixMoments {
  std::vector<double> means{0.0};
  std::vector<double> squares{0.0};
};

template <typename Iterator>
PrefixMoments prefix_moments(Iterator begin, Iterator end) {
  PrefixMoments m;
  double count = 0.0;
  for (; begin != end; ++begin) {
    count += 1.0;
    const double step = *begin - m.means.back();
    m.means.push_back(m.means.back() + step / count);
    m.squares.push_back(m.squares.back() + step * (*begin - m.means.back()));
  }
  return m;
}

Cut best_cut(std::span<const double> sorted) {
  const PrefixMoments low = prefix_moments(sorted.begin(), sorted.end());
  const PrefixMoments high = prefix_moments(sorted.rbegin(), sorted.rend());
  Cut best;
  best.within_squares = std::numeric_limits<double>::infinity();
  for (std::size_t k = 1; k < sorted.size(); ++k) {
    const double within = low.squares[k] + high.squares[sorted.size() - k];
    if (within < best.within_squares)
      best = {k, high.means[sorted.size() - k] - low.means[k], within};
  }
  return best;
}

double separation_of(const Cut& cut, std::size_t n, double scale) {
  const double sd = std::sqrt(cut.within_squares / static_cast<double>(n - 2));
  // Below the rounding error of the values the groups do not vary at all.
  if (sd > 1e-12 * scale) return cut.mean_difference / sd;
  return cut.mean_difference > 1e-12 * scale ? std::numeric_limits<double>::infinity() : 0.0;
}

bool is_a_group(std::size_t count, std::size_t n) {
  return count >= k_fewest_in_group &&
         static_cast<double>(count) >= k_smallest_share * static_cast<double>(n);
}

}  // namespace

std::optional<Modality> find_two_modes(std::span<const double> values) {
  if (values.size() < k_modality_minimum || !all_finite(values)) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t n = sorted.size();
  const Cut cut = best_cut(sorted);
  const std::span<const double> all(sorted);

  Modality result;
  result.low = quantile_of_sorted(all.first(cut.low_count), 0.5);
  result.high = quantile_of_sorted(all.subspan(cut.low_count), 0.5);
  result.high_share = static_cast<double>(n - cut.low_count) / static_cast<double>(n);
  result.separation =
      separation_of(cut, n, std::max(std::fabs(sorted.front()), std::fabs(sorted.back())));
  result.is_two_modes = result.separation > 6.0 + 20.0 / static_cast<double>(n) &&
                        is_a_group(cut.low_count, n) && is_a_group(n - cut.low_count, n);
  return result;
}

}  // namespace bisect::stats
