#pragma once

#include "core/finding.hpp"
#include "core/result.hpp"
#include "harness/engine/strategy.hpp"
#include "harness/store/trial_store.hpp"

#include <span>
#include <string>

namespace bisect::engine {

/// The finding of a stored session, drawn anew: a fresh strategy is told the stored rounds and nothing is
/// built, run or stored. Where the rounds end before the strategy does (a limit, an interruption), it is
/// the answer as far as it goes, for `why_it_stopped`. Error `environment` when the strategy asks for
/// something else than was measured: history, patches or the program have changed since.
[[nodiscard]] core::Result<core::Finding> replay(Strategy& strategy,
                                                 std::span<const store::RecordedRound> rounds,
                                                 const std::string& why_it_stopped);

}  // namespace bisect::engine
