#pragma once

#include "core/launcher.hpp"
#include "runners/process/descriptor.hpp"

#include <sys/types.h>

#include <optional>

namespace bisect::process {

enum class Ended { no, yes };

/// What became of a process and of those it left behind.
struct Remains {
  int status = 0;              ///< as from waitpid
  core::Usage usage{};         ///< wall is not filled
  int survivors_killed = 0;    ///< killed and reaped, the process itself not counted
  std::optional<pid_t> stuck;  ///< did not go away although killed
};

/// Reaps and kills the children of the calling process, which must be a child subreaper with one
/// thread: then every orphaned descendant becomes its child, and a child's number stays its own
/// until it is reaped here. So only children are ever signalled, never a number that may have been
/// reused, and parents die before their children, which no parent lives to react to.
class Reaper {
 public:
  /// Blocks SIGCHLD in the calling process.
  Reaper();

  /// Readable when a child may have ended.
  [[nodiscard]] int descriptor() const { return m_child_events.number(); }

  /// Reaps what others left behind and tells whether `process` has ended; it is not reaped.
  Ended look_for(pid_t process);

  /// Kills and reaps every child until none is left, among them `process`, alive or ended. Gives up
  /// ten seconds after that (a process in an uninterruptible sleep).
  Remains sweep(pid_t process);

 private:
  void reap_ended(pid_t process, Remains& remains);
  void forget_events();

  Descriptor m_child_events;
};

}  // namespace bisect::process
