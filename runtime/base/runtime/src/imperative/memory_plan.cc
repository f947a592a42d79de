#include "imperative/memory_plan.h"

#include <algorithm>

namespace mxnet {
namespace {

class Planner {
 public:
  Planner(const IndexedGraph& graph, const std::vector<Shape>& shapes)
      : m_graph(graph), m_shapes(shapes), m_readers(graph.num_entries(), 0) {
    m_plan.block_of_entry.assign(graph.num_entries(), k_undecided);
    for (const auto& node : graph.nodes()) {
      for (const int entry : node.inputs) {
        ++m_readers[entry];
      }
    }
    for (const int entry : graph.variables()) {
      m_plan.block_of_entry[entry] = MemoryPlan::k_external;
    }
    for (const int entry : graph.outputs()) {
      m_plan.block_of_entry[entry] = MemoryPlan::k_external;
    }
  }

  MemoryPlan plan() {
    for (const auto& node : m_graph.nodes()) {
      if (!node.source->is_variable()) {
        place(node);
      }
    }
    return std::move(m_plan);
  }

 private:
  static constexpr int k_undecided = -2;

  void place(const IndexedGraph::IndexedNode& node) {
    for (int i = 0; i < node.num_outputs; ++i) {
      int& block = m_plan.block_of_entry[node.first_entry + i];
      if (block == k_undecided) {
        const int taken = i == 0 ? take_over(node) : k_undecided;
        block = taken != k_undecided ? taken : allocate(bytes_of(node.first_entry + i));
        m_block_readers[block] += m_readers[node.first_entry + i];
      }
    }
    for (const int entry : node.inputs) {
      release(m_plan.block_of_entry[entry], 1);
    }
    for (int i = 0; i < node.num_outputs; ++i) {
      release(m_plan.block_of_entry[node.first_entry + i], 0);
    }
  }

  /// The block of an input that output 0 may share: any for operators that only
  /// rename elements, else one that nobody reads afterwards.
  int take_over(const IndexedGraph::IndexedNode& node) const {
    const auto& op = *node.source->op;
    if (op.is_identity()) {
      const int block = m_plan.block_of_entry[node.inputs[0]];
      return block >= 0 ? block : k_undecided;
    }
    const auto* inplace = op.find<FInplaceOption>("FInplaceOption");
    if (inplace == nullptr) {
      return k_undecided;
    }
    for (const int input : (*inplace)(node.param)) {
      const int entry = node.inputs[input];
      const int block = m_plan.block_of_entry[entry];
      if (block >= 0 && m_block_readers[block] == 1 &&
          m_shapes[entry].size() == m_shapes[node.first_entry].size()) {
        return block;
      }
    }
    return k_undecided;
  }

  int allocate(int64_t bytes) {
    int best = k_undecided;
    for (const int block : m_free) {
      if (m_plan.block_bytes[block] >= bytes &&
          (best == k_undecided || m_plan.block_bytes[block] < m_plan.block_bytes[best])) {
        best = block;
      }
    }
    if (best == k_undecided) {
      m_plan.block_bytes.push_back(bytes);
      m_block_readers.push_back(0);
      return static_cast<int>(m_plan.block_bytes.size()) - 1;
    }
    m_free.erase(std::find(m_free.begin(), m_free.end(), best));
    return best;
  }

  void release(int block, int readers) {
    if (block < 0) {
      return;
    }
    m_block_readers[block] -= readers;
    if (m_block_readers[block] == 0) {
      m_free.push_back(block);
    }
  }

  int64_t bytes_of(int entry) const { return m_shapes[entry].size() * k_element_bytes; }

  const IndexedGraph& m_graph;
  const std::vector<Shape>& m_shapes;
  std::vector<int> m_readers;        // of each entry
  std::vector<int> m_block_readers;  // still to come
  std::vector<int> m_free;
  MemoryPlan m_plan;
};

}  // namespace

MemoryPlan plan_memory(const IndexedGraph& graph, const std::vector<Shape>& shapes) {
  return Planner(graph, shapes).plan();
}

}  // namespace mxnet
