#pragma once

#include "harness/engine/splitting.hpp"
#include "stats/part_effects.hpp"

#include <map>
#include <set>
#include <vector>

namespace bisect::engine {

/// The variants' numbers as logarithms, block by block. A variant that runs the same program as another
/// has that one's numbers.
class LogLevels {
 public:
  explicit LogLevels(const Splitting& splitting);

  /// Variants with a number in at least two blocks.
  [[nodiscard]] const std::set<stats::PartSet>& measured() const { return m_measured; }

  /// The contrast's value in each block that has all variants it needs. Variants that are the same
  /// program cancel; when nothing is left the value is 0 in every block.
  [[nodiscard]] std::vector<double> by_block(const stats::Contrast& contrast) const;

  /// The values of two contrasts, from the blocks that have both.
  struct Paired {
    std::vector<double> first;
    std::vector<double> second;
  };
  [[nodiscard]] Paired paired(const stats::Contrast& first, const stats::Contrast& second) const;

 private:
  /// By the variant whose trials count.
  [[nodiscard]] stats::Contrast resolved(const stats::Contrast& contrast) const;

  std::map<stats::PartSet, stats::PartSet> m_measured_as;
  std::map<int, std::map<stats::PartSet, double>> m_blocks;
  std::set<stats::PartSet> m_measured;
};

}  // namespace bisect::engine
