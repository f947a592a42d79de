#pragma once

#include <vector>

namespace mxnet::pass {

/// A graph of numbered nodes, each after its inputs.
struct PartitionGraph {
  std::vector<std::vector<int>> inputs;  // of each node
  std::vector<std::vector<int>> outputs;
  std::vector<bool> fusible;
};

/// Disjoint groups of fusible nodes, each of them connected and convex: no path leaves
/// a group and comes back to it. Nodes of a group are in ascending order; single nodes
/// are groups too.
std::vector<std::vector<int>> partition(const PartitionGraph& graph);

}  // namespace mxnet::pass
