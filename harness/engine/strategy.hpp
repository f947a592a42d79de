#pragma once

#include "core/finding.hpp"
#include "core/round.hpp"

#include <string>
#include <variant>
#include <vector>

namespace bisect::engine {

/// What a strategy wants next: a round, or to be finished.
using Step = std::variant<core::RoundRequest, core::Finding>;

/// Where a strategy stands, for people.
struct Outlook {
  std::string activity;     ///< "measuring the ends", "testing 1a2b3c4d5e", …
  int candidates_left = 0;  ///< commits that may still hold the change
  int steps_left = 0;       ///< commits still to be measured, expected
};

/// A pure state machine: asks for the next round, is told its outcome, ends with a finding. The same
/// outcomes lead to the same questions, so a session is resumed by telling a fresh strategy what was
/// stored.
class Strategy {
 public:
  virtual ~Strategy() = default;

  /// The same answer until `record` is called.
  [[nodiscard]] virtual Step next() = 0;
  virtual void record(core::RoundOutcome outcome) = 0;

  /// Conclusions drawn since the last call.
  [[nodiscard]] virtual std::vector<core::Decision> take_decisions() = 0;
  [[nodiscard]] virtual Outlook outlook() const = 0;

  /// The answer as far as it goes, when the run must stop here for `reason`.
  [[nodiscard]] virtual core::Finding best_so_far(const std::string& reason) const = 0;
};

}  // namespace bisect::engine
