#pragma once

#include "harness/engine/investigation.hpp"

#include <optional>

namespace bisect::engine {

enum class Confirmed { yes, no, not_possible };

struct Confirmation {
  Confirmed confirmed = Confirmed::not_possible;
  std::optional<core::Ratio> ratio;  ///< culprit to parent, from these trials alone
  double error = 0;                  ///< bound on the probability of being wrong
  std::optional<Assessment> parent;  ///< rows for the evidence
  std::optional<Assessment> culprit;
};

/// Measures the culprit against its predecessor with fresh builds of both and a fifth of the error
/// probability: the search's own numbers are biased by having been selected. `expected` is the log
/// ratio between the two that the search saw, in the direction that is looked for; negative: the step
/// goes the other way, and that is what must be confirmed.
Inquiry<Confirmation> confirm(Investigation& investigation, core::Commit parent,
                              core::Commit culprit, double expected);

}  // namespace bisect::engine
