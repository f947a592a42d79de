#pragma once

#include <map>
#include <vector>

namespace bisect::change_point {

/// How likely commits of a chain can be tested, given those that could and those that could not. What
/// breaks a build stays broken until it is repaired, so untestable commits come in runs: a two-state
/// Markov chain with unknown share and run length (both integrated over a small grid).
class Testability {
 public:
  Testability();
  void set(int commit, bool testable);
  [[nodiscard]] bool known(int commit) const { return m_known.contains(commit); }
  [[nodiscard]] bool untestable(int commit) const;
  /// Those that cannot be tested, in before+1..after-1, ascending.
  [[nodiscard]] std::vector<int> untestable_between(int before, int after) const;
  /// The commit of before+1..after-1 that is most likely testable, with its probability; 0 when all are
  /// known not to be, or there is none.
  struct Best {
    int commit = 0;
    double probability = 0.0;
  };
  [[nodiscard]] Best most_testable(int before, int after) const;
  /// Probability that the commit can be tested, 0..1; exact for known ones.
  [[nodiscard]] double probability(int commit) const;

 private:
  struct Chain {
    double share = 0.0;       ///< of untestable commits
    double length = 0.0;      ///< commits over which the state is remembered
    double likelihood = 0.0;  ///< of what is known

    /// Probability of state `to` (true: testable) at this distance from state `from`.
    [[nodiscard]] double step(bool from, bool to, int distance) const;
  };

  std::map<int, bool> m_known;  ///< commit -> testable
  std::vector<Chain> m_chains;
};

}  // namespace bisect::change_point
