#include "graph/graph.h"

#include <unordered_map>
#include <unordered_set>

namespace mxnet {

std::vector<Node*> post_order(const std::vector<NodeEntry>& outputs) {
  struct Visit {
    Node* node;
    std::size_t next_input;
  };
  std::vector<Node*> order;
  std::unordered_set<const Node*> seen;
  std::vector<Visit> stack;
  for (const auto& output : outputs) {
    if (seen.insert(output.node.get()).second) {
      stack.push_back({output.node.get(), 0});
    }
    while (!stack.empty()) {
      auto& top = stack.back();
      if (top.next_input == top.node->inputs.size()) {
        order.push_back(top.node);
        stack.pop_back();
        continue;
      }
      Node* input = top.node->inputs[top.next_input++].node.get();
      if (seen.insert(input).second) {
        stack.push_back({input, 0});
      }
    }
  }
  return order;
}

IndexedGraph::IndexedGraph(const std::vector<NodeEntry>& outputs) {
  std::unordered_map<const Node*, int> first_entry;
  const auto entry_of = [&](const NodeEntry& entry) {
    return first_entry.at(entry.node.get()) + entry.index;
  };
  for (const Node* node : post_order(outputs)) {
    IndexedNode indexed;
    indexed.source = node;
    indexed.first_entry = m_num_entries;
    indexed.num_outputs = 1;
    if (!node->is_variable()) {
      indexed.param = node->op->parse(node->dict);
      indexed.num_outputs = node->op->num_outputs(indexed.param);
    }
    for (const auto& input : node->inputs) {
      indexed.inputs.push_back(entry_of(input));
    }
    if (node->is_variable()) {
      m_variables.push_back(indexed.first_entry);
    }
    first_entry.emplace(node, indexed.first_entry);
    m_num_entries += indexed.num_outputs;
    m_nodes.push_back(std::move(indexed));
  }
  for (const auto& output : outputs) {
    m_roots.push_back(output.node);
    m_outputs.push_back(entry_of(output));
  }
}

}  // namespace mxnet
