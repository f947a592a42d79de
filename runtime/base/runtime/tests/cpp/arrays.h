#pragma once

#include <vector>

#include "imperative/imperative.h"

namespace mxnet {

inline NDArray array_of(const Shape& shape, const std::vector<float>& values) {
  NDArray array(shape, DType::float32);
  array.copy_from(values.data(), static_cast<int64_t>(values.size()));
  return array;
}

inline std::vector<float> values_of(const NDArray& array) {
  std::vector<float> values(array.shape().size());
  array.copy_to(values.data(), array.shape().size());
  return values;
}

/// Runs an operator on arrays and gives its outputs.
inline std::vector<NDArray> run_op(const std::string& name, std::vector<NDArray> inputs,
                                   const AttrDict& dict = {}) {
  std::vector<NDArray*> pointers;
  for (auto& input : inputs) {
    pointers.push_back(&input);
  }
  std::vector<NDArray> outputs;
  imperative::invoke(Op::get(name), dict, pointers, &outputs);
  return outputs;
}

}  // namespace mxnet
