#pragma once

#include "core/cancellation.hpp"
#include "core/ids.hpp"
#include "core/result.hpp"
#include "harness/git/lender.hpp"
#include "harness/git/submodule_sources.hpp"

#include <string>

namespace bisect::git {

/// "What does `revision` mean in the submodule at `path`?"
struct SubmoduleRevision {
  std::string path;
  std::string revision;
  const core::Cancellation* cancellation = nullptr;
};

/// A repository at one of its commits.
struct LenderAt {
  Lender lender;
  core::CommitId commit;
};

/// Answers the question for a submodule, at any depth, of the parent. Errors as for
/// History::resolve_in_submodule.
[[nodiscard]] core::Result<core::CommitId> resolve_below(const GitProgram& git,
                                                         const SubmoduleSources& sources,
                                                         const SubmoduleRevision& question,
                                                         LenderAt parent);

}  // namespace bisect::git
