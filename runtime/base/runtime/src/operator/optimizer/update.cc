// Steps of optimizers. The gradient is scaled by rescale_grad, and wd pulls the weight to zero;
// the states (mom, mean, var) are updated in place, and out is usually the weight itself.

#include <cmath>

#include "operator/param.h"

namespace mxnet {
namespace {

struct StepParam {
  float lr;
  float wd;
  float rescale;
  float momentum;
  float beta1;
  float beta2;
  float epsilon;
};

Param parse(const AttrDict& dict) {
  const AttrReader reader(dict);
  const auto real = [&](const char* key, double otherwise) {
    return static_cast<float>(reader.real(key, otherwise));
  };
  check(reader.has("lr"), "attribute lr is missing");
  return StepParam{real("lr", 0.0),       real("wd", 0.0),    real("rescale_grad", 1.0),
                   real("momentum", 0.0), real("beta1", 0.9), real("beta2", 0.999),
                   real("epsilon", 1e-8)};
}

/// in: weight, grad.
void sgd(const Param& param, const OpContext&, const std::vector<Tensor>& in,
         const std::vector<Tensor>& out) {
  const auto& step = std::any_cast<const StepParam&>(param);
  for (int64_t i = 0; i < out[0].size(); ++i) {
    const float weight = in[0].floats()[i];
    const float gradient = step.rescale * in[1].floats()[i] + step.wd * weight;
    out[0].floats()[i] = weight - step.lr * gradient;
  }
}

/// in: weight, grad, mom.
void sgd_momentum(const Param& param, const OpContext&, const std::vector<Tensor>& in,
                  const std::vector<Tensor>& out) {
  const auto& step = std::any_cast<const StepParam&>(param);
  for (int64_t i = 0; i < out[0].size(); ++i) {
    const float weight = in[0].floats()[i];
    const float gradient = step.rescale * in[1].floats()[i] + step.wd * weight;
    float& momentum = in[2].floats()[i];
    momentum = step.momentum * momentum - step.lr * gradient;
    out[0].floats()[i] = weight + momentum;
  }
}

/// in: weight, grad, mean, var. Kingma and Ba, "Adam: a method for stochastic optimization", 2015,
/// algorithm 1 with the corrections of both means in lr, as the end of section 2 has it.
void adam(const Param& param, const OpContext&, const std::vector<Tensor>& in,
          const std::vector<Tensor>& out) {
  const auto& step = std::any_cast<const StepParam&>(param);
  for (int64_t i = 0; i < out[0].size(); ++i) {
    const float weight = in[0].floats()[i];
    const float gradient = step.rescale * in[1].floats()[i] + step.wd * weight;
    float& mean = in[2].floats()[i];
    float& variance = in[3].floats()[i];
    mean = step.beta1 * mean + (1.0F - step.beta1) * gradient;
    variance = step.beta2 * variance + (1.0F - step.beta2) * gradient * gradient;
    out[0].floats()[i] = weight - step.lr * mean / (std::sqrt(variance) + step.epsilon);
  }
}

Op& add_update(const std::string& name, std::vector<std::string> inputs, FCompute compute) {
  std::vector<int> states;
  for (int i = 2; i < static_cast<int>(inputs.size()); ++i) {
    states.push_back(i);
  }
  return Op::add(name)
      .inputs(std::move(inputs))
      .parser(parse)
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FMutateInputs>("FMutateInputs", [states](const Param&) { return states; })
      .set<FCompute>("FCompute", std::move(compute));
}

[[maybe_unused]] const bool k_registered = [] {
  add_update("sgd_update", {"weight", "grad"}, sgd);
  add_update("sgd_mom_update", {"weight", "grad", "mom"}, sgd_momentum);
  add_update("adam_update", {"weight", "grad", "mean", "var"}, adam);
  return true;
}();

}  // namespace
}  // namespace mxnet
