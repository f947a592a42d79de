#include "ndarray/ndarray.h"

#include <cstring>
#include <utility>

namespace mxnet {
namespace {

/// The error that was met last, until somebody sees it.
thread_local std::shared_ptr<const std::string> unseen_error;

}  // namespace

void NDArray::wait_to_read() const {
  if (const auto error = m_storage->error()) {
    unseen_error.reset();
    fail(*error);
  }
}

void NDArray::wait_all() {
  if (const auto error = std::exchange(unseen_error, nullptr)) {
    fail(*error);
  }
}

void NDArray::set_error(const std::shared_ptr<const std::string>& error) {
  unseen_error = error;
  m_storage->set_error(error);
}

NDArray NDArray::detach() const {
  NDArray same = *this;
  same.m_autograd_entry = {};
  return same;
}

NDArray NDArray::slice(int64_t begin, int64_t end) const {
  check(m_shape.ndim() > 0, "an array without dimensions cannot be sliced");
  check(begin >= 0 && begin <= end && end <= m_shape[0], "slice is out of range");
  NDArray view = detach();
  view.m_offset += begin * m_shape.size(1, m_shape.ndim());
  view.m_shape[0] = end - begin;
  return view;
}

NDArray NDArray::at(int64_t row) const {
  NDArray view = slice(row, row + 1);
  view.m_shape = Shape(m_shape.begin() + 1, m_shape.end());
  return view;
}

NDArray NDArray::reshape(const Shape& shape) const {
  check(shape.size() == m_shape.size(),
        "cannot reshape " + m_shape.str() + " to " + shape.str());
  NDArray view = detach();
  view.m_shape = shape;
  return view;
}

void NDArray::copy_from(const void* source, int64_t elements) {
  check(elements == m_shape.size(), "source has another size than the array");
  std::memcpy(tensor().data, source, elements * k_element_bytes);
  touch();
}

void NDArray::copy_to(void* target, int64_t elements) const {
  check(elements == m_shape.size(), "target has another size than the array");
  wait_to_read();
  std::memcpy(target, tensor().data, elements * k_element_bytes);
}

}  // namespace mxnet
