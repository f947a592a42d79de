#pragma once

#include "core/launcher.hpp"

#include <sys/types.h>

namespace bisect::process {

/// A process just started, or the reason why not.
struct Spawned {
  pid_t pid = -1;
  int error = 0;  ///< errno; 0 = started
  core::SchedulingClass policy = core::SchedulingClass::normal;  ///< what it really got
  core::Duration started{};  ///< monotonic, immediately before the process came to be
};

/// SCHED_FIFO priority of a measured process; its supervisor runs one above.
inline constexpr int k_fifo_priority = 10;

/// Starts the command (posix_spawn) in a session of its own, with empty signal mask, default signal
/// actions, stdin from /dev/null, the two given descriptors as stdout and stderr, and no others.
/// argv[0] without a slash is looked up along PATH of the command's environment, a relative one
/// and relative parts of PATH from the command's directory. Call with one thread: pinning passes
/// through the caller's own processor affinity.
[[nodiscard]] Spawned spawn(const core::Command& command, int out, int err);

}  // namespace bisect::process
