#include "harness/git/git_program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace bisect::git {
namespace {

using namespace std::string_view_literals;

/// What of GIT_* carries the caller's settings rather than the caller's whereabouts.
constexpr std::array k_kept_prefixes{
    "GIT_CONFIG_"sv, "GIT_SSH"sv,    "GIT_SSL_"sv, "GIT_HTTP_"sv, "GIT_PROXY_"sv,
    "GIT_CURL_"sv,   "GIT_TRACE"sv,  "GIT_LFS_"sv, "GIT_CEILING_DIRECTORIES="sv,
    "GIT_ALLOW_PROTOCOL="sv,         "GIT_ASKPASS="sv,
    "GIT_EXEC_PATH="sv,              "GIT_DISCOVERY_ACROSS_FILESYSTEM="sv,
};

/// Ours win over the configuration that the caller passes in GIT_CONFIG_* variables: git reads
/// these first and -c settings after them.
constexpr std::array k_settings{
    "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.sparseCheckout=false",
    "gc.auto=0",                "maintenance.auto=false", "advice.detachedHead=false",
    "submodule.recurse=false",  "fetch.recurseSubmodules=false",
};

std::string_view key_of(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

void put(std::vector<std::string>& environment, const std::string& variable) {
  const auto same = std::find_if(environment.begin(), environment.end(), [&](const auto& other) {
    return key_of(other) == key_of(variable);
  });
  if (same == environment.end()) environment.push_back(variable);
  else *same = variable;
}

bool is_kept(std::string_view variable) {
  if (!variable.starts_with("GIT_")) return true;
  return std::any_of(k_kept_prefixes.begin(), k_kept_prefixes.end(),
                     [&](std::string_view prefix) { return variable.starts_with(prefix); });
}

}  // namespace

std::vector<std::string> sanitised_environment(const std::vector<std::string>& caller_environment) {
  std::vector<std::string> environment;
  for (const std::string& variable : caller_environment)
    if (is_kept(variable)) put(environment, variable);
  for (const char* fixed : {"GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C"})
    put(environment, fixed);
  std::erase_if(environment, [](const std::string& v) { return key_of(v) == "LANGUAGE"; });
  return environment;
}

GitProgram::GitProgram(core::Launcher& launcher, const std::vector<std::string>& caller_environment)
    : m_launcher(&launcher), m_environment(sanitised_environment(caller_environment)) {}

core::Result<core::Finished> GitProgram::run(const GitCall& call,
                                             const core::Cancellation& cancellation) const {
  core::Command command;
  command.argv = {"git"};
  for (const char* setting : k_settings) {
    command.argv.emplace_back("-c");
    command.argv.emplace_back(setting);
  }
  command.argv.insert(command.argv.end(), call.arguments.begin(), call.arguments.end());
  command.environment = m_environment;
  for (const std::string& variable : call.environment) put(command.environment, variable);
  command.directory = call.directory;

  core::Result<core::Finished> finished = m_launcher->run(command, cancellation);
  if (!finished) return finished;
  if (finished->ending == core::Ending::cancelled) return core::interrupted_error();
  if (finished->ending == core::Ending::not_started) {
    return core::environment_error(
        std::string("the program git could not be started: ") + std::strerror(finished->code),
        {"install git, or put its folder into PATH"});
  }
  return finished;
}

std::string problem_of(const core::Finished& finished) {
  std::string_view rest = finished.err;
  const auto next_line = [&rest] {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    return line;
  };
  std::string_view first_line;
  while (!rest.empty()) {
    const std::string_view line = next_line();
    for (const std::string_view mark : {"fatal: "sv, "error: "sv}) {
      if (!line.starts_with(mark)) continue;
      std::string problem(line.substr(mark.size()));
      if (problem.ends_with(':')) {  // the rest stands on a line of its own
        const std::string_view more = next_line();
        problem.append(" ").append(more.substr(std::min(more.size(), more.find_first_not_of(" \t"))));
      }
      return problem;
    }
    if (first_line.empty()) first_line = line;
  }
  return first_line.empty() ? core::describe_ending(finished) : std::string(first_line);
}

bool is_out_of_resources(const core::Finished& finished) {
  // The texts of strerror(3) in the C locale. They end their line; what a server says, as in
  // "Permission denied (publickey)", does not.
  constexpr std::array k_signs{
      "No space left on device"sv, "Disk quota exceeded"sv, "Permission denied"sv,
      "Read-only file system"sv,   "Input/output error"sv,  "Too many open files"sv,
      "Cannot allocate memory"sv,  "File too large"sv,
  };
  // A signal (file size limit, memory) is not the commit's doing either.
  if (finished.ending == core::Ending::signaled) return true;
  // What git itself says when write(2) fails, without the reason (entry.c, csum-file.c).
  for (const std::string_view sign : {"unable to write file "sv, "Out of diskspace"sv})
    if (finished.err.find(sign) != std::string::npos) return true;
  const std::string said = finished.err + "\n";
  return std::any_of(k_signs.begin(), k_signs.end(), [&](std::string_view sign) {
    return said.find(std::string(sign) + "\n") != std::string::npos;
  });
}

}  // namespace bisect::git
