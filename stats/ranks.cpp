#include "stats/ranks.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace bisect::stats {
namespace {

double tie_term(std::size_t group) {
  const auto t = static_cast<double>(group);
  return t * t * t - t;
}

}  // namespace

MidRanks mid_ranks(std::span<const double> values) {
  const std::size_t n = values.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });

  MidRanks result;
  result.ranks.resize(n);
  for (std::size_t begin = 0; begin < n;) {
    std::size_t end = begin + 1;
    while (end < n && values[order[end]] == values[order[begin]]) ++end;
    const double rank = static_cast<double>(begin + 1 + end) / 2.0;
    for (std::size_t k = begin; k < end; ++k) result.ranks[order[k]] = rank;
    result.tie_sum += tie_term(end - begin);
    begin = end;
  }
  return result;
}

double tie_sum_of_sorted(std::span<const double> sorted) {
  double sum = 0.0;
  for (auto begin = sorted.begin(); begin != sorted.end();) {
    const auto end = std::upper_bound(begin, sorted.end(), *begin);
    sum += tie_term(static_cast<std::size_t>(end - begin));
    begin = end;
  }
  return sum;
}

}  // namespace bisect::stats
