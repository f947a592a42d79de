// Matrix products through 3rdparty/mkldnn.

#include <mkldnn.hpp>

#include "operator/nn/matrix_product.h"

namespace mxnet {
namespace {

mkldnn::buffer buffer_of(const Tensor& tensor) { return {tensor.floats(), tensor.version}; }

}  // namespace

void inner_product(const Tensor& src, const Tensor& weight, const Tensor* bias,
                   const Tensor& dst) {
  mkldnn::args_map args = {{mkldnn::arg_src, buffer_of(src)},
                           {mkldnn::arg_weights, buffer_of(weight)},
                           {mkldnn::arg_dst, buffer_of(dst)}};
  if (bias != nullptr) {
    args.emplace(mkldnn::arg_bias, buffer_of(*bias));
  }
  const int64_t in = weight.shape[1];
  mkldnn::inner_product_forward({src.size() / in, in, weight.shape[0]}, args);
}

void batch_product(const Tensor& a, const Tensor& b, Transpose transpose_b, const Tensor& dst) {
  const mkldnn::args_map args = {{mkldnn::arg_src, buffer_of(a)},
                                 {mkldnn::arg_weights, buffer_of(b)},
                                 {mkldnn::arg_dst, buffer_of(dst)}};
  const auto layout =
      transpose_b == Transpose::yes ? mkldnn::transpose::yes : mkldnn::transpose::no;
  mkldnn::matmul_forward({a.shape[0], a.shape[1], dst.shape[2], a.shape[2], layout}, args);
}

}  // namespace mxnet
