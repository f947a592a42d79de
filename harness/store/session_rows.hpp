#pragma once

#include "harness/store/session_reader.hpp"
#include "harness/store/trial_store.hpp"

#include <optional>
#include <string>

namespace SQLite {
class Database;
}

namespace bisect::store {

// Rows of `host`, `session`, `decision` and `event`. All throw SQLite::Exception or
// nlohmann::json::exception. `recorded_utc`: see utc_text.

core::SessionId insert_session(SQLite::Database& database, const Session& session,
                               const Host& host);

/// The latest session that has not ended, with `plan_match` where it is given.
[[nodiscard]] core::Result<std::optional<Session>> select_unfinished(
    SQLite::Database& database, const std::optional<core::Digest>& plan_match);

[[nodiscard]] core::Result<std::optional<RecordedSession>> select_session(
    SQLite::Database& database, core::SessionId session);

/// Error `internal` when there is no such session; throws when it has ended already.
core::Result<void> mark_ended(SQLite::Database& database, core::SessionId session,
                              const core::Finding& finding, const std::string& ended_utc);

void insert_decision(SQLite::Database& database, core::SessionId session,
                     const core::Decision& decision, const std::string& recorded_utc);

[[nodiscard]] int count_decisions(SQLite::Database& database, core::SessionId session);

void insert_event(SQLite::Database& database, core::SessionId session, const Event& event,
                  const std::string& recorded_utc);

/// Builds and trials of the session; `wall` is the time of both together.
[[nodiscard]] core::Cost select_cost(SQLite::Database& database, core::SessionId session);

}  // namespace bisect::store
