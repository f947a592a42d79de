#pragma once

#include "core/commit.hpp"

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace bisect::core {

/// A piece of history as a value: the commits of a range and, one step further, the commits they
/// stand on (the boundary). Order comes from parentage alone, never from dates.
class CommitGraph {
 public:
  /// Adds a commit; a second one with the same id is ignored.
  void add(Commit commit);

  /// Null when the commit lies outside the graph.
  [[nodiscard]] const Commit* find(const CommitId& id) const;
  [[nodiscard]] std::size_t size() const { return m_commits.size(); }

  /// Is `ancestor` reachable from `descendant` within the graph (a commit is its own ancestor)?
  [[nodiscard]] bool is_ancestor(const CommitId& ancestor, const CommitId& descendant) const;

  /// Everything reachable from `id` within the graph, itself included.
  [[nodiscard]] std::unordered_set<CommitId> ancestors(const CommitId& id) const;

  /// The way from `from` (first element) to `to` (last element): first parents wherever they lead
  /// back to `from`, else the first parent that does. Empty when there is no way.
  [[nodiscard]] std::vector<Commit> path(const CommitId& from, const CommitId& to) const;

  /// Commits that descend from (or are) `from` and are ancestors of (or are) `to`.
  [[nodiscard]] std::unordered_set<CommitId> between(const CommitId& from, const CommitId& to) const;

 private:
  std::unordered_map<CommitId, Commit> m_commits;
};

}  // namespace bisect::core
