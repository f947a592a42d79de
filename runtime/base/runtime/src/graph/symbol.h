#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace mxnet {

/// An expression over variables: a list of node outputs.
class Symbol {
 public:
  static Symbol variable(const std::string& name);
  /// An operator applied to symbols of one output each. Inputs that are not
  /// given become variables `<name>_<input name>`.
  static Symbol create(const Op& op, const std::string& name, const AttrDict& dict,
                       const std::vector<Symbol>& inputs);
  static Symbol group(const std::vector<Symbol>& symbols);
  static Symbol from_json(const std::string& json);

  const std::vector<NodeEntry>& outputs() const { return m_outputs; }
  Symbol output(int index) const;
  std::vector<std::string> list_arguments() const;
  std::vector<std::string> list_outputs() const;
  std::string to_json() const;

  struct Inferred {
    std::vector<Shape> arguments;
    std::vector<Shape> outputs;
    bool complete = false;
  };
  /// Shapes of all arguments (in the order of list_arguments) and outputs that
  /// follow from those given by name.
  Inferred infer_shape(const std::map<std::string, Shape>& given) const;

  explicit Symbol(std::vector<NodeEntry> outputs) : m_outputs(std::move(outputs)) {}

 private:
  std::vector<NodeEntry> m_outputs;
};

}  // namespace mxnet
