#pragma once

// Internal to the adapter: includes libgit2.

#include "core/commit.hpp"
#include "core/result.hpp"
#include "harness/git/libgit2_handle.hpp"

#include <string>

namespace bisect::git {

/// The commit that a revision names in this repository, by the rules of History::resolve.
[[nodiscard]] core::Result<CommitHandle> find_commit(git_repository* repository,
                                                     const std::string& revision);

/// A commit as a value.
[[nodiscard]] core::Commit describe(const git_commit* commit);

/// "the repository at PATH"
[[nodiscard]] std::string whereabouts(git_repository* repository);

}  // namespace bisect::git
