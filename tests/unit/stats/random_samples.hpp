#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <random>
#include <vector>

namespace bisect::stats {

/// Seeded numbers for simulations. The engine's bits are fixed by the C++ standard and the
/// transformations are ours, so a seed means the same samples with every standard library.
class RandomSamples {
 public:
  explicit RandomSamples(std::uint64_t seed) : m_engine(seed) {}

  double uniform() { return (static_cast<double>(m_engine() >> 11U) + 0.5) * 0x1p-53; }

  /// Box & Muller, Annals of Mathematical Statistics 29 (1958) 610-611.
  double normal() {
    return std::sqrt(-2.0 * std::log(uniform())) * std::cos(2.0 * std::numbers::pi * uniform());
  }

  /// Heavy tails without a mean: the hardest symmetric case for anything but ranks.
  double cauchy() { return std::tan(std::numbers::pi * (uniform() - 0.5)); }

  std::vector<double> normals(std::size_t n, double mean = 0.0, double sd = 1.0) {
    std::vector<double> values(n);
    for (double& v : values) v = mean + sd * normal();
    return values;
  }

 private:
  std::mt19937_64 m_engine;
};

}  // namespace bisect::stats
