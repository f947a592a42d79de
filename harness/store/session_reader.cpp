#include "harness/store/session_reader.hpp"

#include "harness/store/connection.hpp"
#include "harness/store/plan_codec.hpp"
#include "harness/store/query.hpp"
#include "harness/store/round_rows.hpp"
#include "harness/store/session_rows.hpp"

namespace bisect::store {
namespace {

using SQLite::Database;

core::Result<SessionSummary> read_summary(Database& database, Query& query) {
  SessionSummary summary;
  summary.id = query.enumerator<core::SessionId>();
  summary.verb = query.text();
  const core::Result<core::Plan> plan = decode_plan(query.text());
  if (!plan) return plan.error();
  summary.repository = plan->repository;
  summary.started_utc = query.text();
  summary.ended_utc = query.optional_text();
  if (const auto verdict = query.optional_number())
    summary.verdict = static_cast<core::Verdict>(*verdict);
  summary.reason = query.optional_text().value_or("");
  summary.cost = select_cost(database, summary.id);
  return summary;
}

RecordedDecision read_decision(Query& query) {
  RecordedDecision recorded;
  core::Decision& decision = recorded.decision;
  recorded.recorded_utc = query.text();
  decision.subject = query.text();
  decision.verdict = query.text();
  decision.test = query.text();
  decision.threshold = query.real();
  decision.statistic = query.real();
  decision.bound = query.real();
  decision.pairs = query.integer();
  decision.estimate = query.real();
  decision.low = query.real();
  decision.high = query.real();
  return recorded;
}

}  // namespace

SessionReader::SessionReader(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection)) {}

SessionReader::~SessionReader() = default;

core::Result<std::unique_ptr<SessionReader>> SessionReader::open(
    const std::filesystem::path& file) {
  auto connection = Connection::open(file, OpenMode::existing);
  if (!connection) return connection.error();
  return std::unique_ptr<SessionReader>(new SessionReader(*std::move(connection)));
}

core::Result<std::vector<SessionSummary>> SessionReader::sessions() {
  std::vector<SessionSummary> list;
  auto done = m_connection->read([&](Database& database) -> core::Result<void> {
    list.clear();
    Query query(database,
                "SELECT id, verb, plan, started_utc, ended_utc, verdict, reason FROM session "
                "ORDER BY id DESC");
    while (query.next()) {
      auto summary = read_summary(database, query);
      if (!summary) return summary.error();
      list.push_back(*std::move(summary));
    }
    return {};
  });
  if (!done) return done.error();
  return list;
}

core::Result<std::optional<RecordedSession>> SessionReader::session(core::SessionId session) {
  std::optional<RecordedSession> found;
  auto done = m_connection->read([&](Database& database) -> core::Result<void> {
    auto selected = select_session(database, session);
    if (!selected) return selected.error();
    found = *std::move(selected);
    return {};
  });
  if (!done) return done.error();
  return found;
}

core::Result<std::vector<RecordedRound>> SessionReader::rounds(core::SessionId session) {
  std::vector<RecordedRound> list;
  auto done = m_connection->read([&](Database& database) -> core::Result<void> {
    list = select_rounds(database, session);
    return {};
  });
  if (!done) return done.error();
  return list;
}

core::Result<std::vector<RecordedDecision>> SessionReader::decisions(core::SessionId session) {
  std::vector<RecordedDecision> list;
  auto done = m_connection->read([&](Database& database) -> core::Result<void> {
    list.clear();
    Query query(database,
                "SELECT recorded_utc, subject, verdict, test, threshold, statistic, bound, pairs, "
                "estimate, low, high FROM decision WHERE session = ? ORDER BY id");
    query.bind(session);
    while (query.next()) list.push_back(read_decision(query));
    return {};
  });
  if (!done) return done.error();
  return list;
}

core::Result<std::vector<RecordedEvent>> SessionReader::events(core::SessionId session) {
  std::vector<RecordedEvent> list;
  auto done = m_connection->read([&](Database& database) -> core::Result<void> {
    list.clear();
    Query query(database,
                "SELECT recorded_utc, kind, text FROM event WHERE session = ? ORDER BY id");
    query.bind(session);
    while (query.next()) {
      RecordedEvent& recorded = list.emplace_back();
      recorded.recorded_utc = query.text();
      recorded.event.kind = query.text();
      recorded.event.text = query.text();
    }
    return {};
  });
  if (!done) return done.error();
  return list;
}

}  // namespace bisect::store
