#pragma once

#include "harness/git/work_trees.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace bisect::support {

/// Work trees that a test tells: files by commit, and what shall go wrong. Held to the same contract
/// suite as the real ones.
class ScriptedWorkTrees final : public git::WorkTrees {
 public:
  struct Tree {
    std::map<std::string, std::string> files;              ///< path -> content
    std::map<std::string, core::CommitId> submodules;      ///< path -> recorded commit
    std::vector<std::string> fixups_contained;             ///< patches the commit already has
    std::vector<std::string> warnings;
  };
  std::map<core::CommitId, Tree> trees;
  std::map<core::CommitId, core::NotTestable> failures;
  std::map<std::string, core::NotTestable> patch_failures;  ///< by patch file
  std::vector<core::Candidate> laid_out;                    ///< every call, in order

  core::Result<git::Checkout> lay_out(const core::Candidate& candidate,
                                      const std::filesystem::path& directory,
                                      const core::Cancellation& cancellation) override {
    if (cancellation.requested()) return core::interrupted_error();
    laid_out.push_back(candidate);
    std::filesystem::create_directories(directory);
    if (!std::filesystem::is_empty(directory))
      return core::internal_error("the folder " + directory.string() + " is not empty");
    git::Checkout checkout;
    const auto found = trees.find(candidate.commit);
    if (const auto failure = failures.find(candidate.commit); failure != failures.end()) {
      checkout.failure = failure->second;
    } else if (found == trees.end()) {
      checkout.failure = core::NotTestable{core::Stage::checkout,
                                           "no such commit " + candidate.commit.text(), {}};
    } else {
      fill(found->second, candidate, directory, checkout);
    }
    return checkout;
  }

 private:
  void fill(const Tree& tree, const core::Candidate& candidate,
            const std::filesystem::path& directory, git::Checkout& checkout) const {
    for (const auto& [path, content] : tree.files) {
      std::filesystem::create_directories((directory / path).parent_path());
      std::ofstream(directory / path, std::ios::binary) << content;
    }
    checkout.warnings = tree.warnings;
    for (const auto& [path, recorded] : tree.submodules)
      checkout.submodules.push_back({path, recorded, recorded});
    for (const core::Pin& pin : candidate.pins) {
      bool met = false;
      for (core::SubmoduleState& state : checkout.submodules) {
        if (state.path != pin.path) continue;
        state.actual = pin.commit;
        met = true;
      }
      if (!met) checkout.warnings.push_back("the pin of " + pin.path + " is idle");
    }
    for (const core::FixUp& fixup : candidate.fixups) {
      if (const auto failed = patch_failures.find(fixup.file); failed != patch_failures.end()) {
        checkout.failure = failed->second;
        return;
      }
      for (const std::string& contained : tree.fixups_contained)
        if (contained == fixup.file) checkout.skipped_fixups.push_back(fixup.file);
    }
  }
};

}  // namespace bisect::support
