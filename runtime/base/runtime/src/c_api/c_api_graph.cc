// Graph passes: running one, and what they did to a cached graph.

#include "c_api/symbol_handle.h"
#include "imperative/cached_op.h"
#include "pass/pass.h"
#include "rtc/engine.h"

using namespace mxnet;
using c_api::guarded;

int MXGraphStats(CachedOpHandle handle, uint32_t* size, const char*** names,
                 const double** values) {
  return guarded([&] {
    const pass::GraphStats& stats = static_cast<CachedOp*>(handle)->stats();
    thread_local std::vector<double> kept;
    kept = {static_cast<double>(stats.nodes_given),
            static_cast<double>(stats.nodes_after_cse),
            static_cast<double>(stats.nodes_after_fusion),
            static_cast<double>(stats.fused_ops),
            stats.cse_ms,
            stats.fusion_ms,
            static_cast<double>(rtc::num_kernels())};
    c_api::hand_out({"nodes_given", "nodes_after_cse", "nodes_after_fusion", "fused_ops", "cse_ms",
                     "fusion_ms", "kernels"},
                    size, names);
    *values = kept.data();
  });
}

int MXRunPass(SymbolHandle handle, const char* name, SymbolHandle* out) {
  return guarded([&] {
    const std::string wanted = name;
    auto graph = pass::copy_graph(c_api::symbol(handle).outputs());
    if (wanted == "EliminateCommonExpr") {
      pass::eliminate_common_expr(&graph);
    } else {
      check(wanted == "PointwiseFusion", "there is no pass named " + wanted);
      graph = pass::fuse_pointwise(graph);
    }
    *out = c_api::hand_out_symbol(Symbol(std::move(graph)));
  });
}
