#pragma once

#include "core/outcome.hpp"

#include <string>
#include <vector>

namespace bisect::core {

/// Why a round is measured. Numbers are frozen: they are stored.
enum class Purpose {
  probe = 1,      ///< build and inspect only
  calibrate = 2,  ///< choose metric and scheduling on the good end
  ends = 3,       ///< do the two ends differ?
  step = 4,       ///< nearer good or nearer bad?
  confirm = 5,    ///< culprit and parent again, fresh builds
  variants = 6,   ///< parts of a commit, put in and left out
};

[[nodiscard]] std::string to_text(Purpose purpose);

/// How the trials of a round are placed on processors.
enum class Placement {
  free = 1,         ///< wherever the kernel likes (parallel workloads)
  pinned = 2,       ///< one processor a block, changed between blocks
  pinned_fifo = 3,  ///< the same, in real-time class where allowed
};

/// A block runs each arm once, in an order drawn anew; a round is a series of blocks: the unit in
/// which anything is compared. Zero blocks: build and inspect the arms, run nothing.
struct RoundRequest {
  Purpose purpose = Purpose::probe;
  std::vector<Arm> arms;
  int blocks = 0;
  Placement placement = Placement::free;
  Duration run_limit{};  ///< zero = none
};

/// What became of a round. Trials that failed or ran over the limit are among `trials`.
struct RoundOutcome {
  std::vector<Build> builds;  ///< one per arm
  std::vector<Trial> trials;  ///< by block, then position; a block may be incomplete
};

/// A conclusion drawn from rounds, kept so that a verdict can be recomputed and doubted.
struct Decision {
  std::string subject;    ///< commit id, "ends", or the name of a variant or effect
  std::string verdict;    ///< "good", "bad", "open", "differ", "same", …
  std::string test;       ///< name of the test
  double threshold = 0;   ///< log ratio that the effect was tested against
  double statistic = 0;   ///< z
  double bound = 0;       ///< critical value at this look
  int pairs = 0;
  double estimate = 0;    ///< log ratio to the good end (Hodges-Lehmann)
  double low = 0;         ///< repeated confidence interval of the estimate
  double high = 0;
};

}  // namespace bisect::core
