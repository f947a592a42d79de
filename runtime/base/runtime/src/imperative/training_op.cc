#include "imperative/training_op.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "graph/gradient.h"
#include "imperative/autograd.h"
#include "imperative/cached_op.h"
#include "operator/param.h"
#include "pass/optimize.h"

namespace mxnet {
namespace {

/// Where an argument of backward comes from, and its number there.
struct Source {
  enum class Side { argument, forward, head } side;
  std::size_t number;
};

/// Arguments by number whose gradient is wanted.
std::vector<std::size_t> recorded_arguments(const std::vector<NDArray*>& inputs) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]->autograd_entry().node != nullptr) {
      numbers.push_back(i);
    }
  }
  return numbers;
}

/// The gradient of a symbol cut off from it: backward reads variables in place of entries of
/// forward's operators, and forward gives these entries after the symbol's outputs.
class Split {
 public:
  Split(const Symbol& symbol, const std::vector<std::size_t>& arguments)
      : m_forward(symbol.outputs()) {
    std::vector<NodeEntry> variables;
    for (const auto& node : shared_post_order(symbol.outputs())) {
      m_forward_nodes.insert(node.get());
      if (node->is_variable()) {
        m_sources[node.get()] = {Source::Side::argument, variables.size()};
        variables.push_back({node, 0});
      }
    }
    std::vector<NodeEntry> xs;
    for (const std::size_t argument : arguments) {
      xs.push_back(variables[argument]);
    }
    std::vector<NodeEntry> heads;
    for (std::size_t i = 0; i < symbol.outputs().size(); ++i) {
      heads.push_back(make_variable("head_grad", {Source::Side::head, i}));
    }
    m_backward = gradient(symbol.outputs(), xs, heads);
    cut();
  }

  Symbol forward() const { return Symbol(m_forward); }
  Symbol backward() const { return Symbol(m_backward); }
  /// Of arguments of backward.
  std::vector<Source> sources(const std::vector<const Node*>& arguments) const {
    std::vector<Source> sources;
    for (const Node* argument : arguments) {
      sources.push_back(m_sources.at(argument));
    }
    return sources;
  }

 private:
  NodeEntry make_variable(const std::string& name, Source source) {
    const NodeEntry entry =
        Symbol::variable(name + std::to_string(source.number)).outputs().front();
    m_sources[entry.node.get()] = source;
    return entry;
  }

  void cut() {
    for (Node* node : post_order(m_backward)) {
      if (!m_forward_nodes.contains(node)) {
        std::for_each(node->inputs.begin(), node->inputs.end(), [&](auto& e) { replace(&e); });
      }
    }
    std::for_each(m_backward.begin(), m_backward.end(), [&](auto& e) { replace(&e); });
  }

  void replace(NodeEntry* entry) {
    if (entry->node->is_variable() || !m_forward_nodes.contains(entry->node.get())) {
      return;
    }
    const auto same = [&](const NodeEntry& other) {
      return other.node == entry->node && other.index == entry->index;
    };
    const auto found = std::find_if(m_forward.begin(), m_forward.end(), same);
    const auto number = static_cast<std::size_t>(found - m_forward.begin());
    if (found == m_forward.end()) {
      m_forward.push_back(*entry);
    }
    auto& variable = m_variables[number];
    if (variable.node == nullptr) {
      variable = make_variable("forward", {Source::Side::forward, number});
    }
    *entry = variable;
  }

  std::vector<NodeEntry> m_forward;
  std::vector<NodeEntry> m_backward;
  std::unordered_set<const Node*> m_forward_nodes;
  std::unordered_map<const Node*, Source> m_sources;         // of variables
  std::unordered_map<std::size_t, NodeEntry> m_variables;  // for entries of m_forward
};

std::vector<NDArray*> pointers(std::vector<NDArray>& arrays) {
  std::vector<NDArray*> out;
  for (auto& array : arrays) {
    out.push_back(&array);
  }
  return out;
}

}  // namespace

struct TrainingOp::Graphs {
  Graphs(const Split& split, std::vector<std::size_t> arguments_,
         const std::map<std::string, std::string>& flags)
      : arguments(std::move(arguments_)),
        forward(split.forward(), flags),
        backward(split.backward(), flags, pass::ArgumentOrder::free),
        sources(split.sources(backward.arguments())) {}

  /// The gradients of `arguments`, from what one run read and gave.
  std::vector<NDArray> run_backward(std::vector<NDArray>& inputs, std::vector<NDArray>& given,
                                    const std::vector<NDArray*>& heads) {
    std::vector<NDArray*> read;
    for (const Source& source : sources) {
      read.push_back(source.side == Source::Side::argument  ? &inputs[source.number]
                     : source.side == Source::Side::forward ? &given[source.number]
                                                            : heads[source.number]);
    }
    return backward.forward(read);
  }

  std::vector<std::size_t> arguments;  // whose gradients backward gives
  CachedOp forward;
  CachedOp backward;
  std::vector<Source> sources;
};

bool TrainingOp::wanted(const std::vector<NDArray*>& inputs) {
  return autograd::is_recording() && autograd::any_recorded(inputs);
}

std::vector<NDArray> TrainingOp::forward(const std::vector<NDArray*>& inputs) {
  auto arguments = recorded_arguments(inputs);
  check(arguments.back() < m_symbol.list_arguments().size(), "CachedOp is given too many arguments");
  if (m_graphs == nullptr || m_graphs->arguments != arguments) {
    // Merged first: the gradient of a smaller graph is smaller, and reads less of it.
    const Symbol merged(pass::without_common_expr(m_symbol.outputs()));
    m_graphs = std::make_shared<Graphs>(Split(merged, arguments), arguments, m_flags);
  }
  std::vector<NDArray> read;
  for (const NDArray* input : inputs) {
    read.push_back(input->detach());
  }
  auto given = m_graphs->forward.forward(pointers(read));
  std::vector<NDArray> outputs(given.begin(), given.begin() + m_symbol.outputs().size());

  // FGradient gives one entry per input: those of recorded arguments in turn, no others.
  const FGradient differentiate = [graphs = m_graphs, read, given](const NodePtr& node,
                                                                   const auto& heads) {
    const auto& wanted = graphs->arguments;
    const auto back = make_node(*node, "_backward_CachedOp", heads,
                                {{"num_inputs", std::to_string(heads.size())},
                                 {"num_outputs", std::to_string(wanted.size())}});
    back->info = autograd::RunNode([graphs, read, given](const std::vector<NDArray*>& grads) mutable {
      return graphs->run_backward(read, given, grads);
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
