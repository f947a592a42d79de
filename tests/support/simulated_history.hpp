#pragma once

#include "core/commit_graph.hpp"
#include "harness/engine/investigation.hpp"

#include <map>
#include <string>
#include <vector>

namespace bisect::support {

/// A history made of names: "m1", "f2". Ids are digests of the names, trees those of the ids.
class SimulatedHistory {
 public:
  /// A commit on top of commits that were added before; first parent first.
  const core::Commit& add(const std::string& name, const std::vector<std::string>& parents = {});
  /// `count` commits prefix0, prefix1, … each on top of the one before.
  void add_line(const std::string& prefix, int count);

  /// Throws std::out_of_range for a name that was not added.
  [[nodiscard]] const core::Commit& at(const std::string& name) const;
  /// The name of a commit of this history.
  [[nodiscard]] std::string name_of(const core::CommitId& id) const;
  /// Names of the commits that a finding names, in its order, separated by blanks.
  [[nodiscard]] std::string names_of(const std::vector<core::NamedCommit>& commits) const;

  /// Everything.
  [[nodiscard]] core::CommitGraph graph() const;

  /// The question for the stretch good..bad, with the graph cut as the history port cuts it: what is
  /// reachable from one end only, the merge bases, and the parents of all of these. Metric: cpu.
  [[nodiscard]] engine::BisectQuestion question(const std::string& good,
                                                const std::string& bad) const;

 private:
  std::map<std::string, core::Commit> m_commits;
  std::map<core::CommitId, std::string> m_names;
};

}  // namespace bisect::support
