#pragma once

#include <any>
#include <memory>
#include <string>
#include <vector>

#include "graph/op.h"

namespace mxnet {

struct Node;
using NodePtr = std::shared_ptr<Node>;

/// One output of a node.
struct NodeEntry {
  NodePtr node;
  int index = 0;
};

/// An operator with its attributes and inputs; without an operator, a variable.
struct Node {
  const Op* op = nullptr;
  std::string name;
  AttrDict dict;
  std::vector<NodeEntry> inputs;
  /// What recording remembers of a node.
  std::any info;

  bool is_variable() const { return op == nullptr; }
  int num_outputs() const { return is_variable() ? 1 : op->num_outputs(op->parse(dict)); }
};

/// All nodes `outputs` depend on, every node after its inputs: depth first, in
/// the order of the inputs.
std::vector<Node*> post_order(const std::vector<NodeEntry>& outputs);

/// A graph whose nodes and entries are numbered. An entry is one output of one
/// node; arrays over entries hold shapes, types and memory.
class IndexedGraph {
 public:
  struct IndexedNode {
    const Node* source = nullptr;
    Param param;              // of an operator: its attributes, parsed
    std::vector<int> inputs;  // entries
    int first_entry = 0;
    int num_outputs = 0;
  };

  explicit IndexedGraph(const std::vector<NodeEntry>& outputs);

  const std::vector<IndexedNode>& nodes() const { return m_nodes; }
  /// Entries of the variables, in order of first use.
  const std::vector<int>& variables() const { return m_variables; }
  const std::vector<int>& outputs() const { return m_outputs; }
  int num_entries() const { return m_num_entries; }

 private:
  std::vector<NodePtr> m_roots;  // keeps the sources alive
  std::vector<IndexedNode> m_nodes;
  std::vector<int> m_variables;
  std::vector<int> m_outputs;
  int m_num_entries = 0;
};

/// Fills in what is missing of `shapes` and `types` (one per entry), forwards
/// and backwards until nothing more follows. Throws Error naming the node on a
/// contradiction; what cannot be told stays unknown.
void infer_shapes(const IndexedGraph& graph, std::vector<Shape>* shapes);
void infer_types(const IndexedGraph& graph, std::vector<DType>* types);

}  // namespace mxnet
