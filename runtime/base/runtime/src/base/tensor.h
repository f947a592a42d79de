#pragma once

#include <cstdint>

#include "base/shape.h"

namespace mxnet {

/// Element types, with the numbers the C API uses. All of them take four bytes.
enum class DType : int { unknown = -1, float32 = 0, int32 = 4 };
inline constexpr int64_t k_element_bytes = 4;

/// A dense row-major block an operator reads or writes; it does not own it.
/// Equal non-zero versions promise equal contents, 0 promises nothing.
struct Tensor {
  void* data = nullptr;
  Shape shape;
  DType dtype = DType::unknown;
  uint64_t version = 0;

  float* floats() const { return static_cast<float*>(data); }
  int32_t* ints() const { return static_cast<int32_t*>(data); }
  uint32_t* words() const { return static_cast<uint32_t*>(data); }
  int64_t size() const { return shape.size(); }
};

}  // namespace mxnet
