#include "stats/brownian_crossing.hpp"

#include "stats/distributions.hpp"
#include "stats/gauss_legendre.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace bisect::stats {
namespace {

// Beyond this many standard deviations a normal density is below 1e-17 of its peak and left out.
constexpr double k_negligible_sd = 9.0;
// Beyond this many it is not even a number.
constexpr double k_underflow_sd = 38.0;

double normal_density(double x) {
  return std::exp(-0.5 * x * x) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
}

/// The part of the distribution of B that has not crossed yet, on quadrature points: mass = weight
/// * density.
struct Survivors {
  std::vector<double> scores{0.0};
  std::vector<double> mass{1.0};
};

/// P(B, one step of sd `step_sd` on, lies outside +-limit, and did not before).
double mass_crossing(const Survivors& now, double limit, double step_sd) {
  double crossing = 0.0;
  for (std::size_t i = 0; i < now.scores.size(); ++i) {
    crossing += now.mass[i] * (normal_sf((limit - now.scores[i]) / step_sd) +
                               normal_cdf((-limit - now.scores[i]) / step_sd));
  }
  return crossing;
}

double density_after(const Survivors& now, double score, double step_sd) {
  const double reach = k_negligible_sd * step_sd;
  const auto first = std::lower_bound(now.scores.begin(), now.scores.end(), score - reach);
  const auto last = std::upper_bound(first, now.scores.end(), score + reach);
  double density = 0.0;
  for (auto s = first; s != last; ++s) {
    density += now.mass[static_cast<std::size_t>(s - now.scores.begin())] *
               normal_density((score - *s) / step_sd);
  }
  return density / step_sd;
}

Survivors advance(const Survivors& now, double limit, double step_sd) {
  // The new density is a sum of bells of width step_sd, cut at the limits: panels of at most two
  // widths integrate it almost to machine accuracy.
  const double panels = std::max(1.0, std::ceil(limit / step_sd));
  Quadrature rule = gauss_legendre(-limit, limit, static_cast<std::size_t>(panels));
  Survivors next{std::move(rule.nodes), std::move(rule.weights)};
  for (std::size_t j = 0; j < next.scores.size(); ++j)
    next.mass[j] *= density_after(now, next.scores[j], step_sd);
  return next;
}

}  // namespace

double brownian_crossing(std::span<const std::size_t> looks, std::span<const double> limits) {
  Survivors survivors;
  double crossed = 0.0;
  double previous = 0.0;
  for (std::size_t k = 0; k < looks.size(); ++k) {
    const auto size = static_cast<double>(looks[k]);
    const double step_sd = std::sqrt(size - previous);
    const double limit =
        (limits[k] <= k_underflow_sd ? limits[k] : k_negligible_sd) * std::sqrt(size);
    if (limits[k] <= k_underflow_sd) crossed += mass_crossing(survivors, limit, step_sd);
    if (k + 1 < looks.size()) survivors = advance(survivors, limit, step_sd);
    previous = size;
  }
  return std::min(1.0, crossed);
}

}  // namespace bisect::stats
