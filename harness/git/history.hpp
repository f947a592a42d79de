#pragma once

#include "core/commit_graph.hpp"
#include "core/result.hpp"

#include <string>
#include <vector>

namespace bisect::git {

/// The history between two commits as a value, so that the search needs no repository.
struct Segment {
  core::CommitGraph graph;  ///< reachable from one end but not from both, the merge bases, and the
                            ///< parents of all of these (boundary)
  std::vector<core::CommitId> merge_bases;  ///< best common ancestors; empty = unrelated histories
};

/// Port: what the search asks of the subject's history. Reads only: the user's repository is never
/// written to, no hook runs, no name passes through a shell.
class History {
 public:
  virtual ~History() = default;

  /// The commit that a revision names; annotated tags are peeled. Error `usage` when it names
  /// nothing, names something that is not a commit, or is ambiguous (a tag and a branch of one
  /// name): the message shows the full names, the hints say what to write instead.
  virtual core::Result<core::Commit> resolve(const std::string& revision) = 0;

  /// Error `environment` when the clone is shallow and the cut lies on the way; the hint names the
  /// command that completes it.
  virtual core::Result<Segment> segment(const core::CommitId& good, const core::CommitId& bad) = 0;

  /// Is the repository a shallow clone?
  virtual core::Result<bool> is_shallow() = 0;

  /// Paths that differ from the first parent (all files for a root commit), sorted.
  virtual core::Result<std::vector<std::string>> changed_files(const core::CommitId& commit) = 0;

  /// The commit that `revision` names inside the submodule at `path` (as recorded by the tree of
  /// `context`): looked up in the user's own clone of it, else in a mirror fetched for us.
  virtual core::Result<core::CommitId> resolve_in_submodule(const std::string& path,
                                                            const std::string& revision,
                                                            const core::CommitId& context) = 0;
};

}  // namespace bisect::git
