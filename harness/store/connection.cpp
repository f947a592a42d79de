#include "harness/store/connection.hpp"

#include "harness/store/migrations.hpp"
#include "harness/store/sqlite_error.hpp"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>
#include <sqlite3.h>

#include <algorithm>
#include <exception>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace bisect::store {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds k_pause_between_tries{20};
/// SQLite's own waiting for a lock. Shorter than the patience: some conflicts (switching the
/// journal mode, recovery of a dead process's log) are reported without waiting at all.
constexpr milliseconds k_busy_timeout{5'000};

core::Result<void> make_folder(const std::filesystem::path& file) {
  std::error_code failure;
  std::filesystem::create_directories(file.parent_path(), failure);
  if (!failure) return {};
  return core::environment_error(
      "cannot make the folder " + file.parent_path().string() + ": " + failure.message(),
      {"--db FILE puts the database elsewhere"});
}

/// SQLite takes a file shorter than its own header for an empty database, and would overwrite it.
bool holds_something_else(const std::filesystem::path& file) {
  constexpr std::string_view k_magic{"SQLite format 3\0", 16};
  std::ifstream input(file, std::ios::binary);
  std::string start(k_magic.size(), '\0');
  input.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(input.gcount()));
  return !start.empty() && start != k_magic;
}

core::Result<void> check_file(const std::filesystem::path& file, OpenMode mode) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    return core::environment_error("the database " + file.string() + " is a folder",
                                   {"give a file with --db FILE"});
  if (holds_something_else(file)) return not_a_database(file);
  if (mode == OpenMode::create) return make_folder(file);
  if (std::filesystem::exists(file, ignored)) return {};
  return core::environment_error("there is no database " + file.string(),
                                 {"give the file of an earlier run with --db FILE"});
}

}  // namespace

Connection::Connection(std::unique_ptr<SQLite::Database> database, std::filesystem::path file,
                       milliseconds patience)
    : m_database(std::move(database)), m_file(std::move(file)), m_patience(patience) {}

Connection::~Connection() = default;

core::Result<std::unique_ptr<Connection>> Connection::open(const std::filesystem::path& file,
                                                           OpenMode mode, milliseconds patience) {
  const std::filesystem::path absolute = std::filesystem::absolute(file);
  if (auto checked = check_file(absolute, mode); !checked) return checked.error();
  const int flags =
      SQLite::OPEN_READWRITE | (mode == OpenMode::create ? SQLite::OPEN_CREATE : 0);
  std::unique_ptr<Connection> connection;
  try {
    const auto timeout = static_cast<int>(std::min(patience, k_busy_timeout).count());
    connection.reset(new Connection(
        std::make_unique<SQLite::Database>(absolute.string(), flags, timeout), absolute, patience));
  } catch (const SQLite::Exception& exception) {
    return describe(exception, absolute);
  }
  if (auto prepared = connection->prepare(mode); !prepared) return prepared.error();
  return connection;
}

core::Result<void> Connection::prepare(OpenMode mode) {
  auto ours = read([&](SQLite::Database& database) { return check_owner(database, m_file); });
  if (!ours) return ours;
  auto set = guarded([&]() -> core::Result<void> {
    // Where the user may not write, SQLite opens for reading without a word.
    if (mode == OpenMode::create && sqlite3_db_readonly(m_database->getHandle(), "main") == 1)
      return unwritable(m_file, "no permission");
    m_database->exec("PRAGMA foreign_keys=ON");
    m_database->exec("PRAGMA synchronous=FULL");
    const std::string journal = m_database->execAndGet("PRAGMA journal_mode=WAL").getString();
    if (journal == "wal") return {};
    return core::environment_error(
        "the file system of " + m_file.string() + " cannot hold a database with a write-ahead log",
        {"put it on a local file system with --db FILE"});
  });
  if (!set) return set;
  bool current = false;
  auto looked = read([&](SQLite::Database& database) {
    current = schema_version(database) == static_cast<int>(migrations().size());
    return core::Result<void>{};
  });
  if (!looked || current) return looked;
  return write([&](SQLite::Database& database) { return migrate(database, m_file, migrations()); });
}

core::Result<void> Connection::write(const Body& body) { return transact(Access::writing, body); }

core::Result<void> Connection::read(const Body& body) { return transact(Access::reading, body); }

core::Result<void> Connection::transact(Access access, const Body& body) {
  // A writer takes the write lock at once: one that read first and then wrote could not wait for
  // another writer, since what it has read would be stale.
  const auto behavior = access == Access::writing ? SQLite::TransactionBehavior::IMMEDIATE
                                                  : SQLite::TransactionBehavior::DEFERRED;
  return guarded([&]() -> core::Result<void> {
    SQLite::Transaction transaction(*m_database, behavior);
    auto done = body(*m_database);
    if (done) transaction.commit();
    return done;
  });
}

core::Result<void> Connection::guarded(const std::function<core::Result<void>()>& step) {
  const auto give_up = std::chrono::steady_clock::now() + m_patience;
  while (true) {
    try {
      return step();
    } catch (const SQLite::Exception& exception) {
      if (!is_busy(exception) || std::chrono::steady_clock::now() >= give_up)
        return describe(exception, m_file);
    } catch (const std::exception& exception) {
      return core::environment_error(
          "the database " + m_file.string() + " holds a row that cannot be read: " +
              exception.what(),
          {"move the file away to start a new one"});
    }
    std::this_thread::sleep_for(k_pause_between_tries);
  }
}

}  // namespace bisect::store
