#include "stats/multiple_testing.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace bisect::stats {
namespace {

bool are_probabilities(std::span<const double> p_values) {
  return std::all_of(p_values.begin(), p_values.end(),
                     [](double p) { return p >= 0.0 && p <= 1.0; });
}

std::vector<std::size_t> ascending_order(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  return order;
}

}  // namespace

std::optional<std::vector<double>> holm_adjusted(std::span<const double> p_values) {
  if (!are_probabilities(p_values)) return std::nullopt;
  const auto order = ascending_order(p_values);
  std::vector<double> adjusted(p_values.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    largest = std::max(largest, static_cast<double>(order.size() - i) * p_values[order[i]]);
    adjusted[order[i]] = std::min(1.0, largest);
  }
  return adjusted;
}

std::optional<std::vector<double>> benjamini_hochberg_adjusted(std::span<const double> p_values) {
  if (!are_probabilities(p_values)) return std::nullopt;
  const auto order = ascending_order(p_values);
  std::vector<double> adjusted(p_values.size());
  double smallest = 1.0;
  for (std::size_t i = order.size(); i-- > 0;) {
    const double share = static_cast<double>(order.size()) / static_cast<double>(i + 1);
    smallest = std::min(smallest, share * p_values[order[i]]);
    adjusted[order[i]] = smallest;
  }
  return adjusted;
}

}  // namespace bisect::stats
