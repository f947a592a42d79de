#pragma once

#include "runners/process/descriptor.hpp"

namespace bisect::process {

/// The supervisor process: serves `run` messages from the launcher, one at a time, until the
/// launcher's end of the socket closes; then it kills whatever it started and exits. Call in a
/// freshly forked process; takes over its descriptors, signals, session and name.
[[noreturn]] void supervise(Descriptor socket);

}  // namespace bisect::process
