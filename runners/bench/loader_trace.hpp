#pragma once

#include "core/launcher.hpp"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace bisect::bench {

/// What the dynamic linker of every process reported; texts as it printed them.
struct LoaderTrace {
  std::set<std::string> libraries;
  std::set<std::string> programs;  ///< argv[0] of each dynamically linked program
};

/// Adds LD_DEBUG and LD_DEBUG_OUTPUT (ld.so(8)), so that every process writes a file of its own into
/// `folder` and nothing else into its output.
void ask_for_loader_trace(core::Command& command, const std::filesystem::path& folder);

[[nodiscard]] LoaderTrace read_loader_trace(const std::filesystem::path& folder);

/// Files of the trace that belong neither to `tree` nor to the system: absolute, each once.
struct ForeignFiles {
  std::vector<std::string> libraries;
  std::vector<std::string> programs;
};

/// The system is /lib*, /usr/lib*, /usr/libexec, /bin, /sbin, /usr/bin, /usr/sbin and the stores of
/// Nix and Guix, whose folders are named by content. /usr/local, /opt and homes are foreign: what
/// lies there was put there by somebody, at some time. Relative names are looked up as `command`
/// would: with a slash from its directory, programs without along its PATH.
[[nodiscard]] ForeignFiles foreign_files(const LoaderTrace& trace, const core::Command& command,
                                         const std::filesystem::path& tree);

}  // namespace bisect::bench
