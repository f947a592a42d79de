#pragma once

#include "graph/graph.h"
#include "pass/pass.h"

namespace mxnet::pass {

/// What the passes did to a graph. Nodes are operators, without variables.
struct GraphStats {
  int nodes_given = 0;
  int nodes_after_cse = 0;
  int nodes_after_fusion = 0;
  int fused_ops = 0;
  double cse_ms = 0.0;
  double fusion_ms = 0.0;
};

enum class Fusion { no, yes };

/// The graph with nodes that compute the same merged, unless MXNET_ELIMINATE_COMMON_EXPR is
/// 0; with the same arguments in the same order. Nothing is changed in place.
std::vector<NodeEntry> without_common_expr(const std::vector<NodeEntry>& outputs);

/// The graph a CachedOp runs instead of `outputs`, with the same arguments; in the same order
/// if it is fixed. Nothing is changed in place. The environment switches passes off by 0:
/// MXNET_ELIMINATE_COMMON_EXPR, MXNET_USE_FUSION.
std::vector<NodeEntry> optimize(const std::vector<NodeEntry>& outputs, Fusion fusion,
                                ArgumentOrder order, GraphStats* stats);

/// The operators of a graph, without its variables.
int count_ops(const std::vector<NodeEntry>& outputs);

}  // namespace mxnet::pass
