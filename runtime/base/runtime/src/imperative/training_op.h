#pragma once

#include <memory>
#include <vector>

#include "graph/symbol.h"
#include "ndarray/ndarray.h"

namespace mxnet {

/// A symbol that is run and recorded as one operator: forward keeps what backward needs, in
/// memory that is planned for both together. One graph holds the operators of both; those of
/// forward come first.
class TrainingOp {
 public:
  explicit TrainingOp(const Symbol& symbol) : m_symbol(symbol) {}

  /// Whether a run on these arguments must be recorded.
  static bool wanted(const std::vector<NDArray*>& inputs);
  /// Runs on arguments in the order of Symbol::list_arguments, and records.
  std::vector<NDArray> forward(const std::vector<NDArray*>& inputs);

 private:
  class FullGraph;

  Symbol m_symbol;
  std::shared_ptr<FullGraph> m_graph;  // for the arguments that were marked last time
};

}  // namespace mxnet
