#pragma once

#include "harness/engine/inquiry.hpp"
#include "harness/engine/investigation.hpp"
#include "harness/engine/split_question.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace bisect::engine {

/// What is known about one variant.
struct VariantState {
  stats::PartSet set = 0;
  core::Candidate candidate;
  bool is_built = false;
  std::optional<core::NotTestable> why;  ///< set when untestable
  bool over_limit = false;               ///< ran over its time limit: slow, without a number
  std::size_t measured_as = 0;           ///< index of the variant whose trials are its own: the first
                                         ///< one that runs the same program
  core::Digest program;
};

/// The state of a split: what was asked, built and measured so far.
struct Splitting {
  explicit Splitting(SplitQuestion asked);

  Investigation investigation;
  std::vector<core::Part> parts;
  int samples = 0;
  std::vector<VariantState> variants;  ///< in the question's order
  std::vector<core::Trial> trials;     ///< arm: index of the variant; blocks numbered through

  /// Is there a number for it, or may there be one?
  [[nodiscard]] bool is_measurable(std::size_t variant) const;
};

/// Builds and measures everything that is needed: one build after the other, so that one that fails
/// takes no other along, then all variants in the same blocks, until every part's effect is known to
/// half of what counts or the last look is reached. The rule looks at the noise and never at an effect,
/// so tests and intervals keep their level. Ends with the reason why there is nothing to compare;
/// empty when there is.
Inquiry<std::string> measure_variants(Splitting& splitting);

}  // namespace bisect::engine
