#pragma once

#include "core/candidate.hpp"
#include "core/result.hpp"
#include "harness/git/change.hpp"
#include "harness/git/repository_place.hpp"

#include <memory>
#include <vector>

namespace bisect::git {

/// What lies between two commits, and which tree results when a part of it is put in. Reads only: what
/// has to be computed is kept in memory.
class Libgit2Changes {
 public:
  /// `subject`: from discover(). Error `environment` when the repository cannot be read.
  static core::Result<Libgit2Changes> open(const RepositoryPlace& subject);
  ~Libgit2Changes();
  Libgit2Changes(Libgit2Changes&&) noexcept;
  Libgit2Changes& operator=(Libgit2Changes&&) noexcept;

  /// Sorted by path. Renamings are found as git finds them (half of the content is the same), where
  /// the contents are at hand.
  [[nodiscard]] core::Result<std::vector<Change>> between(const core::CommitId& before,
                                                          const core::CommitId& after) const;

  /// The hunks of a change, in their order; none where it cannot be cut: a file that was added, deleted,
  /// renamed or got another mode, a binary file, a link, a submodule.
  [[nodiscard]] core::Result<std::vector<Hunk>> hunks_of(const Change& change,
                                                         const core::CommitId& before,
                                                         const core::CommitId& after) const;

  /// The id of the tree of `base` with the overlay put over it.
  [[nodiscard]] core::Result<core::TreeId> composed(const core::CommitId& base,
                                                    const core::Overlay& overlay) const;

 private:
  struct Impl;
  explicit Libgit2Changes(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> m_impl;
};

}  // namespace bisect::git
