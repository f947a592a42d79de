// Operators that gradients are made of: sums of arrays of one shape, and arrays with the shape of
// another.

#include <algorithm>

#include "operator/param.h"

namespace mxnet {
namespace {

void add_n(const Param&, const OpContext&, const std::vector<Tensor>& in,
           const std::vector<Tensor>& out) {
  float* total = out[0].floats();
  copy_elements(in[0], out[0]);
  for (std::size_t k = 1; k < in.size(); ++k) {
    std::transform(total, total + out[0].size(), in[k].floats(), total, std::plus<float>());
  }
}

void add_fill_like(const std::string& name, float value) {
  Op::add(name)
      .inputs({"data"})
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", [value](const Param&, const OpContext&, const auto&,
                                         const auto& out) {
        if (out[0].dtype == DType::int32) {
          std::fill_n(out[0].ints(), out[0].size(), static_cast<int32_t>(value));
        } else {
          std::fill_n(out[0].floats(), out[0].size(), value);
        }
      });
}

bool infer_reshape_like(const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
  const auto& [data, like] = std::tie((*in)[0], (*in)[1]);
  merge_shape(&(*out)[0], like);
  if (data.known() && like.known()) {
    check(data.size() == like.size(), "cannot reshape " + data.str() + " to " + like.str());
  }
  return like.known();
}

[[maybe_unused]] const bool k_registered = [] {
  add_fill_like("zeros_like", 0.0F);
  add_fill_like("ones_like", 1.0F);
  Op::add("add_n")
      .count_inputs(num_args)
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FInplaceOption>("FInplaceOption", [](const Param&) { return std::vector{0}; })
      .set<FCompute>("FCompute", add_n);
  Op::add("_grad_add")
      .inputs({"lhs", "rhs"})
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FInplaceOption>("FInplaceOption", [](const Param&) { return std::vector{0}; })
      .set<FCompute>("FCompute", add_n);
  Op::add("reshape_like")
      .inputs({"lhs", "rhs"})
      .identity()
      .set<FInferShape>("FInferShape", infer_reshape_like)
      .set<FInferType>("FInferType",
                       [](const Param&, std::vector<DType>* in, std::vector<DType>* out) {
                         (*out)[0] = (*in)[0];
                         return (*in)[0] != DType::unknown;
                       })
      .set<FCompute>("FCompute", [](const Param&, const OpContext&, const auto& in,
                                    const auto& out) { copy_elements(in[0], out[0]); });
  return true;
}();

}  // namespace
}  // namespace mxnet
