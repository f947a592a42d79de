#pragma once

#include <string>
#include <vector>

#include "graph/op.h"

namespace mxnet {

/// Reads typed values out of an operator's attributes, written as Python prints
/// them: 3, 0.5, True, (1, -1), None. Throws Error naming a malformed one.
class AttrReader {
 public:
  explicit AttrReader(const AttrDict& dict) : m_dict(dict) {}

  bool has(const std::string& key) const;
  int64_t integer(const std::string& key) const;
  int64_t integer(const std::string& key, int64_t otherwise) const;
  double real(const std::string& key, double otherwise) const;
  bool flag(const std::string& key, bool otherwise) const;
  std::string text(const std::string& key, const std::string& otherwise) const;
  DType dtype(const std::string& key, DType otherwise) const;
  /// A number counts as a list of one; the numbers of None are `none`.
  std::vector<int64_t> integers(const std::string& key, int64_t none = 0) const;

 private:
  const std::string& at(const std::string& key) const;
  const AttrDict& m_dict;
};

// Inference most operators share.
bool same_shape(const Param&, std::vector<Shape>* in, std::vector<Shape>* out);
bool same_type(const Param&, std::vector<DType>* in, std::vector<DType>* out);
/// Gives `shape` what is known of `other`; throws Error when they contradict.
void merge_shape(Shape* shape, const Shape& other);
/// The attribute by which callers say how many inputs they pass.
int num_args(const AttrDict& dict);
/// Copies all elements unless both tensors are the same memory.
void copy_elements(const Tensor& from, const Tensor& to);

}  // namespace mxnet
