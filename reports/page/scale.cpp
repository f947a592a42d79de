#include "reports/page/scale.hpp"

#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>

namespace bisect::page {
namespace {

constexpr double k_margin = 0.04;

std::vector<double> finite(std::span<const double> values) {
  std::vector<double> kept;
  std::copy_if(values.begin(), values.end(), std::back_inserter(kept),
               [](double value) { return std::isfinite(value); });
  return kept;
}

/// 1, 2 or 5 times a power of ten, not below `step`.
double nice_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= step * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

}  // namespace

Scale scale_for(std::span<const double> must, std::span<const double> points) {
  std::vector<double> shown = finite(must);
  if (std::vector<double> bulk = finite(points); !bulk.empty()) {
    std::sort(bulk.begin(), bulk.end());
    shown.push_back(stats::quantile_of_sorted(bulk, 0.05));
    shown.push_back(stats::quantile_of_sorted(bulk, 0.95));
  }
  if (shown.empty()) return {};
  const auto [low, high] = std::minmax_element(shown.begin(), shown.end());
  double margin = (*high - *low) * k_margin;
  if (margin <= 0) margin = std::max(std::abs(*high) * k_margin, 1e-9);
  return {*low - margin, *high + margin};
}

std::vector<double> ticks(const Scale& scale, int most) {
  const double step = nice_step((scale.high - scale.low) / most);
  std::vector<double> places;
  for (double k = std::ceil(scale.low / step); k * step <= scale.high; k += 1)
    places.push_back(k == 0 ? 0 : k * step);
  return places;
}

std::vector<double> thinned(std::vector<double> values, std::size_t most) {
  std::sort(values.begin(), values.end());
  if (values.size() <= most || most < 3) return values;
  std::vector<double> kept;
  for (std::size_t i = 0; i < most; ++i)
    kept.push_back(values[i * (values.size() - 1) / (most - 1)]);
  return kept;
}

}  // namespace bisect::page
