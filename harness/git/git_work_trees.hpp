#pragma once

#include "core/cancellation.hpp"
#include "core/candidate.hpp"
#include "core/result.hpp"
#include "harness/git/git_program.hpp"
#include "harness/git/lender.hpp"
#include "harness/git/repository_place.hpp"
#include "harness/git/submodule_sources.hpp"
#include "harness/git/work_trees.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace bisect::git {

/// Lays trees out with the git program, so that line endings, clean/smudge filters and LFS work as
/// they do for the user. Each folder becomes a repository of its own that borrows objects; neither a
/// byte nor a time stamp below the user's repository changes.
class GitWorkTrees final : public WorkTrees {
 public:
  /// `subject`: from discover(). `mirrors`: folder of ours for submodules that the user has no clone
  /// of; may be absent until needed.
  GitWorkTrees(RepositoryPlace subject, GitProgram git, std::filesystem::path mirrors);

  core::Result<Checkout> lay_out(const core::Candidate& candidate,
                                 const std::filesystem::path& directory,
                                 const core::Cancellation& cancellation) override;

 private:
  struct Level;
  struct Job;
  core::Result<void> lay_level(Job& job, const Level& level) const;
  core::Result<void> check_out(Job& job, const Level& level) const;
  core::Result<void> lay_submodules(Job& job, const Level& level) const;
  core::Result<void> lay_submodule(Job& job, const Level& level, const Gitlink& link,
                                   const GitmodulesEntry* entry) const;

  RepositoryPlace m_subject;
  GitProgram m_git;
  SubmoduleSources m_sources;
};

}  // namespace bisect::git
