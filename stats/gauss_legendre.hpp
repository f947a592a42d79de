#pragma once

#include <cstddef>
#include <vector>

namespace bisect::stats {

/// Nodes and weights of a quadrature: integral f ~ sum weights[i] f(nodes[i]). Nodes ascend.
struct Quadrature {
  std::vector<double> nodes;
  std::vector<double> weights;
};

/// Composite Gauss-Legendre rule with 10 nodes on each of `panels` >= 1 equal panels of [low,
/// high]; exact for polynomials of degree 19 on each panel. Nodes by Newton's iteration on the
/// Legendre recurrence (Abramowitz & Stegun 25.4.29).
[[nodiscard]] Quadrature gauss_legendre(double low, double high, std::size_t panels);

}  // namespace bisect::stats
