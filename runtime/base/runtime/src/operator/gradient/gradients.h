#pragma once

#include <string>

#include "graph/gradient.h"
#include "operator/param.h"

namespace mxnet {

using Entries = std::vector<NodeEntry>;

inline void set_gradient(const std::string& op, FGradient gradient) {
  Op::extend(op).set<FGradient>("FGradient", std::move(gradient));
}

inline NodeEntry output_of(const NodePtr& node, int index = 0) { return {node, index}; }

/// An operator that gradients are made of, with one output of the shape of input `like`.
Op& add_backward(const std::string& name, std::vector<std::string> inputs, int like,
                 FCompute compute);

}  // namespace mxnet
