#pragma once

#include <algorithm>

#include "rtc/kernel_params.h"

namespace mxnet::rtc {

/// A slice of an input of known shape, as a list of its elements.
class SliceReader {
 public:
  SliceReader(const Slice& slice, const Shape& input)
      : m_input(input), m_begin(Shape::of_rank(input.ndim(), 0)), m_dims(input) {
    for (std::size_t i = 0; i < slice.begin.size(); ++i) {
      const int axis = static_cast<int>(i);
      m_begin[axis] = place(slice.begin[i], input[axis]);
      m_dims[axis] = place(slice.end[i], input[axis]) - m_begin[axis];
    }
    int whole = input.ndim();  // axes from here on are read in one piece
    while (whole > 0 && m_dims[whole - 1] == input[whole - 1]) {
      --whole;
    }
    m_split = std::max(whole - 1, 0);
    m_run = m_dims.size(m_split, m_dims.ndim());
  }

  /// Copies elements [begin, end) of the slice.
  void read(const uint32_t* input, std::size_t begin, std::size_t end, uint32_t* target) const {
    while (begin < end) {
      const int64_t row = static_cast<int64_t>(begin) / m_run;
      const int64_t at = static_cast<int64_t>(begin) % m_run;
      const auto count = std::min<std::size_t>(end - begin, m_run - at);
      std::memcpy(target, input + start_of(row) + at, count * k_element_bytes);
      target += count;
      begin += count;
    }
  }

 private:
  static int64_t place(int64_t place, int64_t size) {
    return std::clamp<int64_t>(place < 0 ? place + size : place, 0, size);
  }

  /// Where a run begins in the input.
  int64_t start_of(int64_t row) const {
    const int ndim = m_dims.ndim();
    if (ndim == 0) {
      return 0;
    }
    int64_t offset = m_begin[m_split] * m_input.size(m_split + 1, ndim);
    for (int i = m_split - 1; i >= 0; --i) {
      offset += (m_begin[i] + row % m_dims[i]) * m_input.size(i + 1, ndim);
      row /= m_dims[i];
    }
    return offset;
  }

  Shape m_input;
  Shape m_begin;
  Shape m_dims;
  int m_split = 0;
  int64_t m_run = 1;
};

/// The slices of a kernel's inputs for the parameters of one run.
inline std::vector<SliceReader> slice_readers(const Program& program, const ParamLayout& layout,
                                              const std::byte* params) {
  std::vector<SliceReader> readers;
  for (const Slice& slice : program.slices) {
    const int ndim = program.input_ndim[slice.input];
    readers.emplace_back(slice, read_shape(params, layout.input_shapes[slice.input], ndim));
  }
  return readers;
}

}  // namespace mxnet::rtc
