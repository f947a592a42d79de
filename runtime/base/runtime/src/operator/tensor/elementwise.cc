// Element by element: unary functions, two arrays of one shape or of shapes
// that broadcast, an array and a scalar, where, Cast.

#include <cmath>

#include "operator/param.h"

namespace mxnet {
namespace {

struct ScalarParam {
  float value;
};
struct CastParam {
  DType dtype;
};

Param parse_scalar(const AttrDict& dict) {
  return ScalarParam{static_cast<float>(AttrReader(dict).real("scalar", 0.0))};
}

std::vector<int> reuse_first(const Param&) { return {0}; }
std::vector<int> reuse_either(const Param&) { return {0, 1}; }

template <typename Function>
void add_unary(const std::string& name, Function function) {
  Op::add(name)
      .inputs({"data"})
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FInplaceOption>("FInplaceOption", reuse_first)
      .set<FCompute>("FCompute", [function](const Param&, const OpContext&, const auto& in,
                                            const auto& out) {
        std::transform(in[0].floats(), in[0].floats() + in[0].size(), out[0].floats(), function);
      });
}

template <typename Function>
void add_scalar(const std::string& name, Function function) {
  Op::add(name)
      .inputs({"data"})
      .parser(parse_scalar)
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FInplaceOption>("FInplaceOption", reuse_first)
      .set<FCompute>("FCompute", [function](const Param& param, const OpContext&, const auto& in,
                                            const auto& out) {
        const float scalar = std::any_cast<const ScalarParam&>(param).value;
        std::transform(in[0].floats(), in[0].floats() + in[0].size(), out[0].floats(),
                       [=](float x) { return function(x, scalar); });
      });
}

template <typename Function>
void add_elemwise(const std::string& name, Function function) {
  Op::add(name)
      .inputs({"lhs", "rhs"})
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FInplaceOption>("FInplaceOption", reuse_either)
      .set<FCompute>("FCompute", [function](const Param&, const OpContext&, const auto& in,
                                            const auto& out) {
        std::transform(in[0].floats(), in[0].floats() + in[0].size(), in[1].floats(),
                       out[0].floats(), function);
      });
}

/// NumPy's rule: shapes are aligned at their ends, and a dimension of 1 fits any.
bool infer_broadcast(const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& a = (*in)[0];
  const Shape& b = (*in)[1];
  if (!a.known() || !b.known()) {
    return false;
  }
  Shape shape = Shape::of_rank(std::max(a.ndim(), b.ndim()));
  for (int i = 0; i < shape.ndim(); ++i) {
    const int from_a = i - (shape.ndim() - a.ndim());
    const int from_b = i - (shape.ndim() - b.ndim());
    const int64_t size_a = from_a < 0 ? 1 : a[from_a];
    const int64_t size_b = from_b < 0 ? 1 : b[from_b];
    check(size_a == size_b || size_a == 1 || size_b == 1,
          "shapes " + a.str() + " and " + b.str() + " do not broadcast");
    shape[i] = size_a == 1 ? size_b : size_a;
  }
  merge_shape(&(*out)[0], shape);
  return true;
}

/// Elements to go on in `shape` for one step along each axis of `target`.
Shape broadcast_strides(const Shape& shape, const Shape& target) {
  Shape strides = Shape::of_rank(target.ndim(), 0);
  const int missing = target.ndim() - shape.ndim();
  int64_t stride = 1;
  for (int i = shape.ndim() - 1; i >= 0; --i) {
    strides[i + missing] = shape[i] == 1 ? 0 : stride;
    stride *= shape[i];
  }
  return strides;
}

template <typename Function>
void broadcast(const Tensor& a, const Tensor& b, const Tensor& out, Function function) {
  if (a.shape == b.shape) {
    std::transform(a.floats(), a.floats() + a.size(), b.floats(), out.floats(), function);
    return;
  }
  const int ndim = out.shape.ndim();
  const Shape step_a = broadcast_strides(a.shape, out.shape);
  const Shape step_b = broadcast_strides(b.shape, out.shape);
  const int64_t inner = ndim == 0 ? 1 : out.shape[ndim - 1];
  const int64_t inner_a = ndim == 0 ? 0 : step_a[ndim - 1];
  const int64_t inner_b = ndim == 0 ? 0 : step_b[ndim - 1];
  float* target = out.floats();
  for (int64_t row = 0; row < out.size() / std::max<int64_t>(inner, 1); ++row) {
    const float* from_a = a.floats();
    const float* from_b = b.floats();
    int64_t rest = row;
    for (int i = ndim - 2; i >= 0; --i) {
      from_a += rest % out.shape[i] * step_a[i];
      from_b += rest % out.shape[i] * step_b[i];
      rest /= out.shape[i];
    }
    for (int64_t i = 0; i < inner; ++i) {
      *target++ = function(from_a[i * inner_a], from_b[i * inner_b]);
    }
  }
}

template <typename Function>
void add_broadcast(const std::string& name, Function function) {
  Op::add(name)
      .inputs({"lhs", "rhs"})
      .set<FInferShape>("FInferShape", infer_broadcast)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", [function](const Param&, const OpContext&, const auto& in,
                                            const auto& out) {
        broadcast(in[0], in[1], out[0], function);
      });
}

void where(const Param&, const OpContext&, const std::vector<Tensor>& in,
           const std::vector<Tensor>& out) {
  const Tensor& condition = in[0];
  const int64_t repeat = out[0].size() / std::max<int64_t>(condition.size(), 1);
  for (int64_t i = 0; i < out[0].size(); ++i) {
    const bool chosen = condition.floats()[i / repeat] != 0.0F;
    out[0].floats()[i] = chosen ? in[1].floats()[i] : in[2].floats()[i];
  }
}

/// The condition has the shape of the values, or only their first dimension.
bool infer_where(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  std::vector<Shape> values = {(*in)[1], (*in)[2]};
  const bool known = same_shape(param, &values, out);
  const Shape& condition = (*in)[0];
  if (known && condition.known()) {
    check(condition == values[0] || (condition.ndim() == 1 && condition[0] == values[0][0]),
          "condition " + condition.str() + " does not fit values " + values[0].str());
  }
  return known;
}

template <typename From, typename To>
void convert(const Tensor& from, const Tensor& to) {
  const auto* source = static_cast<const From*>(from.data);
  std::transform(source, source + from.size(), static_cast<To*>(to.data),
                 [](From value) { return static_cast<To>(value); });
}

void cast(const Param&, const OpContext&, const std::vector<Tensor>& in,
          const std::vector<Tensor>& out) {
  if (in[0].dtype == out[0].dtype) {
    copy_elements(in[0], out[0]);
  } else if (in[0].dtype == DType::float32) {
    convert<float, int32_t>(in[0], out[0]);
  } else {
    convert<int32_t, float>(in[0], out[0]);
  }
}

bool infer_cast(const Param& param, std::vector<DType>* in, std::vector<DType>* out) {
  (*out)[0] = std::any_cast<const CastParam&>(param).dtype;
  return (*in)[0] != DType::unknown;
}

/// A comparison gives 1 or 0.
template <typename Compare>
auto truth(Compare compare) {
  return [compare](float a, float b) { return compare(a, b) ? 1.0F : 0.0F; };
}

[[maybe_unused]] const bool k_registered = [] {
  add_unary("negative", [](float x) { return -x; });
  add_unary("abs", [](float x) { return std::abs(x); });
  add_unary("exp", [](float x) { return std::exp(x); });
  add_unary("log", [](float x) { return std::log(x); });
  add_unary("sqrt", [](float x) { return std::sqrt(x); });
  add_unary("square", [](float x) { return x * x; });
  add_unary("tanh", [](float x) { return std::tanh(x); });
  add_unary("sigmoid", [](float x) { return 1.0F / (1.0F + std::exp(-x)); });
  add_unary("relu", [](float x) { return x > 0.0F ? x : 0.0F; });
  add_unary("floor", [](float x) { return std::floor(x); });
  add_unary("erf", [](float x) { return std::erf(x); });
  add_unary("rsqrt", [](float x) { return 1.0F / std::sqrt(x); });
  add_unary("reciprocal", [](float x) { return 1.0F / x; });
  add_unary("softsign", [](float x) { return x / (1.0F + std::abs(x)); });

  const auto minimum = [](float a, float b) { return a < b ? a : b; };
  const auto maximum = [](float a, float b) { return a > b ? a : b; };
  const auto power = [](float a, float b) { return std::pow(a, b); };
  const auto mod = [](float a, float b) { return a - b * std::floor(a / b); };
  const auto logical_or = [](float a, float b) { return a != 0.0F || b != 0.0F; };

  add_elemwise("elemwise_add", std::plus<float>());
  add_elemwise("elemwise_sub", std::minus<float>());
  add_elemwise("elemwise_mul", std::multiplies<float>());
  add_elemwise("elemwise_div", std::divides<float>());
  add_elemwise("_maximum", maximum);
  add_elemwise("_minimum", minimum);
  add_elemwise("_power", power);

  add_broadcast("broadcast_add", std::plus<float>());
  add_broadcast("broadcast_sub", std::minus<float>());
  add_broadcast("broadcast_mul", std::multiplies<float>());
  add_broadcast("broadcast_div", std::divides<float>());
  add_broadcast("broadcast_power", power);
  add_broadcast("broadcast_maximum", maximum);
  add_broadcast("broadcast_minimum", minimum);
  add_broadcast("broadcast_equal", truth(std::equal_to<float>()));
  add_broadcast("broadcast_not_equal", truth(std::not_equal_to<float>()));
  add_broadcast("broadcast_greater", truth(std::greater<float>()));
  add_broadcast("broadcast_lesser", truth(std::less<float>()));
  add_broadcast("broadcast_logical_or", truth(logical_or));

  add_scalar("_plus_scalar", std::plus<float>());
  add_scalar("_minus_scalar", std::minus<float>());
  add_scalar("_rminus_scalar", [](float x, float scalar) { return scalar - x; });
  add_scalar("_mul_scalar", std::multiplies<float>());
  add_scalar("_div_scalar", std::divides<float>());
  add_scalar("_rdiv_scalar", [](float x, float scalar) { return scalar / x; });
  add_scalar("_power_scalar", power);
  add_scalar("_mod_scalar", mod);
  add_scalar("_maximum_scalar", maximum);
  add_scalar("_minimum_scalar", minimum);
  add_scalar("_equal_scalar", truth(std::equal_to<float>()));
  add_scalar("_not_equal_scalar", truth(std::not_equal_to<float>()));
  add_scalar("_greater_scalar", truth(std::greater<float>()));
  add_scalar("_lesser_scalar", truth(std::less<float>()));

  Op::add("where")
      .inputs({"condition", "x", "y"})
      .set<FInferShape>("FInferShape", infer_where)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", where);
  Op::add("Cast")
      .inputs({"data"})
      .parser([](const AttrDict& dict) -> Param {
        return CastParam{AttrReader(dict).dtype("dtype", DType::float32)};
      })
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", infer_cast)
      .set<FCompute>("FCompute", cast);
  return true;
}();

}  // namespace
}  // namespace mxnet
