#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/symbol.h"
#include "ndarray/ndarray.h"

namespace mxnet {

/// A symbol that is run and recorded as one operator. It becomes two graphs: forward also
/// gives what backward will read, and backward gives the gradients of the arguments that are
/// recorded. Common subexpressions are merged before, and operators are fused after the
/// gradient is taken: each graph is run as a CachedOp, so that no kernel has both in it.
class TrainingOp {
 public:
  /// The flags are those of the CachedOp it belongs to.
  TrainingOp(const Symbol& symbol, std::map<std::string, std::string> flags)
      : m_symbol(symbol), m_flags(std::move(flags)) {}

  /// Whether a run on these arguments must be recorded.
  static bool wanted(const std::vector<NDArray*>& inputs);
  /// Runs on arguments in the order of Symbol::list_arguments, and records.
  std::vector<NDArray> forward(const std::vector<NDArray*>& inputs);

 private:
  struct Graphs;

  Symbol m_symbol;
  std::map<std::string, std::string> m_flags;
  std::shared_ptr<Graphs> m_graphs;  // for the arguments that were recorded last time
};

}  // namespace mxnet
