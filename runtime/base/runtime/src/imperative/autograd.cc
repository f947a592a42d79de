#include "imperative/autograd.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "graph/gradient.h"
#include "imperative/imperative.h"

namespace mxnet::autograd {
namespace {

thread_local bool recording = false;
thread_local bool training = false;

/// Nothing is recorded for as long as it lives.
class Pause {
 public:
  Pause() : m_before(set_recording(false)) {}
  ~Pause() { set_recording(m_before); }
  Pause(const Pause&) = delete;
  Pause& operator=(const Pause&) = delete;

 private:
  bool m_before;
};

/// A variable that stands for an array.
NodeEntry variable_of(const NDArray& array, const std::string& name) {
  auto node = std::make_shared<Node>();
  node->name = name;
  node->info = Recorded{{array.detach()}, {}, GradReq::null, {}};
  return {node, 0};
}

NDArray run(const std::string& op, const std::vector<NDArray*>& inputs) {
  std::vector<NDArray> outputs;
  imperative::invoke(Op::get(op), {}, inputs, &outputs);
  return outputs.front();
}

std::vector<NodeEntry> entries_of(const std::vector<NDArray*>& heads) {
  std::vector<NodeEntry> entries;
  for (const NDArray* head : heads) {
    check(head->autograd_entry().node != nullptr,
          "the array was not recorded, or nothing it comes from is marked");
    entries.push_back(head->autograd_entry());
  }
  return entries;
}

/// The marked variables that `heads` depend on.
std::vector<NodeEntry> marked_variables(const std::vector<NodeEntry>& heads) {
  std::vector<NodeEntry> variables;
  for (const auto& node : shared_post_order(heads)) {
    const auto& recorded = std::any_cast<const Recorded&>(node->info);
    check(!recorded.outputs.empty(),
          "the graph was freed by an earlier backward; retain_graph keeps it");
    if (node->is_variable() && recorded.req != GradReq::null) {
      variables.push_back({node, 0});
    }
  }
  return variables;
}

/// Runs the expressions `wanted`, whose recorded nodes have their values already. Values are
/// dropped once nobody needs them.
class Evaluator {
 public:
  explicit Evaluator(const std::vector<NodeEntry>& wanted) : m_wanted(wanted) {
    for (const Node* node : post_order(wanted)) {
      if (recorded(node) == nullptr) {
        m_nodes.push_back(node);
        for (const auto& input : node->inputs) {
          ++m_readers[input.node.get()];
        }
      }
    }
    for (const auto& entry : wanted) {
      ++m_readers[entry.node.get()];
    }
  }

  /// Calls `take(number, value)` for every wanted entry once all are known.
  template <typename Take>
  void run(Take take) {
    for (const Node* node : m_nodes) {
      run_node(*node);
    }
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
      take(i, *value(m_wanted[i]));
    }
  }

 private:
  static Recorded* recorded(const Node* node) {
    return std::any_cast<Recorded>(&const_cast<Node*>(node)->info);
  }

  NDArray* value(const NodeEntry& entry) {
    auto* const known = recorded(entry.node.get());
    return &(known != nullptr ? known->outputs : m_values.at(entry.node.get()))[entry.index];
  }

  void run_node(const Node& node) {
    std::vector<NDArray*> inputs;
    for (const auto& input : node.inputs) {
      inputs.push_back(value(input));
    }
    auto& outputs = m_values[&node];
    if (const auto* special = std::any_cast<RunNode>(&node.info)) {
      outputs = (*special)(inputs);
    } else {
      imperative::invoke(*node.op, node.dict, inputs, &outputs);
    }
    for (const auto& input : node.inputs) {
      if (--m_readers[input.node.get()] == 0) {
        m_values.erase(input.node.get());
      }
    }
  }

  const std::vector<NodeEntry>& m_wanted;
  std::vector<const Node*> m_nodes;
  std::unordered_map<const Node*, int> m_readers;  // still to come
  std::unordered_map<const Node*, std::vector<NDArray>> m_values;
};

void free_graph(const std::vector<NodeEntry>& heads) {
  for (Node* node : post_order(heads)) {
    if (!node->is_variable()) {
      node->info = Recorded();
    }
  }
}

}  // namespace

bool is_recording() { return recording; }
bool set_recording(bool on) { return std::exchange(recording, on); }
bool is_training() { return training; }
bool set_training(bool on) { return std::exchange(training, on); }

void mark_variable(NDArray* array, GradReq req, const NDArray& grad) {
  check(grad.shape() == array->shape() && grad.dtype() == array->dtype(),
        "a gradient has the shape and type of its array");
  auto entry = variable_of(*array, "marked");
  auto& recorded = std::any_cast<Recorded&>(entry.node->info);
  recorded.req = req;
  recorded.grad = grad.detach();
  array->set_autograd_entry(std::move(entry));
}

NDArray gradient_of(const NDArray& array) {
  const Node* node = array.autograd_entry().node.get();
  return node != nullptr && node->is_variable() ? std::any_cast<const Recorded&>(node->info).grad
                                                : NDArray();
}

bool any_recorded(const std::vector<NDArray*>& arrays) {
  return std::any_of(arrays.begin(), arrays.end(), [](const NDArray* array) {
    return array->autograd_entry().node != nullptr;
  });
}

void record(const Op& op, const AttrDict& dict, const std::vector<NDArray*>& inputs,
            std::vector<NDArray>* outputs, std::any state) {
  if (!any_recorded(inputs)) {
    return;
  }
  auto node = std::make_shared<Node>();
  node->op = &op;
  node->name = op.name();
  node->dict = dict;
  for (const NDArray* input : inputs) {
    const NodeEntry& entry = input->autograd_entry();
    node->inputs.push_back(entry.node != nullptr ? entry : variable_of(*input, "constant"));
  }
  Recorded recorded{{}, std::move(state), GradReq::null, {}};
  for (std::size_t i = 0; i < outputs->size(); ++i) {
    recorded.outputs.push_back((*outputs)[i].detach());
    (*outputs)[i].set_autograd_entry({node, static_cast<int>(i)});
  }
  node->info = std::move(recorded);
}

void backward(const std::vector<NDArray*>& heads, const std::vector<NDArray>& head_grads,
              Graph graph) {
  const Pause pause;
  const auto ys = entries_of(heads);
  const auto xs = marked_variables(ys);
  std::vector<NodeEntry> flows;
  for (std::size_t i = 0; i < heads.size(); ++i) {
    flows.push_back(variable_of(
        head_grads[i].is_none() ? run("ones_like", {heads[i]}) : head_grads[i], "head"));
  }
  const auto gradients = gradient(ys, xs, flows);
  Evaluator(gradients).run([&](std::size_t i, NDArray& value) {
    auto& variable = std::any_cast<Recorded&>(xs[i].node->info);
    std::vector<NDArray> target = {variable.grad};
    if (variable.req == GradReq::add) {
      imperative::invoke(Op::get("elemwise_add"), {}, {&variable.grad, &value}, &target);
    } else {
      imperative::invoke(Op::get("_copy"), {}, {&value}, &target);
    }
  });
  if (graph == Graph::free) {
    free_graph(ys);
  }
}

}  // namespace mxnet::autograd
