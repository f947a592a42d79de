#pragma once

#include "core/launcher.hpp"
#include "core/result.hpp"

#include <memory>

namespace bisect::process {

/// Launcher over one small supervisor process, forked off before this process grows: starts are
/// cheap (posix_spawn from a few megabytes), the supervisor is the subreaper of everything it
/// starts, sees each exit first (priority one above the workload's), and kills the whole tree at
/// the time limit, on cancellation and when this process dies, however it dies. Output goes from
/// the process to this one through pipes and never through the supervisor, which therefore neither
/// grows nor runs while a process writes.
///
/// Beyond the port's contract: calls of run() from several threads wait for each other. An empty
/// directory means "/", a relative one is taken from the current directory. A processor that does
/// not exist or is not allowed gives not_started with EINVAL. What a command does not say (umask,
/// rlimits, nice value, namespaces) is as it was when start() was called. Usage::peak_rss_bytes is
/// never less than the supervisor's own peak, because Linux hands that on to a spawned process.
class SupervisedLauncher final : public core::Launcher {
 public:
  /// Forks the supervisor. Call early (it stays as large as this process is now) and with one
  /// thread. Error `environment` when the system refuses a socket or a process.
  static core::Result<std::unique_ptr<SupervisedLauncher>> start();

  /// Ends the supervisor, and with it whatever it may still run.
  ~SupervisedLauncher() override;

  /// Error `environment` when the supervisor is gone or cannot get rid of a process, `internal` for
  /// a command that makes no sense (no argv, a NUL within a text, a negative processor).
  core::Result<core::Finished> run(const core::Command& command,
                                   const core::Cancellation& cancellation) override;

 private:
  struct Connection;
  explicit SupervisedLauncher(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> m_connection;
};

}  // namespace bisect::process
