#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/symbol.h"
#include "imperative/memory_plan.h"
#include "imperative/training_op.h"
#include "ndarray/ndarray.h"
#include "pass/optimize.h"

namespace mxnet {

/// A symbol that is run again and again: arguments in, outputs out. Shapes and
/// memory are worked out again only when the arguments' shapes change.
class CachedOp {
 public:
  /// Flags: `static_alloc` keeps the inner memory from call to call; without it, graphs
  /// of up to `inline_limit` (2) operators are run as they are, others are fused.
  CachedOp(const Symbol& symbol, const std::map<std::string, std::string>& flags,
           pass::ArgumentOrder order = pass::ArgumentOrder::fixed);

  std::size_t num_inputs() const { return m_graph.variables().size(); }
  /// The symbol's variables, in the order in which forward takes their values: that of
  /// Symbol::list_arguments, if it is fixed.
  std::vector<const Node*> arguments() const;
  /// Runs the graph on its arguments. What goes wrong in an operator is thrown once
  /// somebody waits for an output.
  std::vector<NDArray> forward(const std::vector<NDArray*>& inputs);
  /// What became of the symbol's graph.
  const pass::GraphStats& stats() const { return m_stats; }

 private:
  void prepare(const std::vector<NDArray*>& inputs);
  void allocate_blocks();
  std::vector<Tensor> bind(const std::vector<NDArray*>& inputs,
                           const std::vector<NDArray>& outputs) const;
  void run_nodes(const std::vector<Tensor>& entries) const;
  void run(const std::vector<NDArray*>& inputs, std::vector<NDArray>* outputs) const;

  bool m_static_alloc;
  pass::GraphStats m_stats;
  IndexedGraph m_graph;
  TrainingOp m_training;

  std::vector<Shape> m_shapes;  // of each entry, for the arguments seen last
  std::vector<DType> m_types;
  MemoryPlan m_plan;
  std::vector<std::unique_ptr<Storage>> m_blocks;
};

}  // namespace mxnet
