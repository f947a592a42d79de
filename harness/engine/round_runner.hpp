#pragma once

#include "core/result.hpp"
#include "core/round.hpp"
#include "harness/engine/candidate_builder.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace bisect::engine {

/// What to do when an arm fails twice in a row or runs over its limit.
enum class OnTrouble {
  stop_round,  ///< numbers are compared: more of the same tells nothing
  go_on,       ///< endings are compared: failures are the data
};

struct RoundRules {
  std::uint64_t seed = 0;
  std::vector<core::Metric> metrics;
  std::string failure_pattern;   ///< regular expression; empty = none
  OnTrouble on_trouble = OnTrouble::stop_round;
  std::vector<int> processors;   ///< to pin on
};

/// Measures rounds: builds the arms, runs the blocks, stores every trial before anyone sees it. A
/// round that was stored is returned, one that was begun is gone on with.
class RoundRunner {
 public:
  RoundRunner(BuildPorts ports, const core::Clock& clock, CandidateBuilder& builder,
              core::SessionId session, RoundRules rules);

  core::Result<core::RoundOutcome> run(int ordinal, const core::RoundRequest& request,
                                       const Progress& progress);

 private:
  core::Result<core::RoundOutcome> replay(const core::RoundRequest& request,
                                          store::StoredRound stored);
  core::Result<void> run_blocks(int ordinal, const core::RoundRequest& request,
                                const store::StoredRound& stored, core::RoundOutcome& outcome);
  core::Result<core::Trial> run_trial(const core::RoundRequest& request, int arm,
                                      const core::Scheduling& scheduling);
  [[nodiscard]] core::Scheduling scheduling_of(core::Placement placement,
                                               std::uint64_t draw) const;
  [[nodiscard]] bool troubled(const core::RoundOutcome& outcome, int arm) const;

  BuildPorts m_ports;
  const core::Clock& m_clock;
  CandidateBuilder& m_builder;
  core::SessionId m_session;
  RoundRules m_rules;
  Progress m_progress;
};

}  // namespace bisect::engine
