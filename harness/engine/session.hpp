#pragma once

#include "core/finding.hpp"
#include "core/result.hpp"
#include "harness/engine/round_runner.hpp"
#include "harness/engine/strategy.hpp"

namespace bisect::engine {

/// One loop for every verb: ask the strategy, measure the round, store it, tell the strategy. State
/// lives in two places only, the strategy and the append-only store; a session is resumed by running
/// this loop again with a fresh strategy, whose first questions the store answers.
class SessionLoop {
 public:
  SessionLoop(BuildPorts ports, const core::Clock& clock, CandidateBuilder& builder,
              RoundRunner& runner, core::SessionId session);

  /// Runs to the end, to a limit of the plan (best answer so far, verdict undecided), or to an
  /// Error: `interrupted`, `environment`. What was measured is stored in every case.
  core::Result<core::Finding> run(Strategy& strategy, const core::Limits& limits);

 private:
  core::Result<core::Finding> finish(core::Finding finding, core::Duration started);
  core::Result<void> note_decisions(Strategy& strategy, int known);
  /// Why the next round may not be begun; empty when it may.
  core::Result<std::string> limit_reached(int ordinal, const core::RoundRequest& request,
                                          const core::Limits& limits);
  [[nodiscard]] Progress progress_of(const Strategy& strategy);

  BuildPorts m_ports;
  const core::Clock& m_clock;
  CandidateBuilder& m_builder;
  RoundRunner& m_runner;
  core::SessionId m_session;
  int m_decisions = 0;
};

}  // namespace bisect::engine
