#pragma once

#include <utility>
#include <vector>

namespace bisect::change_point {

/// How likely each commit of a chain is to hold the change, before anything is measured.
class ChainPrior {
 public:
  /// Every commit 1..last alike. `last` >= 1.
  explicit ChainPrior(int last);
  /// `weights[k - 1]` for commit k: finite, not negative, at least one positive; need not sum to 1.
  explicit ChainPrior(const std::vector<double>& weights);

  [[nodiscard]] int last() const { return static_cast<int>(m_cumulative.size()) - 1; }
  /// Probability that the change is one of commits before+1..after (0 <= before <= after <= last).
  [[nodiscard]] double mass(int before, int after) const;
  /// Takes commits before+1..after out: the change is in none of them. False, and without effect, when
  /// nothing would be left.
  bool exclude(int before, int after);
  /// The part of before+1..after outside of which nothing is possible, as (before, after); unchanged when
  /// nothing in it is possible.
  [[nodiscard]] std::pair<int, int> possible_part(int before, int after) const;
  /// The commit c in before+1..after-1 for which a change at or before c, given that it lies in
  /// before+1..after, comes nearest to `share` (0..1). Needs after - before >= 2.
  [[nodiscard]] int quantile(int before, int after, double share) const;

 private:
  std::vector<double> m_cumulative;  ///< [c]: probability of a change at or before c
};

}  // namespace bisect::change_point
