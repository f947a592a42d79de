#include <unordered_map>

#include "pass/pass.h"

namespace mxnet::pass {

std::vector<NodeEntry> copy_graph(const std::vector<NodeEntry>& outputs) {
  std::unordered_map<const Node*, NodePtr> copies;
  const auto copied = [&](const NodeEntry& entry) -> NodeEntry {
    return entry.node->is_variable() ? entry
                                     : NodeEntry{copies.at(entry.node.get()), entry.index};
  };
  for (const Node* node : post_order(outputs)) {
    if (node->is_variable()) {
      continue;
    }
    auto copy = std::make_shared<Node>(*node);
    for (auto& input : copy->inputs) {
      input = copied(input);
    }
    copies.emplace(node, std::move(copy));
  }
  std::vector<NodeEntry> result;
  for (const auto& output : outputs) {
    result.push_back(copied(output));
  }
  return result;
}

}  // namespace mxnet::pass
