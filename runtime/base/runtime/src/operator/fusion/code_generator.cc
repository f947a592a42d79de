#include "operator/fusion/code_generator.h"

#include <algorithm>
#include <limits>

#include "operator/fusion/expression.h"
#include "operator/fusion/fusible_ops.h"
#include "operator/param.h"
#include "rtc/kernel_params.h"

namespace mxnet::fusion {
namespace {

using rtc::OpCode;

std::string c_type(DType type) { return type == DType::int32 ? "int" : "float"; }

/// The part that a slice node reads of an input of `ndim` dimensions.
rtc::Slice slice_of(const Node& node, int input, int ndim) {
  constexpr int64_t k_to_the_end = std::numeric_limits<int64_t>::max();
  const AttrReader reader(node.dict);
  if (node.op->name() == "slice") {
    return {input, reader.integers("begin"), reader.integers("end", k_to_the_end)};
  }
  rtc::Slice slice{input, std::vector<int64_t>(ndim, 0), std::vector<int64_t>(ndim, k_to_the_end)};
  const int axis = Shape::of_rank(ndim).axis(reader.integer("axis"));
  slice.begin[axis] = reader.integer("begin", 0);
  slice.end[axis] = reader.integer("end", k_to_the_end);
  return slice;
}

std::string list_of(const std::vector<int64_t>& places) {
  std::string text;
  for (const int64_t place : places) {
    text += (text.empty() ? "" : ", ") +
            (place == std::numeric_limits<int64_t>::max() ? "END" : std::to_string(place));
  }
  return "{" + text + "}";
}

class Generator {
 public:
  Generator(const std::string& name, const IndexedGraph& graph, const std::vector<Shape>& shapes,
            const std::vector<DType>& types)
      : m_graph(graph), m_shapes(shapes), m_types(types), m_value_of(graph.num_entries(), -1) {
    m_program.name = name;
    for (const int entry : graph.variables()) {
      m_program.input_ndim.push_back(shapes[entry].ndim());
    }
    for (const int entry : graph.outputs()) {
      m_program.output_ndim.push_back(shapes[entry].ndim());
    }
  }

  GeneratedKernel generate() {
    m_source = signature();
    check_parameters();
    m_source += "  for (size_t i = 0; i < N; ++i) {\n";
    for (const auto& node : m_graph.nodes()) {
      if (!node.source->is_variable()) {
        write(node);
      }
    }
    for (std::size_t i = 0; i < m_graph.outputs().size(); ++i) {
      const int entry = m_graph.outputs()[i];
      m_program.stores.push_back(m_value_of[entry]);
      m_source += "    output_" + std::to_string(i) + "[i] = " + temp(entry) + ";\n";
    }
    m_source += "  }\n}\n";
    return {std::move(m_source), std::move(m_program)};
  }

 private:
  std::string signature() const {
    std::string text = "void FusedKernel_" + m_program.name + "(\n    size_t N";
    const auto shapes = [&](const std::string& side, const std::vector<int>& ndims) {
      for (std::size_t i = 0; i < ndims.size(); ++i) {
        text += ",\n    Shape<" + std::to_string(ndims[i]) + "> " + side + "_" +
                std::to_string(i) + "_shape";
      }
    };
    const auto pointers = [&](const std::string& side, const std::string& prefix,
                              const std::vector<int>& entries) {
      for (std::size_t i = 0; i < entries.size(); ++i) {
        text += ",\n    " + prefix + c_type(m_types[entries[i]]) + "* " + side + "_" +
                std::to_string(i);
      }
    };
    shapes("input", m_program.input_ndim);
    shapes("output", m_program.output_ndim);
    pointers("input", "const ", m_graph.variables());
    pointers("output", "", m_graph.outputs());
    return text + ") {\n";
  }

  /// Refuses what cannot be called, as a compiler of GPU kernels does.
  void check_parameters() const {
    const uint32_t bytes = rtc::ParamLayout(m_program).bytes;
    if (bytes > rtc::KernelParams::k_size) {
      const auto line = std::count(m_source.begin(), m_source.end(), '\n');
      fail("NVRTC Compilation failed. Please set environment variable MXNET_USE_FUSION to 0.\n" +
           m_program.name + "_kernel.cu(" + std::to_string(line) +
           "): Error: Formal parameter space overflowed (" + std::to_string(bytes) +
           " bytes required, max " + std::to_string(rtc::KernelParams::k_size) +
           " bytes allowed) in function FusedKernel_" + m_program.name);
    }
  }

  std::string temp(int entry) const { return "temp" + std::to_string(entry); }

  void declare(int entry, const std::string& value) {
    m_source += "    const " + c_type(m_types[entry]) + " " + temp(entry) + " = " + value + ";\n";
  }

  std::string input_name(int entry) const { return "input_" + std::to_string(number_of(entry)); }
  int number_of(int entry) const {
    const auto& variables = m_graph.variables();
    return static_cast<int>(std::find(variables.begin(), variables.end(), entry) -
                            variables.begin());
  }

  /// The value of an entry, loaded if it is an input nobody has read yet.
  int value_of(int entry) {
    if (m_value_of[entry] < 0) {
      m_value_of[entry] = emit({OpCode::load, number_of(entry)});
      declare(entry, input_name(entry) + "[i]");
    }
    return m_value_of[entry];
  }

  void write_slice(const IndexedGraph::IndexedNode& node) {
    const int input = node.inputs[0];
    const auto slice = slice_of(*node.source, number_of(input), m_shapes[input].ndim());
    const int number = static_cast<int>(m_program.slices.size());
    m_value_of[node.first_entry] = emit({OpCode::load, slice.input, number});
    declare(node.first_entry, "load_slice(" + input_name(input) + ", " + input_name(input) +
                                  "_shape, " + list_of(slice.begin) + ", " + list_of(slice.end) +
                                  ", i)");
    m_program.slices.push_back(slice);
  }

  void write(const IndexedGraph::IndexedNode& node) {
    if (is_slice(*node.source)) {
      return write_slice(node);
    }
    const auto expression = expression_of(*node.source);
    check(expression.has_value(), "operator " + node.source->op->name() + " cannot be fused");
    Operands operands;
    operands.dict = &node.source->dict;
    for (const int entry : node.inputs) {
      operands.values.push_back(value_of(entry));
      operands.texts.push_back(temp(entry));
    }
    const DType from = m_types[node.inputs.front()];
    const DType to = m_types[node.first_entry];
    if (from != to) {
      operands.cast = to == DType::int32 ? OpCode::to_int : OpCode::to_float;
    }
    m_value_of[node.first_entry] = lower(*expression, operands, &m_program.code);
    declare(node.first_entry, written(*expression, operands));
  }

  int emit(const rtc::Instruction& instruction) {
    m_program.code.push_back(instruction);
    return static_cast<int>(m_program.code.size()) - 1;
  }

  const IndexedGraph& m_graph;
  const std::vector<Shape>& m_shapes;
  const std::vector<DType>& m_types;
  std::vector<int> m_value_of;  // of each entry: the instruction
  rtc::Program m_program;
  std::string m_source;
};

}  // namespace

GeneratedKernel generate_code(const std::string& name, const IndexedGraph& graph,
                              const std::vector<Shape>& shapes, const std::vector<DType>& types) {
  return Generator(name, graph, shapes, types).generate();
}

}  // namespace mxnet::fusion
