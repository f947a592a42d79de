#pragma once

#include "harness/engine/investigation.hpp"

#include <optional>
#include <string>

namespace bisect::engine {

/// Do the two ends differ in the way that is looked for?
enum class EndsRelation {
  differ,
  same,       ///< no change of the size that counts
  opposite,   ///< a change in the other direction
  unusable,   ///< an end cannot be measured
};

struct EndsVerdict {
  EndsRelation relation = EndsRelation::unusable;
  std::string reason;  ///< for people, when they do not differ
  std::optional<core::Commit> failed_end;  ///< that did not get as far as running
  std::optional<core::NotTestable> why;
};

/// Builds both ends, calibrates on one (metric, placement, time limit), and measures them against
/// each other until their difference is known well enough to lean on: sets the setup's
/// effect, the investigation's effect, and assesses both ends.
Inquiry<EndsVerdict> judge_ends(Investigation& investigation);

}  // namespace bisect::engine
