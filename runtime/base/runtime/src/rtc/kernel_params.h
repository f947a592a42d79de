#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/shape.h"
#include "rtc/program.h"

namespace mxnet::rtc {

/// What a kernel is called with, packed like the parameters of a GPU kernel: one block
/// of fixed size, every parameter at a multiple of its alignment.
struct alignas(64) KernelParams {
  static constexpr uint32_t k_size = 4096;

  std::byte data[k_size];
  uint32_t used = 0;

  /// Appends a parameter of `size` bytes. Throws Error rather than write past the end.
  void push(const void* parameter, uint32_t size, uint32_t align) {
    const uint32_t at = (used + align - 1) / align * align;
    check(at + size <= k_size, "a kernel's parameters take more than 4096 bytes");
    std::memcpy(data + at, parameter, size);
    used = at + size;
  }
};

/// Bytes of a shape parameter: its dimensions as int32, filled up to a multiple of 8,
/// and the number of elements as int64.
constexpr uint32_t shape_bytes(int ndim) { return (ndim + 1) / 2 * 8 + 8; }

inline void push_shape(const Shape& shape, KernelParams* params) {
  for (int i = 0; i < (shape.ndim() + 1) / 2 * 2; ++i) {
    const int32_t dim = i < shape.ndim() ? static_cast<int32_t>(shape[i]) : 0;
    check(i >= shape.ndim() || dim == shape[i], "a kernel's dimensions are below 2^31");
    params->push(&dim, sizeof(dim), alignof(int32_t));
  }
  const int64_t size = shape.size();
  params->push(&size, sizeof(size), alignof(int64_t));
}

/// Where the parameters of a kernel are: the number of elements, a shape for every
/// input and every output, a pointer for every input and every output.
struct ParamLayout {
  explicit ParamLayout(const Program& program) {
    const auto place = [&](const std::vector<int>& ndims, std::vector<uint32_t>* offsets) {
      for (const int ndim : ndims) {
        offsets->push_back(bytes);
        bytes += shape_bytes(ndim);
      }
    };
    place(program.input_ndim, &input_shapes);
    place(program.output_ndim, &output_shapes);
    inputs = bytes;
    outputs = inputs + static_cast<uint32_t>(sizeof(void*) * program.input_ndim.size());
    bytes = outputs + static_cast<uint32_t>(sizeof(void*) * program.output_ndim.size());
  }

  uint32_t bytes = sizeof(uint64_t);  // of all parameters
  std::vector<uint32_t> input_shapes;
  std::vector<uint32_t> output_shapes;
  uint32_t inputs = 0;  // where the first pointer is
  uint32_t outputs = 0;
};

/// The parameter at an offset of a packed block.
template <typename T>
T read_param(const std::byte* params, uint32_t offset) {
  T value;
  std::memcpy(&value, params + offset, sizeof(value));
  return value;
}

/// The shape of `ndim` dimensions at an offset of a packed block.
inline Shape read_shape(const std::byte* params, uint32_t offset, int ndim) {
  Shape shape = Shape::of_rank(ndim);
  for (int i = 0; i < ndim; ++i) {
    shape[i] = read_param<int32_t>(params, offset + i * sizeof(int32_t));
  }
  return shape;
}

}  // namespace mxnet::rtc
