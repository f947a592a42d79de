#include "stats/change_point/information.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bisect::change_point {
namespace {

/// Nodes and weights for the weight function exp(-x^2), Abramowitz & Stegun, table 25.10, n = 10.
struct Node {
  double x;
  double weight;
};
constexpr std::array<Node, 5> k_nodes{{{0.342901327223705, 6.10862633735326e-1},
                                       {1.036610829789514, 2.40138611082315e-1},
                                       {1.756683649299882, 3.38743944554811e-2},
                                       {2.532731674232790, 1.34364574678124e-3},
                                       {3.436159118837738, 7.64043285523262e-6}}};

}  // namespace

double expected_bits(std::span<const Prediction> predictions) {
  const double root_pi = std::sqrt(std::numbers::pi);
  double nats = 0.0;
  double total = 0.0;
  for (const Prediction& truth : predictions) total += truth.probability;
  for (const Prediction& truth : predictions) {
    if (truth.probability <= 0.0) continue;
    const double spread = std::sqrt(2.0 * truth.variance);
    for (const Node& node : k_nodes) {
      for (const double sign : {-1.0, 1.0}) {
        const double x = sign * node.x;
        const double value = truth.mean + spread * x;
        // Sum of the densities relative to the truth's own.
        double ratio = 0.0;
        for (const Prediction& other : predictions) {
          if (other.probability <= 0.0) continue;
          const double distance = value - other.mean;
          ratio += other.probability / total * std::sqrt(truth.variance / other.variance) *
                   std::exp(x * x - 0.5 * distance * distance / other.variance);
        }
        nats -= truth.probability / total * node.weight / root_pi * std::log(ratio);
      }
    }
  }
  return std::max(nats, 0.0) * total / std::numbers::ln2;
}

}  // namespace bisect::change_point
