#pragma once

#include <memory>

#include "base/tensor.h"
#include "graph/graph.h"
#include "ndarray/storage.h"

namespace mxnet {

/// A dense array: a shape over (part of) a shared block of memory.
class NDArray {
 public:
  NDArray() = default;
  NDArray(const Shape& shape, DType dtype)
      : NDArray(shape, dtype, std::make_shared<Storage>(shape.size() * k_element_bytes)) {}
  /// An array over memory that is there already.
  NDArray(const Shape& shape, DType dtype, std::shared_ptr<Storage> storage)
      : m_storage(std::move(storage)), m_shape(shape), m_dtype(dtype) {}

  bool is_none() const { return m_storage == nullptr; }
  const Shape& shape() const { return m_shape; }
  DType dtype() const { return m_dtype; }
  const std::shared_ptr<Storage>& storage() const { return m_storage; }
  /// The node that autograd recorded for this array, if any.
  const NodeEntry& autograd_entry() const { return m_autograd_entry; }
  void set_autograd_entry(NodeEntry entry) { m_autograd_entry = std::move(entry); }
  /// Throws the error that kept the contents from being computed, if there was one.
  void wait_to_read() const;
  /// Throws an error nobody has seen yet, if there is one.
  static void wait_all();
  const std::shared_ptr<const std::string>& error() const { return m_storage->error(); }
  /// Says that the contents could not be computed.
  void set_error(const std::shared_ptr<const std::string>& error);
  /// Says that the contents have changed.
  void touch() { m_storage->set_new_version(); }
  Tensor tensor() const {
    auto* start = static_cast<uint32_t*>(m_storage->data()) + m_offset;
    return {start, m_shape, m_dtype, m_offset == 0 ? m_storage->version() : 0};
  }

  /// The same array without its node.
  NDArray detach() const;
  /// Views that share the memory: rows [begin, end) of the first axis, one row
  /// without its axis, or another shape of the same size.
  NDArray slice(int64_t begin, int64_t end) const;
  NDArray at(int64_t row) const;
  NDArray reshape(const Shape& shape) const;

  /// Copies all elements from or to memory of the same size.
  void copy_from(const void* source, int64_t elements);
  void copy_to(void* target, int64_t elements) const;

 private:
  std::shared_ptr<Storage> m_storage;
  int64_t m_offset = 0;  // elements
  Shape m_shape;
  DType m_dtype = DType::unknown;
  NodeEntry m_autograd_entry;
};

}  // namespace mxnet
