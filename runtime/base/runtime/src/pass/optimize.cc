#include "pass/optimize.h"

#include <algorithm>
#include <chrono>

#include "base/env.h"
#include "pass/pass.h"

namespace mxnet::pass {
namespace {

/// Milliseconds `work` takes.
template <typename Work>
double timed(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
      .count();
}

}  // namespace

int count_ops(const std::vector<NodeEntry>& outputs) {
  const auto order = post_order(outputs);
  return static_cast<int>(std::count_if(order.begin(), order.end(),
                                        [](const Node* node) { return !node->is_variable(); }));
}

std::vector<NodeEntry> without_common_expr(const std::vector<NodeEntry>& outputs) {
  if (!env_flag("MXNET_ELIMINATE_COMMON_EXPR", true)) {
    return outputs;
  }
  std::vector<NodeEntry> graph = copy_graph(outputs);
  eliminate_common_expr(&graph);
  return graph;
}

std::vector<NodeEntry> optimize(const std::vector<NodeEntry>& outputs, Fusion fusion,
                                ArgumentOrder order, GraphStats* stats) {
  std::vector<NodeEntry> graph = outputs;
  stats->nodes_given = count_ops(graph);
  stats->cse_ms = timed([&] { graph = without_common_expr(graph); });
  stats->nodes_after_cse = count_ops(graph);
  if (fusion == Fusion::yes && env_flag("MXNET_USE_FUSION", true)) {
    stats->fusion_ms = timed([&] { graph = fuse_pointwise(graph, order); });
  }
  stats->nodes_after_fusion = count_ops(graph);
  for (const Node* node : post_order(graph)) {
    stats->fused_ops += !node->is_variable() && node->op->name() == "_FusedOp" ? 1 : 0;
  }
  return graph;
}

}  // namespace mxnet::pass
