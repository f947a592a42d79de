#pragma once

#include <any>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "base/tensor.h"

namespace mxnet {

/// The attributes of an operator as the frontend writes them.
using AttrDict = std::map<std::string, std::string>;
/// The same, parsed by the operator into a type of its own.
using Param = std::any;

/// What a running operator may use besides its inputs and outputs.
struct OpContext {
  void* temp_space = nullptr;
  bool is_train = false;
};

// The attributes operators register. Inference returns whether all is known.
using FInferShape = std::function<bool(const Param&, std::vector<Shape>*, std::vector<Shape>*)>;
using FInferType = std::function<bool(const Param&, std::vector<DType>*, std::vector<DType>*)>;
using FCompute = std::function<void(const Param&, const OpContext&, const std::vector<Tensor>&,
                                    const std::vector<Tensor>&)>;
/// Bytes of scratch memory wanted for these inputs.
using FTempSpace = std::function<int64_t(const Param&, const std::vector<Tensor>&)>;
/// Input numbers whose memory output 0 may take over.
using FInplaceOption = std::function<std::vector<int>(const Param&)>;
/// Inputs that are written to.
using FMutateInputs = std::function<std::vector<int>(const Param&)>;
/// What an operator may ask of the runtime besides memory for its outputs. How much
/// kTempSpace it wants, FTempSpace says.
enum class ResourceRequest { kTempSpace, kRandom, kParallelRandom };
using FResourceRequest = std::function<std::vector<ResourceRequest>(const Param&)>;
enum class DeviceType { cpu = 1 };
/// The same for operators whose wishes depend on the device; asked instead of
/// FResourceRequest where both are there.
using FResourceRequestEx = std::function<std::vector<ResourceRequest>(const Param&, DeviceType)>;
/// Whether equal inputs and attributes give equal outputs, whatever was requested.
using THasDeterministicOutput = bool;
/// Makes attributes that hold state, which is kept from run to run.
using FCreateOpState = std::function<Param(const AttrDict&)>;

class Op {
 public:
  /// Looks an operator up by name; throws Error when there is none.
  static const Op& get(const std::string& name);
  static std::vector<std::string> list_names();
  /// Adds an operator; called while the library loads.
  static Op& add(const std::string& name);
  /// An operator that is added elsewhere, maybe later while the library loads: for
  /// attributes that are registered apart from it.
  static Op& extend(const std::string& name);

  const std::string& name() const { return m_name; }
  Param parse(const AttrDict& dict) const { return m_parse ? m_parse(dict) : Param(); }
  int num_inputs(const AttrDict& dict) const {
    return m_count_inputs ? m_count_inputs(dict) : static_cast<int>(m_input_names.size());
  }
  int num_outputs(const Param& param) const {
    return m_count_outputs ? m_count_outputs(param) : 1;
  }
  /// The outputs callers see: the first ones. Further ones are for the gradient only.
  int num_visible_outputs(const Param& param) const {
    return m_num_visible_outputs > 0 ? m_num_visible_outputs : num_outputs(param);
  }
  /// Names of the inputs, by which missing ones become variables.
  const std::vector<std::string>& input_names() const { return m_input_names; }
  /// Whether output 0 holds the same elements in the same order as input 0.
  bool is_identity() const { return m_is_identity; }

  Op& inputs(std::vector<std::string> names);
  /// Where the number of inputs depends on the attributes.
  Op& count_inputs(std::function<int(const AttrDict&)> count);
  Op& count_outputs(std::function<int(const Param&)> count);
  Op& visible_outputs(int count);
  Op& identity();
  Op& parser(std::function<Param(const AttrDict&)> parse);
  /// Asks for scratch memory of the bytes that `bytes` tells for given inputs.
  Op& temp_space(FTempSpace bytes);
  template <typename T>
  Op& set(const std::string& attr, T value);

  /// The attribute this operator registered under that name, or nullptr.
  template <typename T>
  const T* find(const std::string& attr) const;

 private:
  template <typename T>
  using Column = std::vector<std::optional<T>>;
  struct Registry;
  static Registry& registry();

  std::string m_name;
  std::size_t m_index = 0;
  bool m_is_added = false;
  bool m_is_identity = false;
  int m_num_visible_outputs = 0;  // 0: all
  std::vector<std::string> m_input_names;
  std::function<int(const AttrDict&)> m_count_inputs;
  std::function<Param(const AttrDict&)> m_parse;
  std::function<int(const Param&)> m_count_outputs;
};

struct Op::Registry {
  std::mutex mutex;
  std::map<std::string, Op> ops;
  std::unordered_map<std::string, std::any> columns;
};

template <typename T>
Op& Op::set(const std::string& attr, T value) {
  auto& all = registry();
  const std::lock_guard lock(all.mutex);
  auto& column = all.columns[attr];
  if (!column.has_value()) {
    column = Column<T>();
  }
  auto& values = std::any_cast<Column<T>&>(column);
  if (values.size() <= m_index) {
    values.resize(m_index + 1);
  }
  values[m_index] = std::move(value);
  return *this;
}

inline Op& Op::temp_space(FTempSpace bytes) {
  set<FTempSpace>("FTempSpace", std::move(bytes));
  return set<FResourceRequest>("FResourceRequest", [](const Param&) {
    return std::vector<ResourceRequest>{ResourceRequest::kTempSpace};
  });
}

template <typename T>
const T* Op::find(const std::string& attr) const {
  auto& all = registry();
  const std::lock_guard lock(all.mutex);
  const auto column = all.columns.find(attr);
  if (column == all.columns.end()) {
    return nullptr;
  }
  const auto& values = std::any_cast<const Column<T>&>(column->second);
  return m_index < values.size() && values[m_index] ? &*values[m_index] : nullptr;
}

}  // namespace mxnet
