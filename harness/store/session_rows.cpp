#include "harness/store/session_rows.hpp"

#include "harness/store/json_text.hpp"
#include "harness/store/plan_codec.hpp"
#include "harness/store/query.hpp"

namespace bisect::store {
namespace {

/// id, verb, plan, program_version, started_utc
core::Result<Session> read_session(Query& query) {
  Session session;
  session.id = query.enumerator<core::SessionId>();
  session.verb = query.text();
  core::Result<core::Plan> plan = decode_plan(query.text());
  if (!plan) return plan.error();
  session.plan = *std::move(plan);
  session.program_version = query.text();
  session.started_utc = query.text();
  return session;
}

}  // namespace

core::SessionId insert_session(SQLite::Database& database, const Session& session,
                               const Host& host) {
  Query(database, "INSERT INTO host (id, first_seen_utc) VALUES (?, ?) ON CONFLICT DO NOTHING")
      .bind(host.id)
      .bind(session.started_utc)
      .run();
  Query query(database,
              "INSERT INTO session (host, host_facts, verb, plan, plan_match, program_version, "
              "seed, started_utc) VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  query.bind(host.id)
      .bind(json_from_map(host.facts).dump())
      .bind(session.verb)
      .bind(encode_plan(session.plan))
      .bind(plan_match(session.plan))
      .bind(session.program_version)
      .bind(std::to_string(session.plan.seed))
      .bind(session.started_utc);
  return core::SessionId{query.insert()};
}

core::Result<std::optional<Session>> select_unfinished(
    SQLite::Database& database, const std::optional<core::Digest>& plan_match) {
  Query query(database,
              "SELECT id, verb, plan, program_version, started_utc FROM session "
              "WHERE ended_utc IS NULL AND plan_match = coalesce(?, plan_match) "
              "ORDER BY id DESC LIMIT 1");
  query.bind(plan_match);
  if (!query.next()) return std::optional<Session>{};
  auto session = read_session(query);
  if (!session) return session.error();
  return std::optional<Session>{*std::move(session)};
}

core::Result<std::optional<RecordedSession>> select_session(SQLite::Database& database,
                                                            core::SessionId id) {
  Query query(database,
              "SELECT id, verb, plan, program_version, started_utc, host_facts, ended_utc, reason "
              "FROM session WHERE id = ?");
  query.bind(id);
  if (!query.next()) return std::optional<RecordedSession>{};
  auto session = read_session(query);
  if (!session) return session.error();
  RecordedSession recorded;
  recorded.session = *std::move(session);
  recorded.host_facts = map_from_json(nlohmann::json::parse(query.text()));
  recorded.ended_utc = query.optional_text();
  recorded.reason = query.optional_text().value_or("");
  recorded.cost = select_cost(database, id);
  return std::optional<RecordedSession>{std::move(recorded)};
}

core::Result<void> mark_ended(SQLite::Database& database, core::SessionId session,
                              const core::Finding& finding, const std::string& ended_utc) {
  Query query(database, "UPDATE session SET ended_utc = ?, verdict = ?, reason = ? WHERE id = ?");
  query.bind(ended_utc).bind(finding.verdict).bind(finding.reason).bind(session);
  if (query.run() == 1) return {};
  return core::internal_error("there is no session " +
                              std::to_string(static_cast<std::int64_t>(session)));
}

void insert_decision(SQLite::Database& database, core::SessionId session,
                     const core::Decision& decision, const std::string& recorded_utc) {
  Query(database,
        "INSERT INTO decision (session, subject, verdict, test, threshold, statistic, bound, "
        "pairs, estimate, low, high, recorded_utc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .bind(session)
      .bind(decision.subject)
      .bind(decision.verdict)
      .bind(decision.test)
      .bind(decision.threshold)
      .bind(decision.statistic)
      .bind(decision.bound)
      .bind(decision.pairs)
      .bind(decision.estimate)
      .bind(decision.low)
      .bind(decision.high)
      .bind(recorded_utc)
      .run();
}

void insert_event(SQLite::Database& database, core::SessionId session, const Event& event,
                  const std::string& recorded_utc) {
  Query(database, "INSERT INTO event (session, kind, text, recorded_utc) VALUES (?, ?, ?, ?)")
      .bind(session)
      .bind(event.kind)
      .bind(event.text)
      .bind(recorded_utc)
      .run();
}

int count_decisions(SQLite::Database& database, core::SessionId session) {
  Query query(database, "SELECT count(*) FROM decision WHERE session = ?");
  query.bind(session).next();
  return query.integer();
}

core::Cost select_cost(SQLite::Database& database, core::SessionId session) {
  core::Cost cost;
  Query builds(database,
               "SELECT count(*), coalesce(sum(elapsed_ns), 0) FROM build WHERE session = ?");
  builds.bind(session).next();
  cost.builds = builds.integer();
  cost.build = core::Duration{builds.number()};
  Query trials(database,
               "SELECT count(*), coalesce(sum(trial.wall_ns), 0) "
               "FROM round JOIN trial ON trial.round = round.id WHERE round.session = ?");
  trials.bind(session).next();
  cost.trials = trials.integer();
  cost.trial = core::Duration{trials.number()};
  cost.wall = cost.build + cost.trial;
  return cost;
}

}  // namespace bisect::store
