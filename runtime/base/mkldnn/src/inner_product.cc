#include "engine.hpp"

#include <algorithm>

namespace mkldnn {

void inner_product_forward(const inner_product_desc& desc, const args_map& args) {
  const float* src = required(args, arg_src).data;
  const float* weights = required(args, arg_weights).data;
  float* dst = required(args, arg_dst).data;

  float beta = 0.0F;
  if (const auto bias = args.find(arg_bias); bias != args.end()) {
    for (std::int64_t row = 0; row < desc.rows; ++row) {
      std::copy_n(bias->second.data, desc.out, dst + row * desc.out);
    }
    beta = 1.0F;
  }
  dnnl::sgemm('N', 'T', desc.rows, desc.out, desc.in, 1.0F, src, desc.in, weights, desc.in, beta,
              dst, desc.out);
}

}  // namespace mkldnn
