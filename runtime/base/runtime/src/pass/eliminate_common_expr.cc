// Common subexpressions.

#include <map>
#include <unordered_map>

#include "pass/pass.h"

namespace mxnet::pass {
namespace {

/// Whether equal inputs and attributes make equal outputs of this operator.
bool is_repeatable(const Op& op) {
  if (op.find<FMutateInputs>("FMutateInputs") != nullptr ||
      op.find<FCreateOpState>("FCreateOpState") != nullptr) {
    return false;
  }
  if (const auto* told = op.find<THasDeterministicOutput>("THasDeterministicOutput")) {
    return *told;
  }
  // Whoever asks for resources may draw random numbers.
  return op.find<FResourceRequest>("FResourceRequest") == nullptr &&
         op.find<FResourceRequestEx>("FResourceRequestEx") == nullptr;
}

/// Whether two nodes with the same inputs compute the same.
bool are_equal(const Node& a, const Node& b) {
  return !a.is_variable() && a.op == b.op && a.dict == b.dict && is_repeatable(*a.op);
}

using Survivors = std::unordered_map<const Node*, NodePtr>;  // by the node that goes

/// One round: the nodes that equal an earlier one with the very same inputs. Those
/// whose inputs are merged in this round have to wait for the next.
Survivors find_survivors(const std::vector<NodeEntry>& outputs) {
  using Inputs = std::vector<std::pair<int, int>>;  // number of the producer, output of it
  const auto order = post_order(outputs);
  std::unordered_map<const Node*, int> numbers;
  std::unordered_map<const Node*, NodePtr> owners;
  for (const auto& output : outputs) {
    owners.emplace(output.node.get(), output.node);
  }
  for (const Node* node : order) {
    numbers.emplace(node, static_cast<int>(numbers.size()));
    for (const auto& input : node->inputs) {
      owners.emplace(input.node.get(), input.node);
    }
  }
  std::map<Inputs, std::vector<Node*>> kept;  // nodes that differ though their inputs do not
  Survivors survivors;
  for (Node* node : order) {
    if (node->inputs.empty()) {
      continue;
    }
    Inputs inputs;
    for (const auto& input : node->inputs) {
      inputs.emplace_back(numbers.at(input.node.get()), input.index);
    }
    auto& candidates = kept[inputs];
    const Node* equal = nullptr;
    for (const Node* candidate : candidates) {
      if (are_equal(*candidate, *node)) {
        equal = candidate;
        break;
      }
    }
    if (equal != nullptr) {
      survivors.emplace(node, owners.at(equal));
    } else {
      candidates.push_back(node);
    }
  }
  return survivors;
}

void replace(const Survivors& survivors, std::vector<NodeEntry>* outputs) {
  const auto redirect = [&](NodeEntry& entry) {
    if (const auto found = survivors.find(entry.node.get()); found != survivors.end()) {
      entry.node = found->second;
    }
  };
  for (Node* node : post_order(*outputs)) {
    for (auto& input : node->inputs) {
      redirect(input);
    }
  }
  for (auto& output : *outputs) {
    redirect(output);
  }
}

/// Lets every output be an entry of its own.
void copy_repeated(std::vector<NodeEntry>* outputs) {
  std::map<std::pair<const Node*, int>, int> seen;
  for (auto& output : *outputs) {
    const int times = seen[{output.node.get(), output.index}]++;
    if (times > 0) {
      auto copy = std::make_shared<Node>();
      copy->op = &Op::get("_copy");
      copy->name = output.node->name + "_" + std::to_string(times - 1) + "_copy";
      copy->inputs = {output};
      output = {std::move(copy), 0};
    }
  }
}

}  // namespace

int eliminate_common_expr(std::vector<NodeEntry>* outputs) {
  int merged = 0;
  for (;;) {
    const Survivors survivors = find_survivors(*outputs);
    if (survivors.empty()) {
      break;
    }
    replace(survivors, outputs);
    merged += static_cast<int>(survivors.size());
  }
  if (merged > 0) {
    copy_repeated(outputs);
  }
  return merged;
}

}  // namespace mxnet::pass
