#pragma once

#include "harness/engine/chain_search.hpp"
#include "harness/engine/investigation.hpp"

#include <vector>

namespace bisect::engine {

/// How the commits of a chain are sorted into "before the change" and "after it".
struct Sorting {
  /// Commits at a level between the two ends count as after the change (find the first step) or as
  /// before it (find the last step).
  ChainSearch::State between = ChainSearch::State::bad;
  /// The chain starts with the change in force and ends without it: look for the repair.
  bool reversed = false;
};

/// On which side of the change a judged commit counts.
[[nodiscard]] ChainSearch::State state_of(const Assessment& assessment, const Sorting& sorting);

struct Narrowed {
  std::vector<Bracket> steps;  ///< positions in the chain, ascending; at least one
  bool more = false;           ///< a commit between the two levels was met: there is another step
};

/// Tests commits of a chain until each change that shows lies between two neighbours, or between two
/// commits with nothing testable between them. The first and last element count as known.
Inquiry<Narrowed> narrow(Investigation& investigation, std::vector<core::Commit> chain,
                         Sorting sorting);

}  // namespace bisect::engine
