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

/// Which part of a change, or which difference of two settings, costs what; as values.
struct SplitQuestion {
  BisectQuestion search;  ///< good: the parent, bad: the whole change; what calibrating needs
  core::Compared compared;
  std::vector<core::Part> parts;       ///< to be screened: the smallest there are, in the order in which
                                       ///< they are put in
  std::vector<SplitVariant> variants;  ///< the parent first, the whole second; to be screened: only these
  bool is_screened = false;            ///< find the parts that matter before they are measured
  /// The parent with these paths (of parts) as the change has them. Not needed for named parts whose numbers
  /// are compared.
  std::function<core::Result<core::Candidate>(std::vector<std::string> paths)> compose;
  /// What the workload's run is besides the program; equal programs of one workload run alike. Null: the
  /// same for all variants.
  std::function<core::Digest(const core::Candidate&)> workload_of;
  std::vector<std::string> warnings;   ///< about the question itself
  int samples = 0;                     ///< of each variant; 0 = until the effects are known well enough
};

/// The sets to measure (stats::variants_of), the parent first, the whole second.
[[nodiscard]] std::vector<stats::PartSet> sets_to_measure(int parts);

/// "parent", "whole", "only a", "without b", "a + b": what is put in.
[[nodiscard]] std::string variant_name(const std::vector<core::Part>& parts, stats::PartSet set,
                                       const core::Compared& compared = {});

/// The names of the parts that are put in.
[[nodiscard]] std::vector<std::string> names_in(const std::vector<core::Part>& parts,
                                                stats::PartSet set);

}  // namespace bisect::engine
