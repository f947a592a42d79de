#pragma once

#include "harness/store/trial_store.hpp"

#include <optional>
#include <vector>

namespace SQLite {
class Database;
}

namespace bisect::store {

// Rows of `round` and `round_arm`. All throw SQLite::Exception.

void insert_round(SQLite::Database& database, core::SessionId session, int ordinal,
                  const core::RoundRequest& request);

/// A round with its trials, as far as they were stored; nothing when it was never opened.
[[nodiscard]] std::optional<StoredRound> select_round(SQLite::Database& database,
                                                      core::SessionId session, int ordinal);

/// All rounds of a session by their ordinal. May throw nlohmann::json::exception as well.
[[nodiscard]] std::vector<RecordedRound> select_rounds(SQLite::Database& database,
                                                       core::SessionId session);

/// Error `internal` when there is no such round. Closing twice is closing once.
core::Result<void> mark_closed(SQLite::Database& database, core::RoundId round);

}  // namespace bisect::store
