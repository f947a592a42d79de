#pragma once

// Internal to the adapters: for harness/git/*.cpp alone.

#include "core/candidate.hpp"
#include "core/result.hpp"
#include "harness/git/libgit2_handle.hpp"

namespace bisect::git {

/// Error `environment` when there is no such commit, or its tree cannot be read.
[[nodiscard]] core::Result<TreeHandle> read_tree(git_repository* repository,
                                                 const core::CommitId& commit);

/// The tree of `base` with the overlay put over it, written to the repository's object database
/// (trees, and the files that are changed in part: all else is there already). Error `environment` when a commit or tree cannot be
/// read, or the tree not written.
[[nodiscard]] core::Result<core::TreeId> compose_tree(git_repository* repository,
                                                      const core::CommitId& base,
                                                      const core::Overlay& overlay);

}  // namespace bisect::git
