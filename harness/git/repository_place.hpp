#pragma once

#include "core/cancellation.hpp"
#include "core/ids.hpp"
#include "core/result.hpp"
#include "harness/git/git_program.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bisect::git {

/// Where a repository of the user (or a mirror of ours) lies on disk. Absolute paths.
struct RepositoryPlace {
  std::filesystem::path git_dir;     ///< HEAD and index of this work tree
  std::filesystem::path common_dir;  ///< objects, refs and configuration
  std::filesystem::path work_tree;   ///< empty: bare
};

/// Finds the repository that `directory` belongs to, as git does: sub-folders, bare repositories,
/// linked work trees and `.git` files. Error `environment` when there is none, when git refuses it
/// (owner: the hint is the `git config … safe.directory …` line that allows it) or when its format
/// is not supported (SHA-256, unknown extensions).
[[nodiscard]] core::Result<RepositoryPlace> discover(const GitProgram& git,
                                                     const std::filesystem::path& directory,
                                                     const core::Cancellation& cancellation);

/// The repository at exactly this path (a git folder or a work tree's top), if it is one.
[[nodiscard]] std::optional<RepositoryPlace> place_at(const std::filesystem::path& path);

/// Does the repository hold this commit?
[[nodiscard]] bool has_commit(const RepositoryPlace& place, const core::CommitId& id);

/// The commit its HEAD stands at; empty when there is none.
[[nodiscard]] core::CommitId head_of(const std::filesystem::path& work_tree);

/// All of refs/tags as the text of a packed-refs file, annotated tags with their peeled id.
[[nodiscard]] core::Result<std::string> packed_tags(const RepositoryPlace& place);

/// A submodule entry of a tree or index.
struct Gitlink {
  std::string path;  ///< relative to the top, no trailing slash
  core::CommitId commit;
};

/// The submodules that a laid-out tree asks for.
struct Gitlinks {
  std::vector<Gitlink> links;  ///< sorted by path
  std::string gitmodules;      ///< id of the .gitmodules blob; empty when there is none
};

/// Read from the index of the work tree.
[[nodiscard]] core::Result<Gitlinks> gitlinks_of(const std::filesystem::path& work_tree);

}  // namespace bisect::git
