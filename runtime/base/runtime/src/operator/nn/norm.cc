// Normalisation along the last axis: softmax, log_softmax, LayerNorm.

#include <algorithm>
#include <cmath>

#include "operator/param.h"

namespace mxnet {
namespace {

struct LayerNormParam {
  float eps;
};

/// Calls `row(input, output, length)` for every row of the last axis.
template <typename Row>
void for_each_row(const Tensor& in, const Tensor& out, Row row) {
  const int64_t length = in.shape[in.shape.ndim() - 1];
  for (int64_t at = 0; at < in.size(); at += length) {
    row(in.floats() + at, out.floats() + at, length);
  }
}

void softmax(const Param&, const OpContext&, const std::vector<Tensor>& in,
             const std::vector<Tensor>& out) {
  for_each_row(in[0], out[0], [](const float* x, float* y, int64_t length) {
    const float largest = *std::max_element(x, x + length);
    float total = 0.0F;
    for (int64_t i = 0; i < length; ++i) {
      y[i] = std::exp(x[i] - largest);
      total += y[i];
    }
    for (int64_t i = 0; i < length; ++i) {
      y[i] /= total;
    }
  });
}

void log_softmax(const Param&, const OpContext&, const std::vector<Tensor>& in,
                 const std::vector<Tensor>& out) {
  for_each_row(in[0], out[0], [](const float* x, float* y, int64_t length) {
    const float largest = *std::max_element(x, x + length);
    float total = 0.0F;
    for (int64_t i = 0; i < length; ++i) {
      total += std::exp(x[i] - largest);
    }
    const float log_total = std::log(total);
    for (int64_t i = 0; i < length; ++i) {
      y[i] = x[i] - largest - log_total;
    }
  });
}

bool infer_layer_norm(const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
  merge_shape(&(*in)[0], (*out)[0]);
  const Shape& data = (*in)[0];
  if (!data.known()) {
    return false;
  }
  const Shape width = {data[data.ndim() - 1]};
  merge_shape(&(*in)[1], width);
  merge_shape(&(*in)[2], width);
  merge_shape(&(*out)[0], data);
  return true;
}

void layer_norm(const Param& param, const OpContext&, const std::vector<Tensor>& in,
                const std::vector<Tensor>& out) {
  const float eps = std::any_cast<const LayerNormParam&>(param).eps;
  const float* gamma = in[1].floats();
  const float* beta = in[2].floats();
  for_each_row(in[0], out[0], [=](const float* x, float* y, int64_t length) {
    float mean = 0.0F;
    for (int64_t i = 0; i < length; ++i) {
      mean += x[i];
    }
    mean /= static_cast<float>(length);
    float variance = 0.0F;
    for (int64_t i = 0; i < length; ++i) {
      variance += (x[i] - mean) * (x[i] - mean);
    }
    const float scale = 1.0F / std::sqrt(variance / static_cast<float>(length) + eps);
    for (int64_t i = 0; i < length; ++i) {
      y[i] = (x[i] - mean) * scale * gamma[i] + beta[i];
    }
  });
}

std::vector<int> reuse_data(const Param&) { return {0}; }

Op& add_norm(const std::string& name, std::vector<std::string> inputs, FCompute compute) {
  return Op::add(name)
      .inputs(std::move(inputs))
      .set<FInferType>("FInferType", same_type)
      .set<FInplaceOption>("FInplaceOption", reuse_data)
      .set<FCompute>("FCompute", std::move(compute));
}

[[maybe_unused]] const bool k_registered = [] {
  add_norm("softmax", {"data"}, softmax).set<FInferShape>("FInferShape", same_shape);
  add_norm("log_softmax", {"data"}, log_softmax).set<FInferShape>("FInferShape", same_shape);
  add_norm("LayerNorm", {"data", "gamma", "beta"}, layer_norm)
      .parser([](const AttrDict& dict) -> Param {
        return LayerNormParam{static_cast<float>(AttrReader(dict).real("eps", 1e-5))};
      })
      .set<FInferShape>("FInferShape", infer_layer_norm);
  return true;
}();

}  // namespace
}  // namespace mxnet
