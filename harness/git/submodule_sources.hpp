#pragma once

#include "core/cancellation.hpp"
#include "core/ids.hpp"
#include "core/result.hpp"
#include "harness/git/git_program.hpp"
#include "harness/git/gitmodules.hpp"
#include "harness/git/lender.hpp"
#include "harness/git/repository_place.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bisect::git {

/// A submodule as its parent knows it.
struct SubmoduleQuery {
  const Lender* parent = nullptr;
  std::string path;                        ///< relative to the parent's top
  const GitmodulesEntry* entry = nullptr;  ///< null: .gitmodules does not mention it
};

/// Where a submodule's objects were found, or why nowhere.
struct SubmoduleSource {
  std::optional<RepositoryPlace> place;
  std::string url;      ///< for relative addresses of nested submodules
  std::string problem;  ///< one sentence when there is no place
  std::string log;      ///< git's words when there is no place
};

/// Finds the objects of submodules: in the user's own clones, which are only read, else in mirrors
/// of ours, which are fetched when needed. Fetching obeys git's transport policy for submodules
/// (protocol.*.allow, GIT_ALLOW_PROTOCOL).
class SubmoduleSources {
 public:
  /// `mirrors`: folder for bare mirrors, one per address; created when first needed.
  SubmoduleSources(GitProgram git, std::filesystem::path mirrors);

  /// The user's own clones of the submodule, nearest first.
  [[nodiscard]] std::vector<RepositoryPlace> clones(const SubmoduleQuery& query) const;

  /// Where git would fetch it from: what the user's configuration says, then .gitmodules.
  [[nodiscard]] std::vector<std::string> addresses(const SubmoduleQuery& query) const;

  /// A repository that holds `commit`. Error `environment` when git's policy refuses the transport
  /// (the hints name the setting) or the mirror cannot be written.
  [[nodiscard]] core::Result<SubmoduleSource> with_commit(const SubmoduleQuery& query,
                                                          const core::CommitId& commit,
                                                          const core::Cancellation& cancellation) const;

  /// A mirror with the branches and tags of now. Errors as with_commit.
  [[nodiscard]] core::Result<SubmoduleSource> up_to_date(const SubmoduleQuery& query,
                                                         const core::Cancellation& cancellation) const;

 private:
  [[nodiscard]] std::filesystem::path mirror_of(const std::string& url) const;
  core::Result<SubmoduleSource> fetch(const std::string& url,
                                      const std::vector<std::string>& refspecs,
                                      const core::Cancellation& cancellation) const;

  GitProgram m_git;
  std::filesystem::path m_mirrors;
};

}  // namespace bisect::git
