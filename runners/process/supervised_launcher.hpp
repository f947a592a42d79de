#pragma once

#include "core/launcher.hpp"
#include "core/result.hpp"

#include <memory>

namespace bisect::process {

/// Launcher over one small supervisor process, forked off before this process grows: starts are
/// cheap (posix_spawn from a few megabytes), the supervisor is the subreaper of everything it
/// starts, sees each exit first (pidfd, priority one above the workload's), and kills the whole tree
/// at the time limit, on cancellation and when this process dies, however it dies.
class SupervisedLauncher final : public core::Launcher {
 public:
  /// Forks the supervisor. Call early and single-threaded.
  static core::Result<std::unique_ptr<SupervisedLauncher>> start();
  ~SupervisedLauncher() override;

  core::Result<core::Finished> run(const core::Command& command,
                                   const core::Cancellation& cancellation) override;

 private:
  struct Connection;
  explicit SupervisedLauncher(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> m_connection;
};

}  // namespace bisect::process
