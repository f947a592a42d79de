#include "harness/store/sqlite_error.hpp"

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <string>
#include <system_error>

namespace bisect::store {
namespace {

/// Less room than this is "full" even where the failing call did not say so: SQLite reports a log
/// index that cannot grow, or a file over the process's size limit, as an input/output error.
constexpr std::uintmax_t k_no_room_bytes = std::uintmax_t{1} << 20;

bool no_room_left(const std::filesystem::path& file) {
  std::error_code failure;
  const auto space = std::filesystem::space(file.parent_path(), failure);
  return !failure && space.available < k_no_room_bytes;
}

core::Error full(const std::filesystem::path& file) {
  return core::environment_error(
      "no space left for the database " + file.string(),
      {"free space on the file system of " + file.parent_path().string() +
           " and run the same command again; every finished trial is kept",
       "--db FILE puts the database elsewhere"});
}

}  // namespace

bool is_busy(const SQLite::Exception& exception) {
  return exception.getErrorCode() == SQLITE_BUSY || exception.getErrorCode() == SQLITE_LOCKED;
}

core::Error unwritable(const std::filesystem::path& file, const std::string& why) {
  return core::environment_error(
      "cannot write the database " + file.string() + ": " + why,
      {"make the file and its folder writable (SQLite keeps its log beside the file)",
       "--db FILE puts the database elsewhere"});
}

core::Error not_a_database(const std::filesystem::path& file) {
  return core::environment_error("not a database: " + file.string(),
                                 {"give another file with --db FILE"});
}

core::Error describe(const SQLite::Exception& exception, const std::filesystem::path& file) {
  const std::string name = file.string();
  const std::string said = exception.what();
  switch (exception.getErrorCode()) {
    case SQLITE_FULL: return full(file);
    case SQLITE_IOERR:
      if (no_room_left(file)) return full(file);
      return core::environment_error(
          "cannot read or write the database " + name + ": " + said,
          {"check the disk, the quota and the file size limit (ulimit -f), then run the same "
           "command again",
           "--db FILE puts the database elsewhere"});
    case SQLITE_NOTADB: return not_a_database(file);
    case SQLITE_CORRUPT:
      return core::environment_error(
          "the database " + name + " is damaged: " + said,
          {"move the file away to start a new one, or rescue its rows first: sqlite3 " + name +
           " .recover"});
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_READONLY:
      return unwritable(file, said);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return core::environment_error(
          "the database " + name + " is held by another process",
          {"wait for the other run or end it, or give another file with --db FILE"});
    case SQLITE_PROTOCOL:
      return core::environment_error("cannot lock the database " + name + ": " + said,
                                     {"put it on a local file system with --db FILE"});
    case SQLITE_NOMEM: return core::environment_error("no memory left for the database " + name);
    default: return core::internal_error("database " + name + ": " + said);
  }
}

}  // namespace bisect::store
