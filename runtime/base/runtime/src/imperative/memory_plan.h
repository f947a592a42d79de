#pragma once

#include <vector>

#include "graph/graph.h"

namespace mxnet {

/// Where the entries of a graph live while it runs.
struct MemoryPlan {
  static constexpr int k_external = -1;

  /// The block of each entry; k_external for variables and graph outputs, whose
  /// memory the caller brings.
  std::vector<int> block_of_entry;
  /// Bytes of each block.
  std::vector<int64_t> block_bytes;
};

/// Gives every inner entry a block. Blocks are used again once nobody reads
/// them any more; operators that allow it write over their inputs.
MemoryPlan plan_memory(const IndexedGraph& graph, const std::vector<Shape>& shapes);

}  // namespace mxnet
