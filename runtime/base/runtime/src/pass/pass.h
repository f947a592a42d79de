#pragma once

#include <vector>

#include "graph/graph.h"

namespace mxnet::pass {

/// The same graph of nodes of its own, which a pass may change. Variables are shared.
std::vector<NodeEntry> copy_graph(const std::vector<NodeEntry>& outputs);

/// Merges nodes that compute the same from the same, until none are left; the one
/// that comes first in depth-first order stays. Outputs that become the same entry
/// get a `_copy` each. Changes the nodes of `outputs`, and returns how many of them
/// went.
///
/// Two nodes compute the same if they have equal inputs (at least one), operator and
/// attributes, and the operator
///   - neither writes to its inputs nor holds state, and
///   - says that its output is deterministic, or says nothing of that and requests no
///     resources.
int eliminate_common_expr(std::vector<NodeEntry>* outputs);

/// Whether somebody gives a graph its arguments in the order in which they are met.
enum class ArgumentOrder { fixed, free };

/// The same graph with a `_FusedOp` in place of every connected group of at least two
/// element-wise operators. If this would change the order in which the graph's arguments
/// are met, and it is fixed, a warning is written and nothing is fused. Leaves the nodes
/// of `outputs` as they are.
std::vector<NodeEntry> fuse_pointwise(const std::vector<NodeEntry>& outputs,
                                      ArgumentOrder order = ArgumentOrder::fixed);

}  // namespace mxnet::pass
