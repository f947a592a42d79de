#pragma once

#include "harness/engine/narrowing.hpp"

#include <string>
#include <vector>

namespace bisect::engine {

/// Where a change was traced to: between `chain[bracket.good]` and `chain[bracket.bad]`.
struct Located {
  std::vector<core::Commit> chain;
  Bracket bracket;
  bool more = false;      ///< there is another step on the chain, which was not looked for
  bool in_merge = false;  ///< the merge itself: no merged branch is slow at its tip

  [[nodiscard]] const core::Commit& before() const {
    return chain[static_cast<std::size_t>(bracket.good)];
  }
  [[nodiscard]] const core::Commit& after() const {
    return chain[static_cast<std::size_t>(bracket.bad)];
  }
};

/// Narrows the chain, to at least one step; when a merge is left, goes on inside the merged branch whose
/// tip shows the change (unless the question says to stay on the main line).
Inquiry<std::vector<Located>> locate(Investigation& investigation, std::vector<core::Commit> chain,
                                     Sorting sorting);

}  // namespace bisect::engine
