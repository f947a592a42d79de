#pragma once

#include <optional>
#include <vector>

namespace bisect::engine {

/// What is left of a chain: the last position known good, the first known bad after it.
struct Bracket {
  int good = 0;
  int bad = 0;

  [[nodiscard]] bool single() const { return bad == good + 1; }
};

/// Bisection of a chain 0..last whose first position is good and whose last is bad, with positions
/// that cannot be tested. Picks the middle; when the middle falls into a hole, looks for the edges
/// of the hole (binary search from both sides) before it tries positions inside.
class ChainSearch {
 public:
  enum class State { unknown, good, bad, untestable };

  explicit ChainSearch(int last);

  void set(int position, State state);
  [[nodiscard]] Bracket bracket() const;

  /// The position to test next; nothing when the bracket cannot be narrowed: it is a single step, or
  /// all within is untestable (or, after `k_patience` failures in a row deep inside the hole, both of
  /// its edges being known, given up).
  [[nodiscard]] std::optional<int> next() const;

  /// Expected number of positions still to be tested.
  [[nodiscard]] int expected_steps() const;

  static constexpr int k_patience = 8;

 private:
  struct Gap {
    int first = 0;
    int last = -1;
    [[nodiscard]] int size() const { return last - first + 1; }
  };
  /// Unknown positions inside the bracket, as maximal runs.
  [[nodiscard]] std::vector<Gap> unknown_gaps(const Bracket& bracket) const;
  /// Those of them that touch the bracket: as long as there are any, a hole's edges are not known.
  [[nodiscard]] std::vector<Gap> edge_gaps(const Bracket& bracket) const;

  std::vector<State> m_states;
  int m_failures_inside = 0;  ///< in a row, with both edges known
};

}  // namespace bisect::engine
