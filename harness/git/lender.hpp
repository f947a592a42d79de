#pragma once

#include "core/cancellation.hpp"
#include "core/result.hpp"
#include "harness/git/git_options.hpp"
#include "harness/git/git_program.hpp"
#include "harness/git/repository_place.hpp"

#include <filesystem>
#include <string>

namespace bisect::git {

/// A repository whose objects a laid-out tree borrows; it is only ever read.
struct Lender {
  RepositoryPlace place;
  std::string url;     ///< of its default remote, absolute; its own path when it has none
  GitOptions options;  ///< its own configuration
};

/// Reads the user's repository as a lender.
[[nodiscard]] core::Result<Lender> read_lender(const GitProgram& git, const RepositoryPlace& place,
                                               const core::Cancellation& cancellation);

/// Makes `directory` (which exists and is empty) a repository that borrows the lender's objects, with
/// HEAD detached at `head`, the lender's tags and those of its options that decide what files look
/// like or how missing objects are fetched. Checks nothing out. Error `environment` names the path
/// that could not be written.
[[nodiscard]] core::Result<void> write_borrower(const Lender& lender, const core::CommitId& head,
                                                const std::filesystem::path& directory);

/// Adds options to the configuration of a repository written by write_borrower.
[[nodiscard]] core::Result<void> add_options(const std::filesystem::path& directory,
                                             const GitOptions& options);

}  // namespace bisect::git
