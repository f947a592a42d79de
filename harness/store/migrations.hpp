#pragma once

#include "core/result.hpp"

#include <filesystem>
#include <span>

namespace SQLite {
class Database;
}

namespace bisect::store {

/// One step of the schema, as SQL. Once released it is never changed; a new step is appended.
struct Migration {
  const char* sql;
};

/// All steps from the empty file on; user_version counts those that a file has seen.
[[nodiscard]] std::span<const Migration> migrations();

/// The file's user_version. Throws SQLite::Exception.
[[nodiscard]] int schema_version(SQLite::Database& database);

/// Refuses a database of another program (by application_id) before anything is written to it:
/// error `environment`. Throws SQLite::Exception.
core::Result<void> check_owner(SQLite::Database& database, const std::filesystem::path& file);

/// Brings the schema up to date with `steps`, inside the caller's transaction. A file that has seen
/// more steps than there are was written by a newer program: error `environment`.
/// Throws SQLite::Exception.
core::Result<void> migrate(SQLite::Database& database, const std::filesystem::path& file,
                           std::span<const Migration> steps);

}  // namespace bisect::store
