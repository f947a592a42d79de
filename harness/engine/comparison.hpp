#pragma once

#include "harness/engine/investigation.hpp"
#include "harness/engine/look.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bisect::engine {

/// What a running comparison of arms has collected.
struct Collected {
  std::vector<core::Trial> trials;  ///< blocks numbered through all rounds
  std::vector<core::Build> builds;  ///< of the latest round, one per arm
  Look look;

  /// Adds a round's outcome behind what is there.
  void append(core::RoundOutcome outcome, int blocks_before);
};

/// A comparison over growing numbers of blocks.
struct Comparison {
  core::RoundRequest round;        ///< arms and purpose; blocks are set look by look
  std::span<const std::size_t> looks;
  double threshold = 0;
  double bound = 0;
  /// The differences that are tested, from all trials so far.
  std::function<std::vector<double>(std::span<const core::Trial>)> differences;
  /// Is the answer in? Asked after each look that found no trouble.
  std::function<bool(const Look&)> enough;
};

/// Measures look by look until `enough`, the last look, or trouble: an arm that does not build, runs
/// over its limit, fails too often, or reports numbers of which no ratio can be formed.
Inquiry<Collected> compare(Investigation& investigation, Comparison comparison);

/// Trouble of an arm that makes its numbers unusable: a failed build, more than one failure and more
/// than 5 % of its trials, or zeros. Nothing when it can be compared. Being over the limit is not
/// trouble: it is slow.
[[nodiscard]] std::optional<core::NotTestable> unusable(const Collected& collected,
                                                        const Measure& measure, int arm);

/// Logarithms of an arm without what blocks shared (block_effects).
[[nodiscard]] std::vector<double> logs_of_arm(const Collected& collected, const Measure& measure,
                                              int arm);

/// A look's estimate and interval as a ratio other/base of the metric itself.
[[nodiscard]] core::Ratio ratio_of(const Measure& measure, const Look& look);

/// Did an arm run over its time limit?
[[nodiscard]] bool over_limit(const Collected& collected, int arm);

}  // namespace bisect::engine
