#include "tests/integration_store/raw_database.hpp"

#include <sqlite3.h>

namespace bisect::integration_store {

RawDatabase::RawDatabase(const std::filesystem::path& file) {
  sqlite3_open(file.c_str(), &m_database);
  sqlite3_busy_timeout(m_database, 60'000);
}

RawDatabase::~RawDatabase() { sqlite3_close(m_database); }

std::string RawDatabase::run(const std::string& sql) {
  if (sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return "";
  return sqlite3_errmsg(m_database);
}

std::vector<std::string> RawDatabase::values(const std::string& sql) {
  std::vector<std::string> values;
  const auto keep = [](void* into, int count, char** texts, char**) {
    for (int column = 0; column < count; ++column)
      static_cast<std::vector<std::string>*>(into)->emplace_back(
          texts[column] == nullptr ? "NULL" : texts[column]);
    return 0;
  };
  if (sqlite3_exec(m_database, sql.c_str(), keep, &values, nullptr) != SQLITE_OK)
    values.emplace_back(sqlite3_errmsg(m_database));
  return values;
}

long RawDatabase::number(const std::string& sql) {
  const std::vector<std::string> all = values(sql);
  return all.empty() ? -1 : std::strtol(all.front().c_str(), nullptr, 10);
}

std::string RawDatabase::integrity() {
  std::string text;
  for (const std::string& line : values("PRAGMA integrity_check")) text += line;
  for (const std::string& line : values("PRAGMA foreign_key_check")) text += " " + line;
  return text;
}

}  // namespace bisect::integration_store
