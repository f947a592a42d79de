#pragma once

#include "core/ids.hpp"

#include <map>
#include <string>
#include <vector>

namespace bisect::bench {

/// The machine: an identity from stable facts (machine id, processor model, number of processors,
/// memory size; never a measured clock rate or the host name) and facts worth storing beside it.
struct HostObservation {
  core::Digest id;
  std::map<std::string, std::string> facts;  ///< cpu, kernel, governor, turbo, smt, aslr, load, psi, …
  std::vector<int> processors;               ///< that this process may use
  bool fifo_allowed = false;                 ///< SCHED_FIFO may be set (tried in a child)
};

[[nodiscard]] HostObservation observe_host();

/// One-minute load average; 0 when it cannot be read.
[[nodiscard]] double load_average();

/// First lines of `cc --version` and the like, found along `path` (a PATH value): they go into the
/// inputs of every build, so that another compiler means another build.
[[nodiscard]] std::map<std::string, std::string> tool_versions(const std::string& path);

}  // namespace bisect::bench
