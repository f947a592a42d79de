#include "stats/summary.hpp"

#include "stats/finite.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace bisect::stats {
namespace {

double mean_of(std::span<const double> values) {
  double mean = 0.0;
  double count = 0.0;
  for (const double v : values) {
    count += 1.0;
    mean += (v - mean) / count;
  }
  return mean;
}

// Two passes (Chan, Golub & LeVeque, "Algorithms for computing the sample variance", The American
// Statistician 37 (1983) 242-247): the textbook difference of squares loses all digits of a small
// spread around a large mean.
double sd_around(std::span<const double> values, double mean) {
  double squares = 0.0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  return std::sqrt(squares / (static_cast<double>(values.size()) - 1.0));
}

double mad_of(std::span<const double> values, double median) {
  std::vector<double> distances;
  distances.reserve(values.size());
  for (const double v : values) distances.push_back(std::fabs(v - median));
  std::sort(distances.begin(), distances.end());
  return quantile_of_sorted(distances, 0.5);
}

}  // namespace

double quantile_of_sorted(std::span<const double> sorted, double p) {
  const double position = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 >= sorted.size()) return sorted.back();
  const double fraction = position - static_cast<double>(below);
  if (fraction == 0.0) return sorted[below];
  if (fraction == 0.5) return std::midpoint(sorted[below], sorted[below + 1]);
  return (1.0 - fraction) * sorted[below] + fraction * sorted[below + 1];
}

std::optional<double> quantile(std::span<const double> values, double p) {
  if (values.empty() || !all_finite(values) || !(p >= 0.0 && p <= 1.0)) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return quantile_of_sorted(sorted, p);
}

std::optional<Summary> summarize(std::span<const double> values) {
  if (values.empty() || !all_finite(values)) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());

  Summary s;
  s.n = sorted.size();
  s.min = sorted.front();
  s.q1 = quantile_of_sorted(sorted, 0.25);
  s.median = quantile_of_sorted(sorted, 0.5);
  s.q3 = quantile_of_sorted(sorted, 0.75);
  s.max = sorted.back();
  s.mad = mad_of(sorted, s.median);
  const bool constant = s.min == s.max;
  s.mean = constant ? s.min : mean_of(sorted);
  s.sd = constant ? 0.0 : sd_around(sorted, s.mean);
  if (!std::isfinite(s.mean) || !std::isfinite(s.sd)) return std::nullopt;
  return s;
}

}  // namespace bisect::stats
