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
  std::map<std::string, std::string> facts;  ///< keys: host_facts.hpp
  std::vector<int> processors;               ///< that this process may use, ascending
  bool fifo_allowed = false;                 ///< SCHED_FIFO may be set (tried in a child)
};

[[nodiscard]] HostObservation observe_host();

/// One-minute load average; 0 when it cannot be read.
[[nodiscard]] double load_average();

/// First lines of `cc --version` and the like, found along `path` (a PATH value): they go into the
/// inputs of every build, so that another compiler means another build. Asked for are cc, c++, gcc,
/// g++, clang, ld, cmake, ninja, make and python3; tools that are not there are left out, one that
/// does not answer within half a minute is "no answer".
[[nodiscard]] std::map<std::string, std::string> tool_versions(const std::string& path);

}  // namespace bisect::bench
