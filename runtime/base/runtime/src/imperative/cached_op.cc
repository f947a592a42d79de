#include "imperative/cached_op.h"

#include <algorithm>

#include "imperative/imperative.h"

namespace mxnet {

namespace {

bool is_true(const std::string& value) {
  return value == "True" || value == "true" || value == "1";
}

/// The flag's value, or that of a caller who does not set it.
std::string flag(const std::map<std::string, std::string>& flags, const std::string& name,
                 const std::string& otherwise) {
  const auto found = flags.find(name);
  return found == flags.end() ? otherwise : found->second;
}

/// Small graphs are not worth the memory of their own that running them fused takes.
pass::Fusion fusion_of(const Symbol& symbol, const std::map<std::string, std::string>& flags) {
  const int inline_limit = std::stoi(flag(flags, "inline_limit", "2"));
  const bool inlined = !is_true(flag(flags, "static_alloc", "False")) &&
                       pass::count_ops(symbol.outputs()) <= inline_limit;
  return inlined ? pass::Fusion::no : pass::Fusion::yes;
}

}  // namespace

CachedOp::CachedOp(const Symbol& symbol, const std::map<std::string, std::string>& flags,
                   pass::ArgumentOrder order)
    : m_static_alloc(is_true(flag(flags, "static_alloc", "False"))),
      m_graph(pass::optimize(symbol.outputs(), fusion_of(symbol, flags), order, &m_stats)),
      m_training(symbol, flags) {
  for (const auto& [name, value] : flags) {
    check(name == "static_alloc" || name == "inline_limit",
          "CachedOp does not know the flag " + name);
  }
  for (const auto& node : m_graph.nodes()) {
    const Op* op = node.source->op;
    check(op == nullptr || op->find<FMutateInputs>("FMutateInputs") == nullptr,
          "an operator that writes to its inputs cannot be part of a CachedOp");
  }
}

std::vector<const Node*> CachedOp::arguments() const {
  std::vector<const Node*> variables;
  for (const auto& node : m_graph.nodes()) {
    if (node.source->is_variable()) {
      variables.push_back(node.source);
    }
  }
  return variables;
}

void CachedOp::prepare(const std::vector<NDArray*>& inputs) {
  const auto& variables = m_graph.variables();
  check(inputs.size() == variables.size(),
        "CachedOp takes " + std::to_string(variables.size()) + " arguments, not " +
            std::to_string(inputs.size()));
  bool same_shapes = !m_shapes.empty();
  bool same_types = !m_types.empty();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    same_shapes = same_shapes && m_shapes[variables[i]] == inputs[i]->shape();
    same_types = same_types && m_types[variables[i]] == inputs[i]->dtype();
  }
  if (!same_types) {
    std::vector<DType> types(m_graph.num_entries(), DType::unknown);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      types[variables[i]] = inputs[i]->dtype();
    }
    infer_types(m_graph, &types);
    m_types = std::move(types);
  }
  if (!same_shapes) {
    std::vector<Shape> shapes(m_graph.num_entries());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      shapes[variables[i]] = inputs[i]->shape();
    }
    infer_shapes(m_graph, &shapes);
    m_plan = plan_memory(m_graph, shapes);
    m_shapes = std::move(shapes);
    allocate_blocks();
  }
}

void CachedOp::allocate_blocks() {
  m_blocks.resize(std::max(m_blocks.size(), m_plan.block_bytes.size()));
  for (std::size_t i = 0; i < m_plan.block_bytes.size(); ++i) {
    if (m_blocks[i] == nullptr || m_blocks[i]->bytes() < m_plan.block_bytes[i]) {
      m_blocks[i] = std::make_unique<Storage>(m_plan.block_bytes[i]);
    }
  }
}

std::vector<Tensor> CachedOp::bind(const std::vector<NDArray*>& inputs,
                                   const std::vector<NDArray>& outputs) const {
  std::vector<Tensor> entries(m_graph.num_entries());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const int block = m_plan.block_of_entry[i];
    void* data = block == MemoryPlan::k_external ? nullptr : m_blocks[block]->data();
    entries[i] = {data, m_shapes[i], m_types[i], 0};
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    entries[m_graph.outputs()[i]] = outputs[i].tensor();
    entries[m_graph.outputs()[i]].version = 0;
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    entries[m_graph.variables()[i]] = inputs[i]->tensor();
  }
  return entries;
}

void CachedOp::run_nodes(const std::vector<Tensor>& entries) const {
  std::vector<Tensor> in;
  std::vector<Tensor> out;
  for (const auto& node : m_graph.nodes()) {
    if (node.source->is_variable()) {
      continue;
    }
    in.clear();
    out.clear();
    for (const int entry : node.inputs) {
      in.push_back(entries[entry]);
    }
    for (int i = 0; i < node.num_outputs; ++i) {
      out.push_back(entries[node.first_entry + i]);
    }
    imperative::run(*node.source->op, node.param, in, out);
  }
}

void CachedOp::run(const std::vector<NDArray*>& inputs, std::vector<NDArray>* outputs) const {
  if (imperative::pass_on_error(inputs, outputs)) {
    return;
  }
  const auto entries = bind(inputs, *outputs);
  try {
    run_nodes(entries);
  } catch (const Error& error) {
    const auto text = std::make_shared<const std::string>(error.what());
    for (NDArray& output : *outputs) {
      output.set_error(text);
    }
    return;
  }
  for (std::size_t i = 0; i < outputs->size(); ++i) {
    NDArray& output = (*outputs)[i];
    output.touch();
    const Tensor& computed = entries[m_graph.outputs()[i]];
    if (computed.data != output.tensor().data) {  // an argument, or the same entry again
      output.copy_from(computed.data, computed.size());
    }
  }
}

std::vector<NDArray> CachedOp::forward(const std::vector<NDArray*>& inputs) {
  if (TrainingOp::wanted(inputs)) {
    return m_training.forward(inputs);
  }
  prepare(inputs);
  std::vector<NDArray> outputs;
  for (const int entry : m_graph.outputs()) {
    outputs.emplace_back(m_shapes[entry], m_types[entry]);
  }
  run(inputs, &outputs);
  if (!m_static_alloc) {
    m_blocks.clear();
    m_shapes.clear();
  }
  return outputs;
}

}  // namespace mxnet
