// FullyConnected and batch_dot.

#include "operator/nn/matrix_product.h"
#include "operator/param.h"

namespace mxnet {
namespace {

struct FullyConnectedParam {
  int64_t num_hidden;
  bool flatten;
};
struct BatchDotParam {
  Transpose transpose_b;
};

/// With `flatten` all axes but the first are one; without, only the last counts.
bool infer_fully_connected(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const auto& layer = std::any_cast<const FullyConnectedParam&>(param);
  if (in->size() > 2) {
    merge_shape(&(*in)[2], {layer.num_hidden});
  }
  const Shape& data = (*in)[0];
  if (!data.known()) {
    return false;
  }
  const int64_t width = layer.flatten ? data.size(1, data.ndim()) : data[data.ndim() - 1];
  merge_shape(&(*in)[1], {layer.num_hidden, width});
  Shape shape = layer.flatten ? Shape{data[0], 0} : data;
  shape[shape.ndim() - 1] = layer.num_hidden;
  merge_shape(&(*out)[0], shape);
  return true;
}

void fully_connected(const Param&, const OpContext&, const std::vector<Tensor>& in,
                     const std::vector<Tensor>& out) {
  inner_product(in[0], in[1], in.size() > 2 ? &in[2] : nullptr, out[0]);
}

bool infer_batch_dot(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& a = (*in)[0];
  const Shape& b = (*in)[1];
  if (!a.known() || !b.known()) {
    return false;
  }
  const bool transposed = std::any_cast<const BatchDotParam&>(param).transpose_b == Transpose::yes;
  check(a.ndim() == 3 && b.ndim() == 3 && a[0] == b[0] && a[2] == b[transposed ? 2 : 1],
        "batch_dot: shapes " + a.str() + " and " + b.str() + " do not fit");
  merge_shape(&(*out)[0], {a[0], a[1], b[transposed ? 1 : 2]});
  return true;
}

void batch_dot(const Param& param, const OpContext&, const std::vector<Tensor>& in,
               const std::vector<Tensor>& out) {
  batch_product(in[0], in[1], std::any_cast<const BatchDotParam&>(param).transpose_b, out[0]);
}

[[maybe_unused]] const bool k_registered = [] {
  Op::add("FullyConnected")
      .inputs({"data", "weight", "bias"})
      .count_inputs([](const AttrDict& dict) {
        return AttrReader(dict).flag("no_bias", false) ? 2 : 3;
      })
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return FullyConnectedParam{reader.integer("num_hidden"), reader.flag("flatten", true)};
      })
      .set<THasDeterministicOutput>("THasDeterministicOutput", true)
      .set<FInferShape>("FInferShape", infer_fully_connected)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", fully_connected);
  Op::add("batch_dot")
      .inputs({"lhs", "rhs"})
      .parser([](const AttrDict& dict) -> Param {
        return BatchDotParam{AttrReader(dict).flag("transpose_b", false) ? Transpose::yes
                                                                        : Transpose::no};
      })
      .set<FInferShape>("FInferShape", infer_batch_dot)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", batch_dot);
  return true;
}();

}  // namespace
}  // namespace mxnet
