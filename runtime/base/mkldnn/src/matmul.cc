#include "engine.hpp"

namespace mkldnn {

void matmul_forward(const matmul_desc& desc, const args_map& args) {
  const float* src = required(args, arg_src).data;
  const float* weights = required(args, arg_weights).data;
  float* dst = required(args, arg_dst).data;

  const bool transposed = desc.weights == transpose::yes;
  for (std::int64_t b = 0; b < desc.batch; ++b) {
    dnnl::sgemm('N', transposed ? 'T' : 'N', desc.m, desc.n, desc.k, 1.0F,
                src + b * desc.m * desc.k, desc.k, weights + b * desc.k * desc.n,
                transposed ? desc.k : desc.n, 0.0F, dst + b * desc.m * desc.n, desc.n);
  }
}

}  // namespace mkldnn
