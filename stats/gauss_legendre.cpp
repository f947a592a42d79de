#include "stats/gauss_legendre.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace bisect::stats {
namespace {

constexpr std::size_t k_order = 10;

struct Rule {
  std::array<double, k_order> nodes{};
  std::array<double, k_order> weights{};
};

/// Derivative of the Legendre polynomial of degree k_order at x, and the Newton step from x towards
/// its root.
struct LegendreAt {
  double derivative = 0.0;
  double step = 0.0;
};

LegendreAt legendre_at(double x) {
  double previous = 1.0;
  double current = x;
  for (std::size_t k = 2; k <= k_order; ++k) {
    const auto degree = static_cast<double>(k);
    const double next = ((2.0 * degree - 1.0) * x * current - (degree - 1.0) * previous) / degree;
    previous = current;
    current = next;
  }
  const double derivative = static_cast<double>(k_order) * (x * current - previous) / (x * x - 1.0);
  return {derivative, current / derivative};
}

Rule make_rule() {
  Rule rule;
  for (std::size_t i = 0; i < k_order; ++i) {
    const auto index = static_cast<double>(k_order - i);
    double x = std::cos(std::numbers::pi * (index - 0.25) / (static_cast<double>(k_order) + 0.5));
    // Newton converges quadratically from this start; 6 steps reach the last bit.
    for (int step = 0; step < 6; ++step) x -= legendre_at(x).step;
    const double derivative = legendre_at(x).derivative;
    rule.nodes[i] = x;
    rule.weights[i] = 2.0 / ((1.0 - x * x) * derivative * derivative);
  }
  return rule;
}

}  // namespace

Quadrature gauss_legendre(double low, double high, std::size_t panels) {
  static const Rule rule = make_rule();
  const double half = (high - low) / static_cast<double>(panels) / 2.0;
  Quadrature result;
  result.nodes.reserve(panels * k_order);
  result.weights.reserve(panels * k_order);
  for (std::size_t panel = 0; panel < panels; ++panel) {
    const double centre = low + half * static_cast<double>(2 * panel + 1);
    for (std::size_t i = 0; i < k_order; ++i) {
      result.nodes.push_back(centre + half * rule.nodes[i]);
      result.weights.push_back(half * rule.weights[i]);
    }
  }
  return result;
}

}  // namespace bisect::stats
