// Two nodes cannot be in one group if a node that cannot be fused lies on a path between
// them. Every such separator has a set of nodes before it and one of nodes behind it, and
// no group may have members in both.

#include "pass/partition.h"

#include <algorithm>
#include <unordered_set>

namespace mxnet::pass {
namespace {

using NodeSet = std::unordered_set<int>;

struct Separator {
  int node;
  NodeSet before;
  NodeSet behind;
};

/// All nodes that `next` leads to from `start`, without it.
NodeSet reachable(int start, const std::vector<std::vector<int>>& next) {
  NodeSet found;
  std::vector<int> stack = {start};
  while (!stack.empty()) {
    const int node = stack.back();
    stack.pop_back();
    for (const int other : next[node]) {
      if (found.insert(other).second) {
        stack.push_back(other);
      }
    }
  }
  return found;
}

/// The separators that matter, in ascending order: what lies on both sides of one whose
/// inputs cannot be fused either, its inputs separate as well.
std::vector<Separator> find_separators(const PartitionGraph& graph) {
  std::vector<Separator> separators;
  for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
    const auto& inputs = graph.inputs[i];
    const bool begins = std::any_of(inputs.begin(), inputs.end(),
                                    [&](int input) { return graph.fusible[input]; });
    if (!graph.fusible[i] && begins) {
      const int node = static_cast<int>(i);
      separators.push_back({node, reachable(node, graph.inputs), reachable(node, graph.outputs)});
    }
  }
  return separators;
}

/// The nodes that cannot be in one group with `node`. The nearest separators are asked
/// first: one that lies behind another has nothing to add to it.
NodeSet separated_from(int node, const std::vector<Separator>& separators) {
  NodeSet apart;
  const auto next = std::upper_bound(
      separators.begin(), separators.end(), node,
      [](int number, const Separator& separator) { return number < separator.node; });
  for (auto separator = next; separator != separators.end(); ++separator) {
    if (apart.count(separator->node) == 0 && separator->before.count(node) != 0) {
      apart.insert(separator->behind.begin(), separator->behind.end());
    }
  }
  for (auto separator = std::make_reverse_iterator(next); separator != separators.rend();
       ++separator) {
    if (apart.count(separator->node) == 0 && separator->behind.count(node) != 0) {
      apart.insert(separator->before.begin(), separator->before.end());
    }
  }
  return apart;
}

}  // namespace

std::vector<std::vector<int>> partition(const PartitionGraph& graph) {
  const auto separators = find_separators(graph);
  std::vector<bool> used(graph.inputs.size(), false);
  std::vector<std::vector<int>> groups;
  for (int start = static_cast<int>(graph.inputs.size()) - 1; start >= 0; --start) {
    if (!graph.fusible[start] || used[start]) {
      continue;
    }
    std::vector<int> group;
    NodeSet apart;
    std::vector<int> stack = {start};
    while (!stack.empty()) {
      const int node = stack.back();
      stack.pop_back();
      if (!graph.fusible[node] || used[node] || apart.count(node) != 0) {
        continue;
      }
      used[node] = true;
      group.push_back(node);
      apart.merge(separated_from(node, separators));
      for (const auto* neighbours : {&graph.inputs[node], &graph.outputs[node]}) {
        stack.insert(stack.end(), neighbours->begin(), neighbours->end());
      }
    }
    std::sort(group.begin(), group.end());
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace mxnet::pass
