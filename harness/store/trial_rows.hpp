#pragma once

#include "core/outcome.hpp"

#include <vector>

namespace SQLite {
class Database;
}

namespace bisect::store {

// Rows of `trial` and `sample`. All throw SQLite::Exception.

/// Stores a trial with all its samples, inside the caller's transaction.
void insert_trial(SQLite::Database& database, core::RoundId round, const core::Trial& trial);

/// The trials of a round by block, then position, with their samples.
[[nodiscard]] std::vector<core::Trial> select_trials(SQLite::Database& database,
                                                     core::RoundId round);

}  // namespace bisect::store
