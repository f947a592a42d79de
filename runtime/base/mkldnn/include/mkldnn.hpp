#pragma once

#include <cstdint>
#include <unordered_map>

namespace mkldnn {

/// Memory layouts, numbered as in the table of this release.
enum class format_tag : int {
  undef = 0,
  any = 1,
  a = 2,
  ab = 3,
  ba = 4,
  abc = 5,
  acb = 6,
};
/// The number of layouts this release knows, named here or not.
inline constexpr int format_tag_count = 131;

/// Argument numbers of a primitive.
enum arg : int { arg_src = 1, arg_dst = 17, arg_weights = 33, arg_bias = 41 };

/// A dense row-major buffer. `version` identifies its contents for the life of
/// the process: equal non-zero versions promise equal contents. 0 promises
/// nothing.
struct buffer {
  float* data = nullptr;
  std::uint64_t version = 0;
};

/// Which buffer stands for which argument of a primitive.
using args_map = std::unordered_map<int, buffer>;

/// dst[rows, out] = src[rows, in] * weights[out, in]^T + bias[out].
/// The bias is optional.
struct inner_product_desc {
  std::int64_t rows;
  std::int64_t in;
  std::int64_t out;
};
void inner_product_forward(const inner_product_desc& desc, const args_map& args);

enum class transpose : int { no = 0, yes = 1 };

/// dst[batch, m, n] = src[batch, m, k] * weights[batch, k, n]; with
/// `transpose::yes` the weights are stored as [batch, n, k].
struct matmul_desc {
  std::int64_t batch;
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  transpose weights;
};
void matmul_forward(const matmul_desc& desc, const args_map& args);

/// The version of this library: major.minor.patch.
const char* version();

}  // namespace mkldnn
