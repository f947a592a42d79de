#include "stats/effect.hpp"

#include <cmath>
#include <cstddef>

namespace bisect::stats {
namespace {

bool is_positive_finite(double value) { return value > 0.0 && std::isfinite(value); }

}  // namespace

std::optional<double> log_ratio(double base, double other) {
  if (!is_positive_finite(base) || !is_positive_finite(other)) return std::nullopt;
  const double ratio = other / base;
  // The quotient is the more accurate way (equal values give exactly 0); logarithms only where it
  // over- or underflows.
  if (std::isnormal(ratio)) return std::log(ratio);
  return std::log(other) - std::log(base);
}

std::optional<std::vector<double>> pair_log_ratios(std::span<const double> base,
                                                   std::span<const double> other) {
  if (base.size() != other.size()) return std::nullopt;
  std::vector<double> ratios;
  ratios.reserve(base.size());
  for (std::size_t i = 0; i < base.size(); ++i) {
    const auto ratio = log_ratio(base[i], other[i]);
    if (!ratio) return std::nullopt;
    ratios.push_back(*ratio);
  }
  return ratios;
}

double percent_change(double log_ratio) { return 100.0 * std::expm1(log_ratio); }

std::optional<double> log_ratio_of_percent(double percent) {
  if (!std::isfinite(percent) || percent <= -100.0) return std::nullopt;
  return std::log1p(percent / 100.0);
}

}  // namespace bisect::stats
