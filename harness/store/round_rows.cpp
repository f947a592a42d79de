#include "harness/store/round_rows.hpp"

#include "harness/store/build_rows.hpp"
#include "harness/store/query.hpp"
#include "harness/store/trial_rows.hpp"

namespace bisect::store {

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

core::Result<void> mark_closed(SQLite::Database& database, core::RoundId round) {
  if (Query(database, "UPDATE round SET closed = 1 WHERE id = ?").bind(round).run() == 1) return {};
  return core::internal_error("there is no round " +
                              std::to_string(static_cast<std::int64_t>(round)));
}

}  // namespace bisect::store
