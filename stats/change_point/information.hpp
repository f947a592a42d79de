#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace bisect::change_point {

/// One hypothesis' prediction of a number that is about to be measured.
struct Prediction {
  double probability = 0.0;  ///< Of the hypothesis; all together at most 1.
  double mean = 0.0;
  double variance = 1.0;     ///< > 0
};

/// Expected information in bits that the number gives about which hypothesis holds: the mutual
/// information, by Gauss-Hermite quadrature with ten nodes in each hypothesis. Hypotheses of no
/// probability are passed over. 0 for one hypothesis, at most log2 of their number.
[[nodiscard]] double expected_bits(std::span<const Prediction> predictions);

}  // namespace bisect::change_point
