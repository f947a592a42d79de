#include "imperative/training_op.h"

#include <algorithm>
#include <unordered_map>

#include "graph/gradient.h"
#include "imperative/autograd.h"
#include "imperative/imperative.h"
#include "imperative/memory_plan.h"
#include "operator/param.h"

namespace mxnet {
namespace {

std::vector<NodeEntry> variables_of(const Symbol& symbol) {
  std::vector<NodeEntry> variables;
  for (const auto& node : shared_post_order(symbol.outputs())) {
    if (node->is_variable()) {
      variables.push_back({node, 0});
    }
  }
  return variables;
}

/// Arguments by number whose gradient is wanted.
std::vector<int> recorded_arguments(const std::vector<NDArray*>& inputs) {
  std::vector<int> numbers;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]->autograd_entry().node != nullptr) {
      numbers.push_back(static_cast<int>(i));
    }
  }
  return numbers;
}

std::vector<NodeEntry> make_heads(const Symbol& symbol) {
  std::vector<NodeEntry> heads;
  for (std::size_t i = 0; i < symbol.outputs().size(); ++i) {
    heads.push_back(Symbol::variable("head_grad" + std::to_string(i)).outputs().front());
  }
  return heads;
}

}  // namespace

class TrainingOp::FullGraph {
 public:
  /// What one run of forward leaves for backward.
  struct Run {
    std::vector<NDArray> inputs;
    std::vector<NDArray> outputs;
    std::vector<std::unique_ptr<Storage>> blocks;
    std::vector<Tensor> entries;
  };

  FullGraph(const Symbol& symbol, std::vector<int> arguments)
      : m_arguments(std::move(arguments)),
        m_heads(make_heads(symbol)),
        m_num_outputs(symbol.outputs().size()),
        m_num_inputs(symbol.list_arguments().size()),
        m_num_forward_nodes(post_order(symbol.outputs()).size()),
        m_graph(with_gradients(symbol)) {
    std::unordered_map<const Node*, int> entry_of;
    for (const auto& node : m_graph.nodes()) {
      entry_of.emplace(node.source, node.first_entry);
    }
    for (const auto& head : m_heads) {
      const auto found = entry_of.find(head.node.get());
      m_head_entries.push_back(found != entry_of.end() ? found->second : k_unused);
    }
  }

  const std::vector<int>& arguments() const { return m_arguments; }

  std::shared_ptr<Run> forward(const std::vector<NDArray*>& inputs) {
    check(inputs.size() == m_num_inputs,
          "CachedOp takes " + std::to_string(m_num_inputs) + " arguments, not " +
              std::to_string(inputs.size()));
    infer(inputs);
    auto run = std::make_shared<Run>();
    for (const int64_t bytes : m_plan.block_bytes) {
      run->blocks.push_back(std::make_unique<Storage>(bytes));
    }
    for (std::size_t i = 0; i < m_shapes.size(); ++i) {
      const int block = m_plan.block_of_entry[i];
      void* data = block == MemoryPlan::k_external ? nullptr : run->blocks[block]->data();
      run->entries.push_back({data, m_shapes[i], m_types[i], 0});
    }
    for (std::size_t i = 0; i < m_num_outputs; ++i) {
      run->outputs.push_back(make_output(run->entries, i));
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      run->inputs.push_back(inputs[i]->detach());
      run->entries[m_graph.variables()[i]] = inputs[i]->tensor();
    }
    run_nodes(0, m_num_forward_nodes, run->entries);
    finish(run->entries, 0, &run->outputs);
    return run;
  }

  /// The gradients of the arguments, in their order.
  std::vector<NDArray> backward(Run& run, const std::vector<NDArray*>& head_grads) const {
    auto entries = run.entries;
    for (std::size_t i = 0; i < m_head_entries.size(); ++i) {
      if (m_head_entries[i] != k_unused) {
        entries[m_head_entries[i]] = head_grads[i]->tensor();
      }
    }
    std::vector<NDArray> gradients;
    for (std::size_t i = 0; i < m_arguments.size(); ++i) {
      gradients.push_back(make_output(entries, m_num_outputs + i));
    }
    run_nodes(m_num_forward_nodes, m_graph.nodes().size(), entries);
    finish(entries, m_num_outputs, &gradients);
    return gradients;
  }

 private:
  static constexpr int k_unused = -1;

  std::vector<NodeEntry> with_gradients(const Symbol& symbol) const {
    const auto variables = variables_of(symbol);
    std::vector<NodeEntry> xs;
    for (const int argument : m_arguments) {
      xs.push_back(variables[argument]);
    }
    auto outputs = symbol.outputs();
    const auto gradients = gradient(outputs, xs, m_heads);
    outputs.insert(outputs.end(), gradients.begin(), gradients.end());
    return outputs;
  }

  /// Shapes, types and memory for these arguments, unless they are those of last time.
  void infer(const std::vector<NDArray*>& inputs) {
    bool same = !m_shapes.empty();
    for (std::size_t i = 0; same && i < inputs.size(); ++i) {
      const int entry = m_graph.variables()[i];
      same = m_shapes[entry] == inputs[i]->shape() && m_types[entry] == inputs[i]->dtype();
    }
    if (same) {
      return;
    }
    std::vector<Shape> shapes(m_graph.num_entries());
    std::vector<DType> types(m_graph.num_entries(), DType::unknown);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      shapes[m_graph.variables()[i]] = inputs[i]->shape();
      types[m_graph.variables()[i]] = inputs[i]->dtype();
    }
    infer_shapes(m_graph, &shapes);
    infer_types(m_graph, &types);
    for (std::size_t i = 0; i < m_head_entries.size(); ++i) {  // now the outputs are known
      if (m_head_entries[i] != k_unused) {
        merge_shape(&shapes[m_head_entries[i]], shapes[m_graph.outputs()[i]]);
        types[m_head_entries[i]] = types[m_graph.outputs()[i]];
      }
    }
    infer_shapes(m_graph, &shapes);
    infer_types(m_graph, &types);
    check(std::all_of(shapes.begin(), shapes.end(), [](const Shape& s) { return s.known(); }),
          "the shapes of a recorded graph do not follow from its arguments");
    m_plan = plan_memory(m_graph, shapes);
    m_shapes = std::move(shapes);
    m_types = std::move(types);
  }

  /// Memory for an output of the graph, unless its entry is there already.
  NDArray make_output(std::vector<Tensor>& entries, std::size_t number) const {
    Tensor& entry = entries[m_graph.outputs()[number]];
    NDArray output(entry.shape, entry.dtype);
    if (entry.data == nullptr) {
      entry.data = output.tensor().data;
    }
    return output;
  }

  void run_nodes(std::size_t first, std::size_t last, const std::vector<Tensor>& entries) const {
    std::vector<Tensor> in;
    std::vector<Tensor> out;
    for (std::size_t i = first; i < last; ++i) {
      const auto& node = m_graph.nodes()[i];
      if (node.source->is_variable()) {
        continue;
      }
      in.clear();
      out.clear();
      for (const int entry : node.inputs) {
        in.push_back(entries[entry]);
      }
      for (int k = 0; k < node.num_outputs; ++k) {
        out.push_back(entries[node.first_entry + k]);
      }
      imperative::run(*node.source->op, node.param, in, out);
    }
  }

  /// Fills outputs whose entry lies elsewhere: an argument, or the same entry again.
  void finish(const std::vector<Tensor>& entries, std::size_t first,
              std::vector<NDArray>* outputs) const {
    for (std::size_t i = 0; i < outputs->size(); ++i) {
      NDArray& output = (*outputs)[i];
      const Tensor& computed = entries[m_graph.outputs()[first + i]];
      output.touch();
      if (computed.data != output.tensor().data) {
        output.copy_from(computed.data, computed.size());
      }
    }
  }

  std::vector<int> m_arguments;
  std::vector<NodeEntry> m_heads;
  std::size_t m_num_outputs;
  std::size_t m_num_inputs;
  std::size_t m_num_forward_nodes;
  IndexedGraph m_graph;
  std::vector<int> m_head_entries;

  std::vector<Shape> m_shapes;  // of each entry, for the arguments seen last
  std::vector<DType> m_types;
  MemoryPlan m_plan;
};

bool TrainingOp::wanted(const std::vector<NDArray*>& inputs) {
  return autograd::is_recording() && autograd::any_recorded(inputs);
}

std::vector<NDArray> TrainingOp::forward(const std::vector<NDArray*>& inputs) {
  auto arguments = recorded_arguments(inputs);
  if (m_graph == nullptr || m_graph->arguments() != arguments) {
    m_graph = std::make_shared<FullGraph>(m_symbol, std::move(arguments));
  }
  const auto run = m_graph->forward(inputs);
  auto outputs = run->outputs;
  // FGradient gives one entry per input: those of arguments in turn, none for the others.
  const FGradient differentiate = [graph = m_graph, run](const NodePtr& node, const auto& heads) {
    const auto& wanted = graph->arguments();
    const auto back = make_node(*node, "_backward_CachedOp", heads,
                                {{"num_inputs", std::to_string(heads.size())},
                                 {"num_outputs", std::to_string(wanted.size())}});
    back->info = autograd::RunNode([graph, run](const std::vector<NDArray*>& head_grads) {
      return graph->backward(*run, head_grads);
    });
    std::vector<NodeEntry> gradients(node->inputs.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      gradients[wanted[i]] = {back, static_cast<int>(i)};
    }
    return gradients;
  };
  autograd::record(Op::get("_CachedOp"),
                   {{"num_inputs", std::to_string(inputs.size())},
                    {"num_outputs", std::to_string(outputs.size())}},
                   inputs, &outputs, differentiate);
  return outputs;
}

namespace {

/// A recorded graph as an operator. Only autograd runs one, by what its node remembers.
Op& add_recorded_graph(const std::string& name) {
  return Op::add(name)
      .count_inputs([](const AttrDict& dict) {
        return static_cast<int>(AttrReader(dict).integer("num_inputs"));
      })
      .parser([](const AttrDict& dict) -> Param { return AttrReader(dict).integer("num_outputs"); })
      .count_outputs([](const Param& param) {
        return static_cast<int>(std::any_cast<int64_t>(param));
      });
}

[[maybe_unused]] const bool k_registered = [] {
  add_recorded_graph("_CachedOp").set<FGradient>(
      "FGradient", [](const NodePtr& node, const std::vector<NodeEntry>& heads) {
        const auto& recorded = std::any_cast<const autograd::Recorded&>(node->info);
        return std::any_cast<const FGradient&>(recorded.state)(node, heads);
      });
  add_recorded_graph("_backward_CachedOp");
  return true;
}();

}  // namespace
}  // namespace mxnet
