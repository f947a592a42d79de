#pragma once

#include "core/ids.hpp"
#include "core/round.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bisect::reports {

/// How a start of the program came out.
enum class StartOutcome { fine, failed, over_limit };

/// One trial, as far as a picture or a table of raw numbers needs it.
struct Start {
  int block = 0;
  int arm = 0;
  int position = 0;             ///< in the block's random order
  double seconds = 0;           ///< its begin, since the session's first start
  StartOutcome outcome = StartOutcome::fine;
  std::optional<double> value;  ///< of the metric that decides, in its unit; absent: it gave no number
  std::vector<double> samples;  ///< the repetitions that the value is the median of
  double load = 0;              ///< one-minute load average before it
};

/// What an arm of a round is.
struct RoundArm {
  core::CommitId commit;
  std::string variant;  ///< of a split: the name of the variant; else empty
  int generation = 0;   ///< above 0: a fresh build
};

struct MeasuredRound {
  core::Purpose purpose = core::Purpose::step;
  std::vector<RoundArm> arms;
  std::vector<Start> starts;  ///< block after block, as measured; `arm` is an index of `arms`
};

/// Everything that was measured, and the order of history to show it in.
struct Measurements {
  std::vector<MeasuredRound> rounds;
  /// From the good end to the bad end, parents before children, merged branches before their merge.
  std::vector<core::CommitId> axis;
};

}  // namespace bisect::reports
