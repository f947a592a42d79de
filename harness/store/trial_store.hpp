#pragma once

#include "core/finding.hpp"
#include "core/ids.hpp"
#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "core/round.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bisect::store {

/// One run of one strategy, from its first to its last event.
struct Session {
  core::SessionId id{};
  std::string verb;  ///< "bisect"
  core::Plan plan;
  std::string program_version;
  std::string started_utc;  ///< ISO 8601
};

/// The machine a session runs on: stable identity and facts that may change between boots.
struct Host {
  core::Digest id;
  std::map<std::string, std::string> facts;
};

/// A round as far as it was stored.
struct StoredRound {
  core::RoundId id{};
  std::vector<core::Digest> arms;  ///< candidate_key of each arm
  std::vector<int> generations;
  int blocks = 0;
  bool closed = false;
  std::vector<core::Trial> trials;
};

/// A round with all that became of it. Arms and builds are in the order of the request.
struct RecordedRound {
  core::RoundRequest request;
  core::RoundOutcome outcome;
  bool closed = false;  ///< complete; else what had been measured when the run stopped
};

struct Event {
  std::string kind;  ///< "build.started", "round.closed", …
  std::string text;
};

/// Port: the append-only memory. Every call is one transaction that is on disk when it returns;
/// nothing is ever updated but a round's `closed` and a session's end. Derived numbers are not stored.
class TrialStore {
 public:
  virtual ~TrialStore() = default;

  virtual core::Result<core::SessionId> begin_session(const Session& session, const Host& host) = 0;
  /// The latest session that has not ended; with a plan: the latest with just these inputs (all
  /// fields of the plan that change what is measured, searched or decided: plan_codec.hpp).
  virtual core::Result<std::optional<Session>> unfinished_session(
      const std::optional<core::Plan>& plan) = 0;
  /// Keeps verdict and reason; the rest can be computed again. Error `internal` the second time.
  virtual core::Result<void> end_session(core::SessionId session, const core::Finding& finding) = 0;

  /// Stores a build (the end of its log: bounded_log.hpp) and returns its number.
  virtual core::Result<core::BuildId> add_build(core::SessionId session, const core::Arm& arm,
                                                const core::Build& build) = 0;
  /// The latest build with these inputs, good or failed, of any session.
  virtual core::Result<std::optional<core::Build>> find_build(const core::Digest& inputs) = 0;

  /// Opens round `ordinal` (from 0) of a session, or returns it as far as it was stored.
  virtual core::Result<StoredRound> open_round(core::SessionId session, int ordinal,
                                               const core::RoundRequest& request) = 0;
  /// Stores a trial with all its samples, or nothing. Error `internal` when the round is closed, its
  /// place in the block is taken (one trial for an arm, one for a position), or its build unknown.
  virtual core::Result<void> add_trial(core::RoundId round, const core::Trial& trial) = 0;
  /// Closing twice is closing once.
  virtual core::Result<void> close_round(core::RoundId round) = 0;

  virtual core::Result<void> add_decision(core::SessionId session,
                                          const core::Decision& decision) = 0;
  /// How many decisions the session has stored: a resumed one draws them again and must not add them.
  virtual core::Result<int> decision_count(core::SessionId session) = 0;
  virtual core::Result<void> add_event(core::SessionId session, const Event& event) = 0;

  /// What the session has cost so far, over all its starts: builds made and trials run in it.
  /// `wall` is the time of both together: the store does not see what else a run does.
  virtual core::Result<core::Cost> cost(core::SessionId session) = 0;
};

}  // namespace bisect::store
