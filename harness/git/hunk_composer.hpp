#pragma once

// Internal to the adapters: for harness/git/*.cpp alone.

#include "core/candidate.hpp"
#include "core/result.hpp"
#include "harness/git/change.hpp"
#include "harness/git/libgit2_handle.hpp"

#include <string>
#include <vector>

namespace bisect::git {

/// The hunks by which a text file differs between two commits; none when it is not a file of one mode in both,
/// or binary. Error `environment` when a commit or content cannot be read.
[[nodiscard]] core::Result<std::vector<Hunk>> hunks_between(git_repository* repository,
                                                            const core::CommitId& before,
                                                            const core::CommitId& after,
                                                            const std::string& path);

/// Writes the file as it lies in `before`, with the chosen hunks of its change to `after` made, to the
/// repository's object database. Error `environment` when it has no such hunks.
[[nodiscard]] core::Result<git_oid> compose_blob(git_repository* repository,
                                                 const core::CommitId& before,
                                                 const core::CommitId& after,
                                                 const core::HunkChoice& choice);

}  // namespace bisect::git
