#pragma once

#include "core/cancellation.hpp"
#include "core/candidate.hpp"
#include "core/result.hpp"
#include "harness/git/git_program.hpp"
#include "harness/git/work_trees.hpp"

#include <filesystem>
#include <vector>

namespace bisect::git {

/// Applies the fix-ups in order to the tree at `directory`, files only, nothing staged. One that the
/// tree already contains goes to `checkout.skipped_fixups`; one that neither applies nor is there
/// ends as `checkout.failure`. Error `usage` when a patch file no longer is what the plan was made
/// with, `environment` when the tree cannot be written.
[[nodiscard]] core::Result<void> apply_fixups(const GitProgram& git,
                                              const std::vector<core::FixUp>& fixups,
                                              const std::filesystem::path& directory,
                                              Checkout& checkout,
                                              const core::Cancellation& cancellation);

}  // namespace bisect::git
