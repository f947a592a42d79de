#pragma once

#include "core/result.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>

namespace SQLite {
class Database;
}

namespace bisect::store {

enum class OpenMode {
  create,    ///< make file and folder where they are missing
  existing,  ///< error when there is no such file; enough to read where writing is not allowed
};

/// An open database of the current schema, and the one place where SQLite's exceptions end.
///
/// Durability: write-ahead log with synchronous=FULL. A commit is in the operating system's hands
/// before the call returns, so a process killed at any instant loses nothing that was reported as
/// stored; FULL also flushes the log to the disk at each commit, so neither does a power cut (on
/// disks that honour a flush). The flush costs milliseconds between trials and nothing during one.
/// See https://www.sqlite.org/pragma.html#pragma_synchronous.
///
/// One connection belongs to one thread; any number of processes may have one each.
class Connection {
 public:
  using Body = std::function<core::Result<void>(SQLite::Database&)>;

  static constexpr std::chrono::milliseconds k_patience{30'000};

  /// Opens, migrates where the file is older, and switches to the write-ahead log.
  /// `patience`: how long any later call waits for another process's transaction.
  /// Errors: `environment` (no permission, no space, damaged, another program's, newer than this
  /// program, busy for longer than `patience`), each naming the file and the cure.
  [[nodiscard]] static core::Result<std::unique_ptr<Connection>> open(
      const std::filesystem::path& file, OpenMode mode,
      std::chrono::milliseconds patience = k_patience);
  ~Connection();

  /// Runs `body` in one transaction, committed when it succeeds and undone when it fails. `body`
  /// is run again when another process was in the way, so it must start from nothing each time.
  core::Result<void> write(const Body& body);

  /// The same for a body that only reads; it sees one state of the database throughout.
  core::Result<void> read(const Body& body);

 private:
  enum class Access { reading, writing };

  Connection(std::unique_ptr<SQLite::Database> database, std::filesystem::path file,
             std::chrono::milliseconds patience);

  core::Result<void> transact(Access access, const Body& body);
  core::Result<void> prepare(OpenMode mode);
  core::Result<void> guarded(const std::function<core::Result<void>()>& step);

  std::unique_ptr<SQLite::Database> m_database;
  std::filesystem::path m_file;
  std::chrono::milliseconds m_patience;
};

}  // namespace bisect::store
