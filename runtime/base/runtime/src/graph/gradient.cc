#include "graph/gradient.h"

#include <unordered_map>
#include <unordered_set>

namespace mxnet {
namespace {

/// Up to here gradients are added in one go; more would all have to be kept until the last.
constexpr std::size_t k_max_add_n = 8;

struct EntryHash {
  std::size_t operator()(const NodeEntry& entry) const {
    return std::hash<const Node*>()(entry.node.get()) * 31 + static_cast<std::size_t>(entry.index);
  }
};
struct SameEntry {
  bool operator()(const NodeEntry& a, const NodeEntry& b) const {
    return a.node == b.node && a.index == b.index;
  }
};
/// What flows back to each entry.
using Flows = std::unordered_map<NodeEntry, std::vector<NodeEntry>, EntryHash, SameEntry>;

/// Those of `nodes` that are among `xs` or depend on one of them.
std::unordered_set<const Node*> dependent_nodes(const std::vector<NodePtr>& nodes,
                                                const std::vector<NodeEntry>& xs) {
  std::unordered_set<const Node*> dependent;
  for (const auto& x : xs) {
    dependent.insert(x.node.get());
  }
  for (const auto& node : nodes) {
    for (const auto& input : node->inputs) {
      if (dependent.contains(input.node.get())) {
        dependent.insert(node.get());
      }
    }
  }
  return dependent;
}

/// All that flows back to an entry, in one entry.
NodeEntry sum(const NodeEntry& entry, const Flows& flows) {
  const auto found = flows.find(entry);
  if (found == flows.end()) {
    return make_entry(*entry.node, "zeros_like", {entry});
  }
  const auto& terms = found->second;
  if (terms.size() == 1) {
    return terms.front();
  }
  if (terms.size() <= k_max_add_n) {
    return make_entry(*entry.node, "add_n", terms, {{"num_args", std::to_string(terms.size())}});
  }
  NodeEntry total = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i) {
    total = make_entry(*entry.node, "_grad_add", {total, terms[i]});
  }
  return total;
}

/// The gradients of all outputs of a node; nothing if none flows back.
std::vector<NodeEntry> output_gradients(const NodePtr& node, const Flows& flows) {
  std::vector<NodeEntry> outputs;
  bool any = false;
  for (int i = 0; i < node->num_outputs(); ++i) {
    outputs.push_back({node, i});
    any = any || flows.contains(outputs.back());
  }
  if (!any) {
    return {};
  }
  for (auto& output : outputs) {
    output = sum(output, flows);
  }
  return outputs;
}

}  // namespace

std::vector<NodePtr> shared_post_order(const std::vector<NodeEntry>& outputs) {
  const auto order = post_order(outputs);
  std::unordered_map<const Node*, NodePtr> owners;
  for (const auto& output : outputs) {
    owners.emplace(output.node.get(), output.node);
  }
  for (const Node* node : order) {
    for (const auto& input : node->inputs) {
      owners.emplace(input.node.get(), input.node);
    }
  }
  std::vector<NodePtr> nodes;
  for (const Node* node : order) {
    nodes.push_back(owners.at(node));
  }
  return nodes;
}

NodePtr make_node(const Node& forward, const std::string& op, std::vector<NodeEntry> inputs,
                  AttrDict dict) {
  auto node = std::make_shared<Node>();
  node->op = &Op::get(op);
  node->name = forward.name + "_backward";
  node->dict = std::move(dict);
  node->inputs = std::move(inputs);
  return node;
}

NodeEntry make_entry(const Node& forward, const std::string& op, std::vector<NodeEntry> inputs,
                     AttrDict dict) {
  return {make_node(forward, op, std::move(inputs), std::move(dict)), 0};
}

std::vector<NodeEntry> make_entries(const Node& forward, const std::string& op,
                                    std::vector<NodeEntry> inputs, int count, AttrDict dict) {
  const auto node = make_node(forward, op, std::move(inputs), std::move(dict));
  std::vector<NodeEntry> entries;
  for (int i = 0; i < count; ++i) {
    entries.push_back({node, i});
  }
  return entries;
}

std::vector<NodeEntry> gradient(const std::vector<NodeEntry>& ys,
                                const std::vector<NodeEntry>& xs,
                                const std::vector<NodeEntry>& head_grads) {
  check(ys.size() == head_grads.size(), "every head needs a gradient");
  const auto nodes = shared_post_order(ys);
  const auto dependent = dependent_nodes(nodes, xs);
  Flows flows;
  for (std::size_t i = 0; i < ys.size(); ++i) {
    flows[ys[i]].push_back(head_grads[i]);
  }
  for (auto at = nodes.rbegin(); at != nodes.rend(); ++at) {
    const NodePtr& node = *at;
    if (node->is_variable() || !dependent.contains(node.get())) {
      continue;
    }
    const auto outputs = output_gradients(node, flows);
    if (outputs.empty()) {
      continue;
    }
    const auto* differentiate = node->op->find<FGradient>("FGradient");
    check(differentiate != nullptr, "operator " + node->op->name() + " has no gradient");
    const auto inputs = (*differentiate)(node, outputs);
    check(inputs.size() == node->inputs.size(),
          "the gradient of " + node->op->name() + " has another number of inputs");
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      if (inputs[i].node != nullptr && dependent.contains(node->inputs[i].node.get())) {
        flows[node->inputs[i]].push_back(inputs[i]);
      }
    }
  }
  std::vector<NodeEntry> gradients;
  for (const auto& x : xs) {
    gradients.push_back(sum(x, flows));
  }
  return gradients;
}

}  // namespace mxnet
