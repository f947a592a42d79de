// Matrix products without any library.

#include <algorithm>

#include "operator/nn/matrix_product.h"

namespace mxnet {

void inner_product(const Tensor& src, const Tensor& weight, const Tensor* bias,
                   const Tensor& dst) {
  const int64_t in = weight.shape[1];
  const int64_t out = weight.shape[0];
  for (int64_t row = 0; row < src.size() / in; ++row) {
    const float* x = src.floats() + row * in;
    for (int64_t j = 0; j < out; ++j) {
      const float* w = weight.floats() + j * in;
      float sum = bias != nullptr ? bias->floats()[j] : 0.0F;
      for (int64_t i = 0; i < in; ++i) {
        sum += x[i] * w[i];
      }
      dst.floats()[row * out + j] = sum;
    }
  }
}

void batch_product(const Tensor& a, const Tensor& b, Transpose transpose_b, const Tensor& dst) {
  const int64_t m = a.shape[1];
  const int64_t k = a.shape[2];
  const int64_t n = dst.shape[2];
  const int64_t step_k = transpose_b == Transpose::yes ? 1 : n;
  const int64_t step_n = transpose_b == Transpose::yes ? k : 1;
  for (int64_t row = 0; row < a.shape[0] * m; ++row) {
    const float* x = a.floats() + row * k;
    const float* y = b.floats() + row / m * k * n;
    for (int64_t j = 0; j < n; ++j) {
      float sum = 0.0F;
      for (int64_t i = 0; i < k; ++i) {
        sum += x[i] * y[i * step_k + j * step_n];
      }
      dst.floats()[row * n + j] = sum;
    }
  }
}

}  // namespace mxnet
