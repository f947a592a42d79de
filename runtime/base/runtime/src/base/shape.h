#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>

#include "base/error.h"

namespace mxnet {

/// A shape of up to k_max_ndim dimensions. A rank or a dimension of -1 is not
/// known yet.
class Shape {
 public:
  static constexpr int k_max_ndim = 6;
  static constexpr int64_t k_unknown = -1;

  Shape() = default;
  Shape(std::initializer_list<int64_t> dims) : Shape(dims.begin(), dims.end()) {}
  template <typename Iterator>
  Shape(Iterator first, Iterator last) : m_ndim(static_cast<int>(last - first)) {
    check(m_ndim <= k_max_ndim, "shapes have at most 6 dimensions");
    std::copy(first, last, m_dims.begin());
  }
  static Shape of_rank(int ndim, int64_t value = k_unknown) {
    Shape shape;
    check(ndim >= 0 && ndim <= k_max_ndim, "shapes have at most 6 dimensions");
    shape.m_ndim = ndim;
    shape.m_dims.fill(value);
    return shape;
  }

  int ndim() const { return m_ndim; }
  bool rank_known() const { return m_ndim >= 0; }
  bool known() const {
    return rank_known() && std::none_of(begin(), end(), [](int64_t d) { return d < 0; });
  }
  int64_t& operator[](int i) { return m_dims[i]; }
  int64_t operator[](int i) const { return m_dims[i]; }
  const int64_t* begin() const { return m_dims.data(); }
  const int64_t* end() const { return m_dims.data() + std::max(m_ndim, 0); }

  /// The product of dimensions [first, last); the whole size by default.
  int64_t size() const { return size(0, m_ndim); }
  int64_t size(int first, int last) const {
    int64_t product = 1;
    for (int i = first; i < last; ++i) {
      product *= m_dims[i];
    }
    return product;
  }
  /// An axis counted from the front; negative ones count from the end.
  int axis(int64_t axis) const {
    const int64_t counted = axis < 0 ? axis + m_ndim : axis;
    check(counted >= 0 && counted < m_ndim, "axis is out of range");
    return static_cast<int>(counted);
  }

  bool operator==(const Shape& other) const {
    return m_ndim == other.m_ndim && std::equal(begin(), end(), other.begin());
  }
  std::string str() const;

 private:
  int m_ndim = -1;
  std::array<int64_t, k_max_ndim> m_dims{};
};

inline std::string Shape::str() const {
  if (!rank_known()) {
    return "(?)";
  }
  std::string text = "(";
  for (const int64_t dim : *this) {
    text += (text.size() > 1 ? "," : "") + std::to_string(dim);
  }
  return text + ")";
}

}  // namespace mxnet
