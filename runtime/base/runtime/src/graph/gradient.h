#pragma once

#include <functional>
#include <vector>

#include "graph/graph.h"

namespace mxnet {

/// Attribute of operators: given a node and the gradients of its outputs, the gradients of
/// its inputs, as expressions. An entry without a node says that nothing flows there.
using FGradient =
    std::function<std::vector<NodeEntry>(const NodePtr& node, const std::vector<NodeEntry>&)>;

/// The gradients of `ys` with respect to `xs`, as expressions over the same variables and
/// `head_grads` (one per y): reverse-mode differentiation, node by node from the last to the
/// first. Gradients that meet are added by add_n or, if there are many, by _grad_add; an x
/// that no y depends on gets zeros_like. Throws Error naming an operator without FGradient.
std::vector<NodeEntry> gradient(const std::vector<NodeEntry>& ys,
                                const std::vector<NodeEntry>& xs,
                                const std::vector<NodeEntry>& head_grads);

/// Like post_order, for those who refer to the nodes in new expressions.
std::vector<NodePtr> shared_post_order(const std::vector<NodeEntry>& outputs);

/// For FGradient: an operator applied to expressions, as a node named after `forward`.
NodePtr make_node(const Node& forward, const std::string& op, std::vector<NodeEntry> inputs,
                  AttrDict dict = {});
/// Its only output.
NodeEntry make_entry(const Node& forward, const std::string& op, std::vector<NodeEntry> inputs,
                     AttrDict dict = {});
/// Its first `count` outputs.
std::vector<NodeEntry> make_entries(const Node& forward, const std::string& op,
                                    std::vector<NodeEntry> inputs, int count, AttrDict dict = {});

}  // namespace mxnet
