#pragma once

#include "graph/symbol.h"

namespace mxnet {

inline Symbol apply(const std::string& op, const std::string& name,
                    const std::vector<Symbol>& inputs, const AttrDict& dict = {}) {
  return Symbol::create(Op::get(op), name, dict, inputs);
}

/// The part of XLNet that broke: every layer reshapes the one mask, and expands it for
/// each of `fan` heads, whose scores it multiplies.
inline Symbol masked_scores(int layers, int fan) {
  const Symbol mask = Symbol::variable("mask");
  const Symbol scores = Symbol::variable("scores");
  std::vector<Symbol> heads;
  for (int layer = 0; layer < layers; ++layer) {
    const std::string prefix = "l" + std::to_string(layer);
    const Symbol reshaped =
        apply("Reshape", prefix + "_reshape", {mask}, {{"shape", "(0, 0, -1)"}});
    for (int i = 0; i < fan; ++i) {
      const std::string head = prefix + "_h" + std::to_string(i);
      const Symbol expanded = apply("expand_dims", head + "_expand", {reshaped}, {{"axis", "1"}});
      // No two heads multiply the same scores.
      const Symbol own = apply("_mul_scalar", head + "_scale",
                               {apply("softmax", head + "_softmax", {scores})},
                               {{"scalar", std::to_string(layer * fan + i)}});
      heads.push_back(apply("broadcast_mul", head + "_mul", {own, expanded}));
    }
  }
  return Symbol::group(heads);
}

inline int count_ops(const std::vector<NodeEntry>& outputs, const std::string& op) {
  int count = 0;
  for (const Node* node : post_order(outputs)) {
    count += !node->is_variable() && node->op->name() == op ? 1 : 0;
  }
  return count;
}

}  // namespace mxnet
