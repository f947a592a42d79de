#pragma once

#include "harness/store/bounded_log.hpp"
#include "harness/store/plan_codec.hpp"
#include "harness/store/trial_store.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace bisect::support {

/// The trial store in plain memory, held to the same contract suite as the real one. What a test
/// wants to look at afterwards is public.
class MemoryTrialStore final : public store::TrialStore {
 public:
  struct StoredSession {
    store::Session session;
    store::Host host;
    std::optional<core::Finding> finding;  ///< verdict and reason; absent = unfinished
    std::vector<core::Decision> decisions;
    std::vector<store::Event> events;
  };

  struct StoredBuild {
    core::SessionId session{};
    core::Arm arm;
    core::Build build;
  };

  struct Round {
    core::SessionId session{};
    int ordinal = 0;
    core::RoundRequest request;
    store::StoredRound stored;
  };

  std::deque<StoredSession> sessions;  ///< SessionId n is element n - 1; the same below
  std::deque<StoredBuild> builds;
  std::deque<Round> rounds;

  core::Result<core::SessionId> begin_session(const store::Session& session,
                                              const store::Host& host) override {
    StoredSession& stored = sessions.emplace_back();
    stored.session = session;
    stored.session.id = core::SessionId{std::ssize(sessions)};
    stored.host = host;
    return stored.session.id;
  }

  core::Result<std::optional<store::Session>> unfinished_session(
      const std::optional<core::Plan>& plan) override {
    const auto wanted = [&](const StoredSession& stored) {
      return !stored.finding &&
             (!plan || store::plan_match(*plan) == store::plan_match(stored.session.plan));
    };
    const auto found = std::find_if(sessions.rbegin(), sessions.rend(), wanted);
    if (found == sessions.rend()) return std::optional<store::Session>{};
    return std::optional<store::Session>{found->session};
  }

  core::Result<void> end_session(core::SessionId session, const core::Finding& finding) override {
    StoredSession* stored = at(sessions, session);
    if (stored == nullptr || stored->finding) return broken("no such running session");
    stored->finding.emplace();
    stored->finding->verdict = finding.verdict;
    stored->finding->reason = finding.reason;
    return {};
  }

  core::Result<core::BuildId> add_build(core::SessionId session, const core::Arm& arm,
                                        const core::Build& build) override {
    if (at(sessions, session) == nullptr) return broken("no such session");
    StoredBuild& stored = builds.emplace_back(StoredBuild{session, arm, build});
    stored.build.id = core::BuildId{std::ssize(builds)};
    if (stored.build.failure)
      stored.build.failure->log = store::bounded_log(stored.build.failure->log);
    return stored.build.id;
  }

  core::Result<std::optional<core::Build>> find_build(const core::Digest& inputs) override {
    const auto found = std::find_if(builds.rbegin(), builds.rend(), [&](const StoredBuild& stored) {
      return stored.build.inputs == inputs;
    });
    if (found == builds.rend()) return std::optional<core::Build>{};
    return std::optional<core::Build>{found->build};
  }

  core::Result<store::StoredRound> open_round(core::SessionId session, int ordinal,
                                              const core::RoundRequest& request) override {
    if (at(sessions, session) == nullptr) return broken("no such session");
    for (const Round& round : rounds)
      if (round.session == session && round.ordinal == ordinal) return round.stored;
    Round& round = rounds.emplace_back(Round{session, ordinal, request, {}});
    round.stored.id = core::RoundId{std::ssize(rounds)};
    round.stored.blocks = request.blocks;
    for (const core::Arm& arm : request.arms) {
      round.stored.arms.push_back(core::candidate_key(arm.candidate));
      round.stored.generations.push_back(arm.generation);
    }
    return round.stored;
  }

  core::Result<void> add_trial(core::RoundId id, const core::Trial& trial) override {
    Round* round = at(rounds, id);
    if (round == nullptr || round->stored.closed) return broken("no such open round");
    if (at(builds, trial.build) == nullptr) return broken("no such build");
    if (trial.arm < 0 || trial.arm >= std::ssize(round->stored.arms)) return broken("no such arm");
    std::vector<core::Trial>& trials = round->stored.trials;
    for (const core::Trial& other : trials)
      if (other.block == trial.block &&
          (other.position == trial.position || other.arm == trial.arm))
        return broken("the place is taken");
    const auto later = [&](const core::Trial& other) { return order(trial) < order(other); };
    trials.insert(std::find_if(trials.begin(), trials.end(), later), trial);
    return {};
  }

  core::Result<void> close_round(core::RoundId id) override {
    Round* round = at(rounds, id);
    if (round == nullptr) return broken("no such round");
    round->stored.closed = true;
    return {};
  }

  core::Result<void> add_decision(core::SessionId session,
                                  const core::Decision& decision) override {
    StoredSession* stored = at(sessions, session);
    if (stored == nullptr) return broken("no such session");
    stored->decisions.push_back(decision);
    return {};
  }

  core::Result<int> decision_count(core::SessionId session) override {
    const StoredSession* stored = at(sessions, session);
    return stored == nullptr ? 0 : static_cast<int>(stored->decisions.size());
  }

  core::Result<void> add_event(core::SessionId session, const store::Event& event) override {
    StoredSession* stored = at(sessions, session);
    if (stored == nullptr) return broken("no such session");
    stored->events.push_back(event);
    return {};
  }

  core::Result<core::Cost> cost(core::SessionId session) override {
    core::Cost cost;
    for (const StoredBuild& stored : builds) {
      if (stored.session != session) continue;
      ++cost.builds;
      cost.build += stored.build.elapsed;
    }
    for (const Round& round : rounds) {
      if (round.session != session) continue;
      for (const core::Trial& trial : round.stored.trials) {
        ++cost.trials;
        cost.trial += trial.usage.wall;
      }
    }
    cost.wall = cost.build + cost.trial;
    return cost;
  }

 private:
  template <class Row, class Id>
  static Row* at(std::deque<Row>& rows, Id id) {
    const auto number = static_cast<std::int64_t>(id);
    return number < 1 || number > std::ssize(rows) ? nullptr : &rows[number - 1];
  }

  static std::pair<int, int> order(const core::Trial& trial) {
    return {trial.block, trial.position};
  }

  static core::Error broken(std::string message) {
    return core::internal_error(std::move(message));
  }
};

}  // namespace bisect::support
