// One element of every row by its number.

#include <algorithm>

#include "operator/gradient/gradients.h"

namespace mxnet {
namespace {

bool infer_pick(const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& data = (*in)[0];
  if (!data.known()) {
    return false;
  }
  check(data.ndim() > 0, "pick wants an array with rows");
  const Shape rows(data.begin(), data.end() - 1);
  merge_shape(&(*in)[1], rows);
  merge_shape(&(*out)[0], rows);
  return true;
}

bool type_pick(const Param&, std::vector<DType>* in, std::vector<DType>* out) {
  (*out)[0] = DType::float32;
  return (*in)[1] != DType::unknown;
}

/// The place in `data` that row number `row` picks; numbers past an end are cut.
int64_t place(const Tensor& data, const Tensor& index, int64_t row) {
  const int64_t length = data.shape[data.shape.ndim() - 1];
  const int64_t chosen = index.dtype == DType::int32 ? index.ints()[row]
                                                     : static_cast<int64_t>(index.floats()[row]);
  return row * length + std::clamp<int64_t>(chosen, 0, length - 1);
}

[[maybe_unused]] const bool k_registered = [] {
  Op::add("pick")
      .inputs({"data", "index"})
      .set<FInferShape>("FInferShape", infer_pick)
      .set<FInferType>("FInferType", type_pick)
      .set<FCompute>("FCompute", [](const Param&, const OpContext&, const auto& in,
                                    const auto& out) {
        for (int64_t row = 0; row < out[0].size(); ++row) {
          out[0].floats()[row] = in[0].floats()[place(in[0], in[1], row)];
        }
      });
  add_backward("_backward_pick", {"ograd", "data", "index"}, 1,
               [](const Param&, const OpContext&, const auto& in, const auto& out) {
                 std::fill_n(out[0].floats(), out[0].size(), 0.0F);
                 for (int64_t row = 0; row < in[0].size(); ++row) {
                   out[0].floats()[place(out[0], in[2], row)] = in[0].floats()[row];
                 }
               });
  set_gradient("pick", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "_backward_pick", {g[0], node->inputs[0], node->inputs[1]}), {}};
  });
  return true;
}();

}  // namespace
}  // namespace mxnet
