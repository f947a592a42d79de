// Gradients of operators that go element by element, and the operators they need.

#include <cmath>

#include "operator/gradient/gradients.h"

namespace mxnet {

Op& add_backward(const std::string& name, std::vector<std::string> inputs, int like,
                 FCompute compute) {
  return Op::add(name)
      .inputs(std::move(inputs))
      .set<FInferShape>("FInferShape",
                        [like](const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
                          merge_shape(&(*out)[0], (*in)[like]);
                          return (*out)[0].known();
                        })
      .set<FInferType>("FInferType",
                       [](const Param&, std::vector<DType>*, std::vector<DType>* out) {
                         (*out)[0] = DType::float32;
                         return true;
                       })
      .set<FCompute>("FCompute", std::move(compute));
}

namespace {

enum class Needs { input, output };

/// Registers `name`, whose gradient is g * slope(v), v being the input or the output.
template <typename Slope>
void unary(const std::string& name, Needs needs, Slope slope) {
  add_backward("_backward_" + name, {"ograd", "value"}, 0,
               [slope](const Param&, const OpContext&, const auto& in, const auto& out) {
                 std::transform(in[0].floats(), in[0].floats() + in[0].size(), in[1].floats(),
                                out[0].floats(), [=](float g, float v) { return g * slope(v); });
               })
      .template set<FInplaceOption>("FInplaceOption",
                                    [](const Param&) { return std::vector{0, 1}; });
  set_gradient(name, [name, needs](const NodePtr& node, const Entries& g) -> Entries {
    const NodeEntry value = needs == Needs::input ? node->inputs[0] : output_of(node);
    return {make_entry(*node, "_backward_" + name, {g[0], value})};
  });
}

/// Registers the gradient of x -> f(x, scalar): g * slope(x, scalar).
template <typename Slope>
void scalar(const std::string& name, Slope slope) {
  const std::string backward = "_backward" + name;
  add_backward(backward, {"ograd", "data"}, 0,
               [slope](const Param& param, const OpContext&, const auto& in, const auto& out) {
                 const float s = std::any_cast<const float&>(param);
                 std::transform(in[0].floats(), in[0].floats() + in[0].size(), in[1].floats(),
                                out[0].floats(), [=](float g, float x) { return g * slope(x, s); });
               })
      .parser([](const AttrDict& dict) -> Param {
        return static_cast<float>(AttrReader(dict).real("scalar", 0.0));
      })
      .template set<FInplaceOption>("FInplaceOption",
                                    [](const Param&) { return std::vector{0, 1}; });
  set_gradient(name, [backward](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, backward, {g[0], node->inputs[0]}, node->dict)};
  });
}

/// Registers a gradient that is the same operator, or another one, on the gradient alone.
void by_operator(const std::string& name, const std::string& on_gradient) {
  set_gradient(name, [on_gradient](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, on_gradient, {g[0]}, node->dict)};
  });
}

Entries pass_on(const NodePtr& node, const Entries& g) { return {node->inputs.size(), g[0]}; }

/// Adds up a gradient along the axes its array was broadcast along.
void sum_broadcast(const Param&, const OpContext&, const std::vector<Tensor>& in,
                   const std::vector<Tensor>& out) {
  const Shape& from = in[0].shape;
  const Shape& to = out[0].shape;
  if (from == to) {
    copy_elements(in[0], out[0]);
    return;
  }
  Shape strides = Shape::of_rank(from.ndim(), 0);
  int64_t stride = 1;
  for (int i = to.ndim() - 1; i >= 0; --i) {
    strides[i + from.ndim() - to.ndim()] = to[i] == 1 ? 0 : stride;
    stride *= to[i];
  }
  std::fill_n(out[0].floats(), out[0].size(), 0.0F);
  const int64_t inner = from.ndim() == 0 ? 1 : from[from.ndim() - 1];
  const int64_t inner_stride = from.ndim() == 0 ? 0 : strides[from.ndim() - 1];
  const float* source = in[0].floats();
  for (int64_t row = 0; row < in[0].size() / inner; ++row, source += inner) {
    float* target = out[0].floats();
    int64_t rest = row;
    for (int i = from.ndim() - 2; i >= 0; --i) {
      target += rest % from[i] * strides[i];
      rest /= from[i];
    }
    for (int64_t i = 0; i < inner; ++i) {
      target[i * inner_stride] += source[i];
    }
  }
}

NodeEntry reduced(const Node& node, const NodeEntry& gradient, const NodeEntry& like) {
  return make_entry(node, "_backward_broadcast", {gradient, like});
}

void register_unary() {
  unary("relu", Needs::output, [](float y) { return y > 0.0F ? 1.0F : 0.0F; });
  unary("sigmoid", Needs::output, [](float y) { return y * (1.0F - y); });
  unary("tanh", Needs::output, [](float y) { return 1.0F - y * y; });
  unary("sqrt", Needs::output, [](float y) { return 0.5F / y; });
  unary("log", Needs::input, [](float x) { return 1.0F / x; });
  unary("square", Needs::input, [](float x) { return 2.0F * x; });
  unary("abs", Needs::input, [](float x) { return x > 0.0F ? 1.0F : x < 0.0F ? -1.0F : 0.0F; });
  set_gradient("exp", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "elemwise_mul", {g[0], output_of(node)})};
  });
  by_operator("negative", "negative");
  set_gradient("_copy", pass_on);
}

void register_scalar() {
  set_gradient("_plus_scalar", pass_on);
  set_gradient("_minus_scalar", pass_on);
  set_gradient("_rminus_scalar", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "negative", {g[0]})};
  });
  by_operator("_mul_scalar", "_mul_scalar");
  by_operator("_div_scalar", "_div_scalar");
  scalar("_rdiv_scalar", [](float x, float s) { return -s / (x * x); });
  scalar("_power_scalar", [](float x, float s) { return s * std::pow(x, s - 1.0F); });
  scalar("_maximum_scalar", [](float x, float s) { return x >= s ? 1.0F : 0.0F; });
  scalar("_minimum_scalar", [](float x, float s) { return x <= s ? 1.0F : 0.0F; });
}

void register_binary() {
  set_gradient("elemwise_add", pass_on);
  set_gradient("_grad_add", pass_on);
  set_gradient("add_n", pass_on);
  set_gradient("elemwise_sub", [](const NodePtr& node, const Entries& g) -> Entries {
    return {g[0], make_entry(*node, "negative", {g[0]})};
  });
  set_gradient("elemwise_mul", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "elemwise_mul", {g[0], node->inputs[1]}),
            make_entry(*node, "elemwise_mul", {g[0], node->inputs[0]})};
  });
  set_gradient("elemwise_div", [](const NodePtr& node, const Entries& g) -> Entries {
    const auto left = make_entry(*node, "elemwise_div", {g[0], node->inputs[1]});
    const auto right = make_entry(*node, "elemwise_mul", {left, output_of(node)});
    return {left, make_entry(*node, "negative", {right})};
  });
}

void register_broadcast() {
  add_backward("_backward_broadcast", {"ograd", "like"}, 1, sum_broadcast);
  set_gradient("broadcast_add", [](const NodePtr& node, const Entries& g) -> Entries {
    return {reduced(*node, g[0], node->inputs[0]), reduced(*node, g[0], node->inputs[1])};
  });
  set_gradient("broadcast_sub", [](const NodePtr& node, const Entries& g) -> Entries {
    const auto right = make_entry(*node, "negative", {g[0]});
    return {reduced(*node, g[0], node->inputs[0]), reduced(*node, right, node->inputs[1])};
  });
  set_gradient("broadcast_mul", [](const NodePtr& node, const Entries& g) -> Entries {
    const auto left = make_entry(*node, "broadcast_mul", {g[0], node->inputs[1]});
    const auto right = make_entry(*node, "broadcast_mul", {g[0], node->inputs[0]});
    return {reduced(*node, left, node->inputs[0]), reduced(*node, right, node->inputs[1])};
  });
  set_gradient("broadcast_div", [](const NodePtr& node, const Entries& g) -> Entries {
    const auto left = make_entry(*node, "broadcast_div", {g[0], node->inputs[1]});
    const auto right = make_entry(*node, "negative",
                                  {make_entry(*node, "elemwise_mul", {left, output_of(node)})});
    return {reduced(*node, left, node->inputs[0]), reduced(*node, right, node->inputs[1])};
  });
}

[[maybe_unused]] const bool k_registered = [] {
  register_unary();
  register_scalar();
  register_binary();
  register_broadcast();
  for (const char* name :
       {"floor", "broadcast_equal", "broadcast_not_equal", "broadcast_greater",
        "broadcast_lesser", "broadcast_logical_or", "_equal_scalar", "_not_equal_scalar",
        "_greater_scalar", "_lesser_scalar", "argmax", "zeros_like", "ones_like"}) {
    set_gradient(name, [](const NodePtr& node, const Entries&) -> Entries {
      return Entries(node->inputs.size());  // constant almost everywhere
    });
  }
  return true;
}();

}  // namespace
}  // namespace mxnet
