#pragma once

#include "core/candidate.hpp"
#include "core/outcome.hpp"

#include <optional>
#include <string>

namespace SQLite {
class Database;
}

namespace bisect::store {

// Rows of `candidate` and `build`. All throw SQLite::Exception or nlohmann::json::exception.

/// Stores a candidate unless it is there already; returns its key.
core::Digest keep_candidate(SQLite::Database& database, const core::Candidate& candidate);

/// Throws SQLite::Exception when there is no such candidate.
[[nodiscard]] core::Candidate select_candidate(SQLite::Database& database, const core::Digest& key);

/// A build and where it belongs.
struct BuildRecord {
  core::SessionId session{};
  const core::Arm& arm;
  const core::Build& build;
  std::string recorded_utc;
};

core::BuildId insert_build(SQLite::Database& database, const BuildRecord& record);

/// The latest build with these inputs.
[[nodiscard]] std::optional<core::Build> select_build(SQLite::Database& database,
                                                      const core::Digest& inputs);
[[nodiscard]] std::optional<core::Build> select_build(SQLite::Database& database, core::BuildId id);
/// The latest build of the arm that `session` made, else one that an earlier session left to it.
[[nodiscard]] std::optional<core::Build> select_build(SQLite::Database& database,
                                                      core::SessionId session, const core::Arm& arm);

}  // namespace bisect::store
