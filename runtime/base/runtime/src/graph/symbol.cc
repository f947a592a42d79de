#include "graph/symbol.h"

#include <algorithm>

namespace mxnet {

Symbol Symbol::variable(const std::string& name) {
  auto node = std::make_shared<Node>();
  node->name = name;
  return Symbol({NodeEntry{node, 0}});
}

Symbol Symbol::create(const Op& op, const std::string& name, const AttrDict& dict,
                      const std::vector<Symbol>& inputs) {
  auto node = std::make_shared<Node>();
  node->op = &op;
  node->name = name;
  node->dict = dict;
  for (const auto& input : inputs) {
    check(input.outputs().size() == 1, "input of " + name + " must have one output");
    node->inputs.push_back(input.outputs().front());
  }
  const auto wanted = static_cast<std::size_t>(op.num_inputs(dict));
  check(node->inputs.size() <= wanted, "too many inputs of " + name);
  for (std::size_t i = node->inputs.size(); i < wanted && i < op.input_names().size(); ++i) {
    node->inputs.push_back(variable(name + "_" + op.input_names()[i]).outputs().front());
  }
  check(node->inputs.size() == wanted, "an input of " + name + " is missing");

  std::vector<NodeEntry> outputs;
  for (int i = 0; i < op.num_visible_outputs(op.parse(dict)); ++i) {
    outputs.push_back({node, i});
  }
  return Symbol(std::move(outputs));
}

Symbol Symbol::group(const std::vector<Symbol>& symbols) {
  std::vector<NodeEntry> outputs;
  for (const auto& symbol : symbols) {
    outputs.insert(outputs.end(), symbol.outputs().begin(), symbol.outputs().end());
  }
  return Symbol(std::move(outputs));
}

Symbol Symbol::output(int index) const {
  check(index >= 0 && index < static_cast<int>(m_outputs.size()), "symbol has no such output");
  return Symbol({m_outputs[index]});
}

std::vector<std::string> Symbol::list_arguments() const {
  std::vector<std::string> names;
  for (const Node* node : post_order(m_outputs)) {
    if (node->is_variable()) {
      names.push_back(node->name);
    }
  }
  return names;
}

std::vector<std::string> Symbol::list_outputs() const {
  std::vector<std::string> names;
  for (const auto& [node, index] : m_outputs) {
    const bool several = node->num_outputs() > 1;
    names.push_back(node->is_variable()
                        ? node->name
                        : node->name + "_output" + (several ? std::to_string(index) : ""));
  }
  return names;
}

Symbol::Inferred Symbol::infer_shape(const std::map<std::string, Shape>& given) const {
  const IndexedGraph graph(m_outputs);
  std::vector<Shape> shapes(graph.num_entries());
  for (const auto& node : graph.nodes()) {
    if (!node.source->is_variable()) {
      continue;
    }
    if (const auto found = given.find(node.source->name); found != given.end()) {
      shapes[node.first_entry] = found->second;
    }
  }
  infer_shapes(graph, &shapes);

  Inferred inferred;
  for (const int entry : graph.variables()) {
    inferred.arguments.push_back(shapes[entry]);
  }
  for (const int entry : graph.outputs()) {
    inferred.outputs.push_back(shapes[entry]);
  }
  inferred.complete =
      std::all_of(shapes.begin(), shapes.end(), [](const Shape& s) { return s.known(); });
  return inferred;
}

}  // namespace mxnet
