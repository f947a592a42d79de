#include "core/launcher.hpp"

#include <cstring>

namespace bisect::core {

std::vector<std::string> shell(std::string text) { return {"/bin/sh", "-c", std::move(text)}; }

std::string describe_ending(const Finished& finished) {
  switch (finished.ending) {
    case Ending::exited:
      // 126 and 127 are the shell's own words for "cannot execute" and "not found" (POSIX 2.8.2).
      if (finished.code == 127) return "command not found (exit status 127)";
      if (finished.code == 126) return "command not executable (exit status 126)";
      return "exit status " + std::to_string(finished.code);
    case Ending::signaled:
      return "signal " + std::to_string(finished.code) + " (" + strsignal(finished.code) + ")";
    case Ending::timed_out: return "over its time limit";
    case Ending::cancelled: return "cancelled";
    case Ending::not_started:
      return std::string("could not be started: ") + std::strerror(finished.code);
  }
  return "?";
}

}  // namespace bisect::core
