#include "harness/store/sqlite_trial_store.hpp"

#include "harness/store/build_rows.hpp"
#include "harness/store/connection.hpp"
#include "harness/store/plan_codec.hpp"
#include "harness/store/round_rows.hpp"
#include "harness/store/session_rows.hpp"
#include "harness/store/trial_rows.hpp"
#include "harness/store/utc_text.hpp"

namespace bisect::store {
namespace {

using SQLite::Database;

/// The value that a transaction left in `value`, or the reason why there is none.
template <class T>
core::Result<T> outcome(core::Result<void> done, T& value) {
  if (!done) return std::move(done).error();
  return std::move(value);
}

}  // namespace

SqliteTrialStore::SqliteTrialStore(std::unique_ptr<Connection> connection,
                                   const core::Clock& clock)
    : m_connection(std::move(connection)), m_clock(clock) {}

SqliteTrialStore::~SqliteTrialStore() = default;

core::Result<std::unique_ptr<SqliteTrialStore>> SqliteTrialStore::open(
    const std::filesystem::path& file, const core::Clock& clock) {
  auto connection = Connection::open(file, OpenMode::create);
  if (!connection) return connection.error();
  return std::unique_ptr<SqliteTrialStore>(
      new SqliteTrialStore(*std::move(connection), clock));
}

std::string SqliteTrialStore::now() const { return utc_text(m_clock.utc()); }

core::Result<core::SessionId> SqliteTrialStore::begin_session(const Session& session,
                                                              const Host& host) {
  core::SessionId id{};
  return outcome(m_connection->write([&](Database& database) -> core::Result<void> {
    id = insert_session(database, session, host);
    return {};
  }), id);
}

core::Result<std::optional<Session>> SqliteTrialStore::unfinished_session(
    const std::optional<core::Plan>& plan) {
  std::optional<core::Digest> match;
  if (plan) match = plan_match(*plan);
  std::optional<Session> found;
  return outcome(m_connection->read([&](Database& database) -> core::Result<void> {
    auto selected = select_unfinished(database, match);
    if (!selected) return selected.error();
    found = *std::move(selected);
    return {};
  }), found);
}

core::Result<void> SqliteTrialStore::end_session(core::SessionId session,
                                                 const core::Finding& finding) {
  return m_connection->write(
      [&](Database& database) { return mark_ended(database, session, finding, now()); });
}

core::Result<core::BuildId> SqliteTrialStore::add_build(core::SessionId session,
                                                        const core::Arm& arm,
                                                        const core::Build& build) {
  core::BuildId id{};
  return outcome(m_connection->write([&](Database& database) -> core::Result<void> {
    id = insert_build(database, {session, arm, build, now()});
    return {};
  }), id);
}

core::Result<std::optional<core::Build>> SqliteTrialStore::find_build(const core::Digest& inputs) {
  std::optional<core::Build> found;
  return outcome(m_connection->read([&](Database& database) -> core::Result<void> {
    found = select_build(database, inputs);
    return {};
  }), found);
}

core::Result<StoredRound> SqliteTrialStore::open_round(core::SessionId session, int ordinal,
                                                       const core::RoundRequest& request) {
  StoredRound round;
  return outcome(m_connection->write([&](Database& database) -> core::Result<void> {
    auto stored = select_round(database, session, ordinal);
    if (!stored) {
      insert_round(database, session, ordinal, request);
      stored = select_round(database, session, ordinal);
    }
    round = *std::move(stored);
    return {};
  }), round);
}

core::Result<void> SqliteTrialStore::add_trial(core::RoundId round, const core::Trial& trial) {
  return m_connection->write([&](Database& database) -> core::Result<void> {
    insert_trial(database, round, trial);
    return {};
  });
}

core::Result<void> SqliteTrialStore::close_round(core::RoundId round) {
  return m_connection->write([&](Database& database) { return mark_closed(database, round); });
}

core::Result<void> SqliteTrialStore::add_decision(core::SessionId session,
                                                  const core::Decision& decision) {
  return m_connection->write([&](Database& database) -> core::Result<void> {
    insert_decision(database, session, decision, now());
    return {};
  });
}

core::Result<int> SqliteTrialStore::decision_count(core::SessionId session) {
  int count = 0;
  return outcome(m_connection->read([&](Database& database) -> core::Result<void> {
    count = count_decisions(database, session);
    return {};
  }), count);
}

core::Result<void> SqliteTrialStore::add_event(core::SessionId session, const Event& event) {
  return m_connection->write([&](Database& database) -> core::Result<void> {
    insert_event(database, session, event, now());
    return {};
  });
}

core::Result<core::Cost> SqliteTrialStore::cost(core::SessionId session) {
  core::Cost cost;
  return outcome(m_connection->read([&](Database& database) -> core::Result<void> {
    cost = select_cost(database, session);
    return {};
  }), cost);
}

}  // namespace bisect::store
