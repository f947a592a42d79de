// Gradients of layers: products, normalisation along the last axis.

#include <cmath>

#include "operator/gradient/gradients.h"
#include "operator/nn/matrix_product.h"

namespace mxnet {
namespace {

Tensor matrix(float* data, int64_t rows, int64_t columns) {
  return {data, {1, rows, columns}, DType::float32, 0};
}

/// to[columns, rows] = from[rows, columns]^T
void transpose(const float* from, int64_t rows, int64_t columns, float* to) {
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t i = 0; i < rows; ++i) {
      *to++ = from[i * columns + j];
    }
  }
}

bool shapes_of_inputs(const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
  bool known = true;
  for (std::size_t i = 0; i < out->size(); ++i) {
    merge_shape(&(*out)[i], (*in)[i + 1]);
    known = known && (*out)[i].known();
  }
  return known;
}

bool all_float(const Param&, std::vector<DType>*, std::vector<DType>* out) {
  std::fill(out->begin(), out->end(), DType::float32);
  return true;
}

/// in: ograd, data, weight, bias or none; out: the gradients of the latter.
/// With y = x W^T + b: dx = dy W, dW = dy^T x, db = the sum of dy's rows.
void fully_connected_back(const Param&, const OpContext& context, const std::vector<Tensor>& in,
                          const std::vector<Tensor>& out) {
  const int64_t outputs = in[2].shape[0];
  const int64_t inputs = in[2].shape[1];
  const int64_t rows = in[0].size() / outputs;
  batch_product(matrix(in[0].floats(), rows, outputs), matrix(in[2].floats(), outputs, inputs),
                Transpose::no, matrix(out[0].floats(), rows, inputs));
  auto* const transposed = static_cast<float*>(context.temp_space);
  transpose(in[0].floats(), rows, outputs, transposed);
  batch_product(matrix(transposed, outputs, rows), matrix(in[1].floats(), rows, inputs),
                Transpose::no, matrix(out[1].floats(), outputs, inputs));
  if (out.size() > 2) {
    std::fill_n(out[2].floats(), outputs, 0.0F);
    for (int64_t i = 0; i < rows; ++i) {
      std::transform(out[2].floats(), out[2].floats() + outputs, in[0].floats() + i * outputs,
                     out[2].floats(), std::plus<float>());
    }
  }
}

void register_fully_connected() {
  const auto count = [](const AttrDict& dict) {
    return AttrReader(dict).flag("no_bias", false) ? 2 : 3;
  };
  Op::add("_backward_FullyConnected")
      .count_inputs([count](const AttrDict& dict) { return count(dict) + 1; })
      .parser([count](const AttrDict& dict) -> Param { return count(dict); })
      .count_outputs([](const Param& param) { return std::any_cast<int>(param); })
      .set<FInferShape>("FInferShape", shapes_of_inputs)
      .set<FInferType>("FInferType", all_float)
      .set<FTempSpace>("FTempSpace",
                       [](const Param&, const std::vector<Tensor>& in) {
                         return in[0].size() * k_element_bytes;
                       })
      .set<FCompute>("FCompute", fully_connected_back);
  set_gradient("FullyConnected", [](const NodePtr& node, const Entries& g) {
    Entries inputs = {g[0]};
    inputs.insert(inputs.end(), node->inputs.begin(), node->inputs.end());
    return make_entries(*node, "_backward_FullyConnected", inputs,
                        static_cast<int>(node->inputs.size()), node->dict);
  });
}

/// C = A B: dA = dC B^T, dB = A^T dC. C = A B^T: dA = dC B, dB = dC^T A.
Entries batch_dot_back(const NodePtr& node, const Entries& g) {
  const auto& [a, b] = std::tie(node->inputs[0], node->inputs[1]);
  const bool transposed = AttrReader(node->dict).flag("transpose_b", false);
  const auto turned = make_entry(*node, "transpose", {transposed ? g[0] : a},
                                 {{"axes", "(0,2,1)"}});
  return {make_entry(*node, "batch_dot", {g[0], b}, {{"transpose_b", transposed ? "0" : "1"}}),
          make_entry(*node, "batch_dot", {turned, transposed ? a : g[0]})};
}

/// Calls `row(g, v, out, length)` for every row of the last axis of ograd and value.
template <typename Row>
FCompute by_rows(Row row) {
  return [row](const Param&, const OpContext&, const std::vector<Tensor>& in,
               const std::vector<Tensor>& out) {
    const int64_t length = in[0].shape[in[0].shape.ndim() - 1];
    for (int64_t at = 0; at < in[0].size(); at += length) {
      row(in[0].floats() + at, in[1].floats() + at, out[0].floats() + at, length);
    }
  };
}

/// With y = softmax(x): dx = y (dy - sum(dy y)).
void softmax_row(const float* g, const float* y, float* out, int64_t length) {
  float dot = 0.0F;
  for (int64_t i = 0; i < length; ++i) {
    dot += g[i] * y[i];
  }
  for (int64_t i = 0; i < length; ++i) {
    out[i] = y[i] * (g[i] - dot);
  }
}

/// With y = log_softmax(x): dx = dy - exp(y) sum(dy).
void log_softmax_row(const float* g, const float* y, float* out, int64_t length) {
  float total = 0.0F;
  for (int64_t i = 0; i < length; ++i) {
    total += g[i];
  }
  for (int64_t i = 0; i < length; ++i) {
    out[i] = g[i] - std::exp(y[i]) * total;
  }
}

/// Registers the gradient of a function of the last axis that needs its output.
void by_output(const std::string& name, FCompute compute) {
  add_backward("_backward_" + name, {"ograd", "output"}, 0, std::move(compute));
  set_gradient(name, [name](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "_backward_" + name, {g[0], output_of(node)})};
  });
}

/// in: ograd, data, gamma; out: the gradients of data, gamma, beta. With z the normalised data:
/// dbeta = sum(dy), dgamma = sum(dy z), dx = (h - mean(h) - z mean(h z)) / sigma, h = dy gamma.
void layer_norm_back(const Param& param, const OpContext&, const std::vector<Tensor>& in,
                     const std::vector<Tensor>& out) {
  const float eps = std::any_cast<const float&>(param);
  const int64_t length = in[2].size();
  const auto width = static_cast<float>(length);
  const float* const gamma = in[2].floats();
  float* const d_gamma = out[1].floats();
  float* const d_beta = out[2].floats();
  std::fill_n(d_gamma, length, 0.0F);
  std::fill_n(d_beta, length, 0.0F);
  for (int64_t at = 0; at < in[1].size(); at += length) {
    const float* const g = in[0].floats() + at;
    const float* const x = in[1].floats() + at;
    float* const dx = out[0].floats() + at;
    float mean = 0.0F;
    for (int64_t i = 0; i < length; ++i) {
      mean += x[i] / width;
    }
    float variance = 0.0F;
    for (int64_t i = 0; i < length; ++i) {
      variance += (x[i] - mean) * (x[i] - mean) / width;
    }
    const float scale = 1.0F / std::sqrt(variance + eps);
    float mean_h = 0.0F;
    float mean_hz = 0.0F;
    for (int64_t i = 0; i < length; ++i) {
      const float z = (x[i] - mean) * scale;
      d_gamma[i] += g[i] * z;
      d_beta[i] += g[i];
      mean_h += g[i] * gamma[i] / width;
      mean_hz += g[i] * gamma[i] * z / width;
    }
    for (int64_t i = 0; i < length; ++i) {
      const float z = (x[i] - mean) * scale;
      dx[i] = (g[i] * gamma[i] - mean_h - z * mean_hz) * scale;
    }
  }
}

bool infer_layer_norm_back(const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
  merge_shape(&(*out)[0], (*in)[1]);
  merge_shape(&(*out)[1], (*in)[2]);
  merge_shape(&(*out)[2], (*in)[2]);
  return (*in)[1].known() && (*in)[2].known();
}

void register_layer_norm() {
  Op::add("_backward_LayerNorm")
      .inputs({"ograd", "data", "gamma"})
      .parser([](const AttrDict& dict) -> Param {
        return static_cast<float>(AttrReader(dict).real("eps", 1e-5));
      })
      .count_outputs([](const Param&) { return 3; })
      .set<FInferShape>("FInferShape", infer_layer_norm_back)
      .set<FInferType>("FInferType", all_float)
      .set<FCompute>("FCompute", layer_norm_back);
  set_gradient("LayerNorm", [](const NodePtr& node, const Entries& g) {
    return make_entries(*node, "_backward_LayerNorm", {g[0], node->inputs[0], node->inputs[1]}, 3,
                        node->dict);
  });
}

[[maybe_unused]] const bool k_registered = [] {
  register_fully_connected();
  set_gradient("batch_dot", batch_dot_back);
  by_output("softmax", by_rows(softmax_row));
  by_output("log_softmax", by_rows(log_softmax_row));
  register_layer_norm();
  return true;
}();

}  // namespace
}  // namespace mxnet
