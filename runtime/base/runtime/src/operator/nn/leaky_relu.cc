// Activations that let something of negative values through: gelu and leaky.

#include <cmath>
#include <numbers>

#include "operator/gradient/gradients.h"

namespace mxnet {
namespace {

struct LeakyReluParam {
  bool is_gelu;
  float slope;
};

constexpr auto k_sqrt_half = static_cast<float>(0.5 * std::numbers::sqrt2);
constexpr auto k_density = static_cast<float>(0.5 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi);

/// The standard normal distribution function.
float normal(float x) { return 0.5F * (1.0F + std::erf(x * k_sqrt_half)); }

/// x Phi(x). Hendrycks and Gimpel, "Gaussian error linear units", 2016.
float gelu(float x) { return x * normal(x); }
float gelu_slope(float x) { return normal(x) + x * k_density * std::exp(-0.5F * x * x); }

void forward(const Param& param, const OpContext&, const std::vector<Tensor>& in,
             const std::vector<Tensor>& out) {
  const auto [is_gelu, slope] = std::any_cast<const LeakyReluParam&>(param);
  for (int64_t i = 0; i < in[0].size(); ++i) {
    const float x = in[0].floats()[i];
    out[0].floats()[i] = is_gelu ? gelu(x) : x > 0.0F ? x : slope * x;
  }
}

void backward(const Param& param, const OpContext&, const std::vector<Tensor>& in,
              const std::vector<Tensor>& out) {
  const auto [is_gelu, slope] = std::any_cast<const LeakyReluParam&>(param);
  for (int64_t i = 0; i < in[0].size(); ++i) {
    const float x = in[1].floats()[i];
    out[0].floats()[i] = in[0].floats()[i] * (is_gelu ? gelu_slope(x) : x > 0.0F ? 1.0F : slope);
  }
}

Param parse(const AttrDict& dict) {
  const AttrReader reader(dict);
  const std::string type = reader.text("act_type", "leaky");
  check(type == "leaky" || type == "gelu", "LeakyReLU: act_type is leaky or gelu");
  return LeakyReluParam{type == "gelu", static_cast<float>(reader.real("slope", 0.25))};
}

[[maybe_unused]] const bool k_registered = [] {
  Op::add("LeakyReLU")
      .inputs({"data"})
      .parser(parse)
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FInplaceOption>("FInplaceOption", [](const Param&) { return std::vector{0}; })
      .set<FCompute>("FCompute", forward);
  add_backward("_backward_LeakyReLU", {"ograd", "data"}, 0, backward)
      .parser(parse)
      .set<FInplaceOption>("FInplaceOption", [](const Param&) { return std::vector{0, 1}; });
  set_gradient("LeakyReLU", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "_backward_LeakyReLU", {g[0], node->inputs[0]}, node->dict)};
  });
  return true;
}();

}  // namespace
}  // namespace mxnet
