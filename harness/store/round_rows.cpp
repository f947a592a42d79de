#include "harness/store/round_rows.hpp"

#include "harness/store/build_rows.hpp"
#include "harness/store/query.hpp"
#include "harness/store/trial_rows.hpp"

namespace bisect::store {
namespace {

std::vector<core::Arm> select_arms(SQLite::Database& database, core::RoundId round) {
  std::vector<core::Arm> arms;
  Query query(database, "SELECT candidate, generation FROM round_arm WHERE round = ? ORDER BY arm");
  query.bind(round);
  while (query.next()) {
    core::Candidate candidate = select_candidate(database, core::Digest{query.text()});
    arms.push_back({std::move(candidate), query.integer()});
  }
  return arms;
}

/// The build that the arm's trials ran; where it has none, the latest one of the arm up to the session.
core::Build build_of_arm(SQLite::Database& database, core::SessionId session, const core::Arm& arm,
                         int index, const std::vector<core::Trial>& trials) {
  for (const core::Trial& trial : trials)
    if (trial.arm == index) return select_build(database, trial.build).value_or(core::Build{});
  return select_build(database, session, arm).value_or(core::Build{});
}

}  // namespace

void insert_round(SQLite::Database& database, core::SessionId session, int ordinal,
                  const core::RoundRequest& request) {
  Query query(database,
              "INSERT INTO round (session, ordinal, purpose, blocks, placement, run_limit_ns) "
              "VALUES (?, ?, ?, ?, ?, ?)");
  query.bind(session)
      .bind(ordinal)
      .bind(request.purpose)
      .bind(request.blocks)
      .bind(request.placement)
      .bind(request.run_limit.count());
  const std::int64_t round = query.insert();
  int place = 0;
  for (const core::Arm& arm : request.arms)
    Query(database, "INSERT INTO round_arm (round, arm, candidate, generation) VALUES (?, ?, ?, ?)")
        .bind(round)
        .bind(place++)
        .bind(keep_candidate(database, arm.candidate))
        .bind(arm.generation)
        .run();
}

std::optional<StoredRound> select_round(SQLite::Database& database, core::SessionId session,
                                        int ordinal) {
  Query query(database, "SELECT id, blocks, closed FROM round WHERE session = ? AND ordinal = ?");
  query.bind(session).bind(ordinal);
  if (!query.next()) return std::nullopt;
  StoredRound round;
  round.id = query.enumerator<core::RoundId>();
  round.blocks = query.integer();
  round.closed = query.integer() == 1;
  Query arms(database, "SELECT candidate, generation FROM round_arm WHERE round = ? ORDER BY arm");
  arms.bind(round.id);
  while (arms.next()) {
    round.arms.emplace_back(arms.text());
    round.generations.push_back(arms.integer());
  }
  round.trials = select_trials(database, round.id);
  return round;
}

std::vector<RecordedRound> select_rounds(SQLite::Database& database, core::SessionId session) {
  std::vector<RecordedRound> rounds;
  Query query(database,
              "SELECT id, purpose, blocks, placement, run_limit_ns, closed FROM round "
              "WHERE session = ? ORDER BY ordinal");
  query.bind(session);
  while (query.next()) {
    RecordedRound& round = rounds.emplace_back();
    const auto id = query.enumerator<core::RoundId>();
    round.request.purpose = query.enumerator<core::Purpose>();
    round.request.blocks = query.integer();
    round.request.placement = query.enumerator<core::Placement>();
    round.request.run_limit = core::Duration{query.number()};
    round.closed = query.integer() == 1;
    round.request.arms = select_arms(database, id);
    round.outcome.trials = select_trials(database, id);
    int index = 0;
    for (const core::Arm& arm : round.request.arms)
      round.outcome.builds.push_back(
          build_of_arm(database, session, arm, index++, round.outcome.trials));
  }
  return rounds;
}

core::Result<void> mark_closed(SQLite::Database& database, core::RoundId round) {
  if (Query(database, "UPDATE round SET closed = 1 WHERE id = ?").bind(round).run() == 1) return {};
  return core::internal_error("there is no round " +
                              std::to_string(static_cast<std::int64_t>(round)));
}

}  // namespace bisect::store
