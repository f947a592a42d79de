#pragma once

#include "core/cancellation.hpp"
#include "core/launcher.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace bisect::git {

/// One run of the git program. Arguments never pass through a shell.
struct GitCall {
  std::vector<std::string> arguments;    ///< without "git" and without `-c` settings of ours
  std::filesystem::path directory;       ///< working directory
  std::vector<std::string> environment;  ///< "KEY=VALUE", replacing or adding to the fixed one
};

/// The git program with an environment that cannot redirect it: variables that name a repository,
/// index or work tree of the caller are gone; those that carry the caller's configuration, transport
/// policy, proxies and keys stay. Hooks, garbage collection and prompts are off.
class GitProgram {
 public:
  /// `caller_environment`: "KEY=VALUE" of the user. `launcher` must outlive this.
  GitProgram(core::Launcher& launcher, const std::vector<std::string>& caller_environment);

  /// What git said, whatever its exit status. Error `environment` when there is no git program,
  /// `interrupted` when cancellation was requested.
  [[nodiscard]] core::Result<core::Finished> run(const GitCall& call,
                                                 const core::Cancellation& cancellation) const;

 private:
  core::Launcher* m_launcher;
  std::vector<std::string> m_environment;
};

/// The environment git runs in, made from the caller's (exposed for its tests).
[[nodiscard]] std::vector<std::string> sanitised_environment(
    const std::vector<std::string>& caller_environment);

/// The line of git's stderr that names the problem, without "fatal: " or "error: "; how the program
/// ended when it said nothing.
[[nodiscard]] std::string problem_of(const core::Finished& finished);

/// Did git fail for want of space, rights or memory, which no other commit would cure?
[[nodiscard]] bool is_out_of_resources(const core::Finished& finished);

}  // namespace bisect::git
