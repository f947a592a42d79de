#pragma once

#include "core/attribution.hpp"
#include "core/result.hpp"
#include "harness/engine/investigation.hpp"
#include "stats/part_effects.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bisect::engine {

/// A combination of parts as something to build and run.
struct SplitVariant {
  stats::PartSet set = 0;  ///< bit i: the question's i-th part is put in
  core::Candidate candidate;
};

/// Which part of a change costs what, as values.
struct SplitQuestion {
  BisectQuestion search;  ///< good: the parent, bad: the whole change; what calibrating needs
  std::vector<core::Part> parts;       ///< at least two; to be screened: one for each file, in the
                                       ///< order in which they are put in
  std::vector<SplitVariant> variants;  ///< the parent first, the whole second; to be screened: only these
  /// The parent with these paths as the change has them; only where the parts are to be screened.
  std::function<core::Result<core::Candidate>(std::vector<std::string> paths)> compose;
  std::vector<std::string> warnings;   ///< about the question itself
  int samples = 0;                     ///< of each variant; 0 = until the effects are known well enough
};

/// The sets to measure (stats::variants_of), the parent first, the whole second.
[[nodiscard]] std::vector<stats::PartSet> sets_to_measure(int parts);

/// "parent", "whole", "only a", "without b", "a + b": what is put in.
[[nodiscard]] std::string variant_name(const std::vector<core::Part>& parts, stats::PartSet set);

/// The names of the parts that are put in.
[[nodiscard]] std::vector<std::string> names_in(const std::vector<core::Part>& parts,
                                                stats::PartSet set);

}  // namespace bisect::engine
