#pragma once

#include "core/cancellation.hpp"
#include "core/result.hpp"
#include "harness/git/git_program.hpp"
#include "harness/git/history.hpp"
#include "harness/git/repository_place.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace bisect::git {

/// History read with libgit2; submodules that have to be fetched are fetched by the git program.
class Libgit2History final : public History {
 public:
  /// `subject`: from discover(). `mirrors`: as for GitWorkTrees. `cancellation` ends a fetch and must
  /// outlive this. Error `environment` when the repository cannot be read.
  static core::Result<std::unique_ptr<Libgit2History>> open(const RepositoryPlace& subject,
                                                            const GitProgram& git,
                                                            const std::filesystem::path& mirrors,
                                                            const core::Cancellation& cancellation);
  ~Libgit2History() override;

  core::Result<core::Commit> resolve(const std::string& revision) override;
  core::Result<Segment> segment(const core::CommitId& good, const core::CommitId& bad) override;
  core::Result<bool> is_shallow() override;
  core::Result<std::vector<std::string>> changed_files(const core::CommitId& commit) override;
  core::Result<core::CommitId> resolve_in_submodule(const std::string& path,
                                                    const std::string& revision,
                                                    const core::CommitId& context) override;

 private:
  struct Impl;
  explicit Libgit2History(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

}  // namespace bisect::git
