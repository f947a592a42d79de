#include "tests/acceptance/database_check.hpp"

#include <sqlite3.h>

namespace bisect::acceptance {

std::string integrity(const std::filesystem::path& database) {
  sqlite3* connection = nullptr;
  std::string text;
  const auto append = [](void* into, int, char** values, char**) {
    *static_cast<std::string*>(into) += values[0];
    return 0;
  };
  if (sqlite3_open_v2(database.c_str(), &connection, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK ||
      sqlite3_exec(connection, "PRAGMA integrity_check", append, &text, nullptr) != SQLITE_OK) {
    text += sqlite3_errmsg(connection);
  }
  sqlite3_close(connection);
  return text;
}

}  // namespace bisect::acceptance
