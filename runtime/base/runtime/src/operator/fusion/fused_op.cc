// _FusedOp: a graph of element-wise operators that runs as one kernel.

#include <algorithm>
#include <cstdio>

#include "base/env.h"
#include "graph/symbol.h"
#include "operator/fusion/code_generator.h"
#include "operator/fusion/fusible_ops.h"
#include "operator/param.h"
#include "rtc/engine.h"
#include "rtc/kernel_params.h"

namespace mxnet::fusion {
namespace {

/// The graph, and the kernel that was made for the arrays seen last.
class FusedOp {
 public:
  FusedOp(const std::string& name, const Symbol& symbol)
      : m_name(name), m_graph(symbol.outputs()) {}

  int num_outputs() const { return static_cast<int>(m_graph.outputs().size()); }
  const IndexedGraph& graph() const { return m_graph; }

  bool infer_shape(std::vector<Shape>* in, std::vector<Shape>* out) const {
    std::vector<Shape> shapes(m_graph.num_entries());
    put(*in, m_graph.variables(), &shapes);
    put(*out, m_graph.outputs(), &shapes);
    infer_shapes(m_graph, &shapes);
    get(shapes, m_graph.variables(), in);
    get(shapes, m_graph.outputs(), out);
    return std::all_of(out->begin(), out->end(), [](const Shape& s) { return s.known(); });
  }

  bool infer_type(std::vector<DType>* in, std::vector<DType>* out) const {
    std::vector<DType> types(m_graph.num_entries(), DType::unknown);
    put(*in, m_graph.variables(), &types);
    put(*out, m_graph.outputs(), &types);
    infer_types(m_graph, &types);
    get(types, m_graph.variables(), in);
    get(types, m_graph.outputs(), out);
    return std::none_of(out->begin(), out->end(), [](DType t) { return t == DType::unknown; });
  }

  void run(const std::vector<Tensor>& in, const std::vector<Tensor>& out) {
    if (m_kernel == nullptr || !is_for(in, out)) {
      compile(in, out);
    }
    const auto n = static_cast<uint64_t>(out.front().size());
    rtc::KernelParams params;
    params.push(&n, sizeof(n), alignof(uint64_t));
    for (const auto* side : {&in, &out}) {
      for (const Tensor& tensor : *side) {
        rtc::push_shape(tensor.shape, &params);
      }
    }
    for (const auto* side : {&in, &out}) {
      for (const Tensor& tensor : *side) {
        params.push(&tensor.data, sizeof(tensor.data), alignof(void*));
      }
    }
    m_kernel->run(params.data, 0, n);
  }

 private:
  template <typename Value>
  static void put(const std::vector<Value>& values, const std::vector<int>& entries,
                  std::vector<Value>* all) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      (*all)[entries[i]] = values[i];
    }
  }
  template <typename Value>
  static void get(const std::vector<Value>& all, const std::vector<int>& entries,
                  std::vector<Value>* values) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      (*values)[i] = all[entries[i]];
    }
  }

  /// What a kernel depends on of the arrays it is run on.
  static int kind_of(const Tensor& tensor) {
    return tensor.shape.ndim() * 16 + static_cast<int>(tensor.dtype);
  }
  bool is_for(const std::vector<Tensor>& in, const std::vector<Tensor>& out) const {
    std::size_t at = 0;
    for (const auto* side : {&in, &out}) {
      for (const Tensor& tensor : *side) {
        if (kind_of(tensor) != m_kinds[at++]) {
          return false;
        }
      }
    }
    return true;
  }

  void compile(const std::vector<Tensor>& in, const std::vector<Tensor>& out) {
    std::vector<Shape> shapes(m_graph.num_entries());
    std::vector<DType> types(m_graph.num_entries(), DType::unknown);
    for (std::size_t i = 0; i < in.size(); ++i) {
      shapes[m_graph.variables()[i]] = in[i].shape;
      types[m_graph.variables()[i]] = in[i].dtype;
    }
    infer_shapes(m_graph, &shapes);
    infer_types(m_graph, &types);
    const auto generated = generate_code(m_name, m_graph, shapes, types);
    if (env_flag("MXNET_FUSION_VERBOSE", false)) {
      std::fprintf(stderr, "%s", generated.source.c_str());
    }
    m_kernel = &rtc::cached_kernel(generated.source, generated.program);
    m_kinds.clear();
    for (const auto* side : {&in, &out}) {
      for (const Tensor& tensor : *side) {
        m_kinds.push_back(kind_of(tensor));
      }
    }
  }

  std::string m_name;
  IndexedGraph m_graph;
  const rtc::Kernel* m_kernel = nullptr;
  std::vector<int> m_kinds;  // of inputs and outputs the kernel is for
};

FusedOp& fused(const Param& param) {
  return *std::any_cast<const std::shared_ptr<FusedOp>&>(param);
}

Param create_state(const AttrDict& dict) {
  const AttrReader reader(dict);
  return std::make_shared<FusedOp>(reader.text("name", ""),
                                   Symbol::from_json(reader.text("subgraph", "")));
}

/// Inputs that are read where output 0 is written, and nowhere else.
std::vector<int> reuse_whole_inputs(const Param& param) {
  const IndexedGraph& graph = fused(param).graph();
  std::vector<int> inputs;
  for (std::size_t i = 0; i < graph.variables().size(); ++i) {
    const bool sliced =
        std::any_of(graph.nodes().begin(), graph.nodes().end(), [&](const auto& node) {
          return is_slice(*node.source) && node.inputs[0] == graph.variables()[i];
        });
    if (!sliced) {
      inputs.push_back(static_cast<int>(i));
    }
  }
  return inputs;
}

[[maybe_unused]] const bool k_registered = [] {
  Op::add("_FusedOp")
      .count_inputs([](const AttrDict& dict) {
        return static_cast<int>(AttrReader(dict).integer("num_inputs"));
      })
      .count_outputs([](const Param& param) { return fused(param).num_outputs(); })
      .parser(create_state)
      .set<FCreateOpState>("FCreateOpState", create_state)
      .set<FInferShape>("FInferShape", [](const Param& param, auto* in, auto* out) {
        return fused(param).infer_shape(in, out);
      })
      .set<FInferType>("FInferType", [](const Param& param, auto* in, auto* out) {
        return fused(param).infer_type(in, out);
      })
      .set<FInplaceOption>("FInplaceOption", reuse_whole_inputs)
      .set<FCompute>("FCompute", [](const Param& param, const OpContext&, const auto& in,
                                    const auto& out) { fused(param).run(in, out); });
  return true;
}();

}  // namespace
}  // namespace mxnet::fusion
