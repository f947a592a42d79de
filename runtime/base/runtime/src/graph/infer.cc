#include <algorithm>

#include "graph/graph.h"

namespace mxnet {
namespace {

bool is_known(const Shape& shape) { return shape.known(); }
bool is_known(DType type) { return type != DType::unknown; }

template <typename Value>
std::string describe(const std::vector<Value>& values) {
  std::string text;
  for (const auto& value : values) {
    if constexpr (std::is_same_v<Value, Shape>) {
      text += " " + value.str();
    } else {
      text += " " + std::to_string(static_cast<int>(value));
    }
  }
  return text;
}

/// Runs one node's inference on its part of `values`.
template <typename Infer, typename Value>
void infer_node(const IndexedGraph::IndexedNode& node, const std::string& attr,
                std::vector<Value>* values) {
  const auto& op = *node.source->op;
  const auto* infer = op.find<Infer>(attr);
  check(infer != nullptr, "operator " + op.name() + " has no " + attr);

  std::vector<Value> in;
  std::vector<Value> out;
  in.reserve(node.inputs.size());
  for (const int entry : node.inputs) {
    in.push_back((*values)[entry]);
  }
  for (int i = 0; i < node.num_outputs; ++i) {
    out.push_back((*values)[node.first_entry + i]);
  }
  try {
    (*infer)(node.param, &in, &out);
  } catch (const Error& error) {
    fail("operator " + op.name() + " named " + node.source->name + ", inputs" + describe(in) +
         ": " + error.what());
  }
  for (std::size_t i = 0; i < in.size(); ++i) {
    (*values)[node.inputs[i]] = in[i];
  }
  for (int i = 0; i < node.num_outputs; ++i) {
    (*values)[node.first_entry + i] = out[i];
  }
}

/// Sweeps forwards and backwards in turn until neither tells anything new.
template <typename Infer, typename Value>
void infer_all(const IndexedGraph& graph, const std::string& attr, std::vector<Value>* values) {
  const auto count_unknown = [&] {
    return std::count_if(values->begin(), values->end(),
                         [](const Value& value) { return !is_known(value); });
  };
  const auto visit = [&](const IndexedGraph::IndexedNode& node) {
    if (!node.source->is_variable()) {
      infer_node<Infer>(node, attr, values);
    }
  };
  const auto& nodes = graph.nodes();
  auto unknown = count_unknown();
  bool forward = true;
  for (int idle = 0; unknown > 0 && idle < 2; forward = !forward) {
    if (forward) {
      std::for_each(nodes.begin(), nodes.end(), visit);
    } else {
      std::for_each(nodes.rbegin(), nodes.rend(), visit);
    }
    const auto left = count_unknown();
    idle = left == unknown ? idle + 1 : 0;
    unknown = left;
  }
}

}  // namespace

void infer_shapes(const IndexedGraph& graph, std::vector<Shape>* shapes) {
  infer_all<FInferShape>(graph, "FInferShape", shapes);
}

void infer_types(const IndexedGraph& graph, std::vector<DType>* types) {
  infer_all<FInferType>(graph, "FInferType", types);
}

}  // namespace mxnet
