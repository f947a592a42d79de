#include "core/commit_graph.hpp"

#include <algorithm>

namespace bisect::core {

void CommitGraph::add(Commit commit) {
  CommitId id = commit.id;
  m_commits.emplace(std::move(id), std::move(commit));
}

const Commit* CommitGraph::find(const CommitId& id) const {
  const auto found = m_commits.find(id);
  return found == m_commits.end() ? nullptr : &found->second;
}

std::unordered_set<CommitId> CommitGraph::ancestors(const CommitId& id) const {
  std::unordered_set<CommitId> seen;
  std::vector<CommitId> open{id};
  while (!open.empty()) {
    const CommitId next = std::move(open.back());
    open.pop_back();
    const Commit* commit = find(next);
    if (commit == nullptr || !seen.insert(next).second) continue;
    open.insert(open.end(), commit->parents.begin(), commit->parents.end());
  }
  return seen;
}

bool CommitGraph::is_ancestor(const CommitId& ancestor, const CommitId& descendant) const {
  return ancestors(descendant).contains(ancestor);
}

std::unordered_set<CommitId> CommitGraph::between(const CommitId& from, const CommitId& to) const {
  const std::unordered_set<CommitId> below = ancestors(to);
  std::unordered_map<CommitId, std::vector<CommitId>> children;
  for (const CommitId& id : below)
    for (const CommitId& parent : find(id)->parents) children[parent].push_back(id);

  std::unordered_set<CommitId> result;
  std::vector<CommitId> open;
  if (below.contains(from)) open.push_back(from);
  while (!open.empty()) {
    const CommitId next = std::move(open.back());
    open.pop_back();
    if (!result.insert(next).second) continue;
    const std::vector<CommitId>& above = children[next];
    open.insert(open.end(), above.begin(), above.end());
  }
  return result;
}

std::vector<Commit> CommitGraph::path(const CommitId& from, const CommitId& to) const {
  const std::unordered_set<CommitId> allowed = between(from, to);
  if (!allowed.contains(from)) return {};
  std::vector<Commit> way{*find(to)};
  while (way.back().id != from) {
    const std::vector<CommitId>& parents = way.back().parents;
    const auto next = std::find_if(parents.begin(), parents.end(),
                                   [&](const CommitId& id) { return allowed.contains(id); });
    way.push_back(*find(*next));
  }
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace bisect::core
