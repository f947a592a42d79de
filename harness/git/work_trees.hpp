#pragma once

#include "core/cancellation.hpp"
#include "core/candidate.hpp"
#include "core/outcome.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bisect::git {

/// A candidate's tree as it really lies on disk, checked after it was laid out.
struct Checkout {
  std::vector<core::SubmoduleState> submodules;  ///< recursively, sorted by path
  std::vector<std::string> warnings;   ///< e.g. a gitlink that .gitmodules does not mention
  std::vector<std::string> skipped_fixups;       ///< patches that the commit already contains
  std::optional<core::NotTestable> failure;      ///< stage checkout, submodule or patch
};

/// Port: lays out candidates in folders of our own.
class WorkTrees {
 public:
  virtual ~WorkTrees() = default;

  /// Fills `directory` (absolute, absent or empty) with the candidate: its commit, the recorded or pinned
  /// submodules recursively, its fix-ups applied but not committed. The folder is a small repository
  /// of its own (detached HEAD, tags visible, hooks off) that borrows the user's objects, so builds
  /// may call `git describe`. What is wrong with the candidate is data (`failure`); an Error is only
  /// what would hit every candidate (no space, no git program, transport refused by git's policy:
  /// the hint names the setting that allows it).
  virtual core::Result<Checkout> lay_out(const core::Candidate& candidate,
                                         const std::filesystem::path& directory,
                                         const core::Cancellation& cancellation) = 0;
};

}  // namespace bisect::git
