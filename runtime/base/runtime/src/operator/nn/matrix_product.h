#pragma once

#include "base/tensor.h"

namespace mxnet {

/// dst[rows, out] = src[rows, in] * weight[out, in]^T, plus bias[out] if given.
void inner_product(const Tensor& src, const Tensor& weight, const Tensor* bias,
                   const Tensor& dst);

enum class Transpose { no, yes };

/// dst[i] = a[i] * b[i] for every matrix of a batch; b[i] may be transposed.
void batch_product(const Tensor& a, const Tensor& b, Transpose transpose_b, const Tensor& dst);

}  // namespace mxnet
