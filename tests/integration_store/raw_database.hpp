#pragma once

#include <filesystem>
#include <string>
#include <vector>

struct sqlite3;

namespace bisect::integration_store {

/// The database through SQLite's own interface, past all code under test.
class RawDatabase {
 public:
  explicit RawDatabase(const std::filesystem::path& file);
  ~RawDatabase();
  RawDatabase(const RawDatabase&) = delete;
  RawDatabase& operator=(const RawDatabase&) = delete;

  /// Runs SQL; returns SQLite's complaint, empty when there is none.
  std::string run(const std::string& sql);
  /// All values of all rows as text, row by row.
  std::vector<std::string> values(const std::string& sql);
  /// The first value as a number; -1 when there is none.
  long number(const std::string& sql);
  /// "ok", or what is wrong.
  std::string integrity();

 private:
  sqlite3* m_database = nullptr;
};

}  // namespace bisect::integration_store
