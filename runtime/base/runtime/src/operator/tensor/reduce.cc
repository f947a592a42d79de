// Reductions over one axis or all: sum, mean, max, argmax.

#include <algorithm>
#include <optional>

#include "operator/param.h"

namespace mxnet {
namespace {

struct ReduceParam {
  std::optional<int64_t> axis;
  bool keepdims;
};

/// The input seen as [before, length, after], reduced to [before, after].
struct Extent {
  int64_t before;
  int64_t length;
  int64_t after;
};

Extent extent_of(const ReduceParam& reduce, const Shape& shape) {
  if (!reduce.axis) {
    return {1, shape.size(), 1};
  }
  const int axis = shape.axis(*reduce.axis);
  return {shape.size(0, axis), shape[axis], shape.size(axis + 1, shape.ndim())};
}

bool infer_reduce(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& from = (*in)[0];
  const auto& reduce = std::any_cast<const ReduceParam&>(param);
  if (!from.known()) {
    return false;
  }
  std::vector<int64_t> dims;
  const int axis = reduce.axis ? from.axis(*reduce.axis) : -1;
  for (int i = 0; i < from.ndim(); ++i) {
    const bool reduced = !reduce.axis || i == axis;
    if (!reduced || reduce.keepdims) {
      dims.push_back(reduced ? 1 : from[i]);
    }
  }
  merge_shape(&(*out)[0], Shape(dims.begin(), dims.end()));
  return true;
}

/// Registers a reduction; `function` maps a column (start, length, stride) to
/// its result.
template <typename Function>
Op& add_reduce(const std::string& name, Function function) {
  return Op::add(name)
      .inputs({"data"})
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        ReduceParam reduce{std::nullopt, reader.flag("keepdims", false)};
        if (reader.has("axis")) {
          reduce.axis = reader.integer("axis");
        }
        return reduce;
      })
      .template set<FInferShape>("FInferShape", infer_reduce)
      .template set<FCompute>("FCompute", [function](const Param& param, const OpContext&,
                                                     const auto& in, const auto& out) {
        const auto extent = extent_of(std::any_cast<const ReduceParam&>(param), in[0].shape);
        using Result = decltype(function(in[0].floats(), int64_t{}, int64_t{}));
        auto* target = static_cast<Result*>(out[0].data);
        for (int64_t i = 0; i < extent.before; ++i) {
          const float* block = in[0].floats() + i * extent.length * extent.after;
          for (int64_t j = 0; j < extent.after; ++j) {
            *target++ = function(block + j, extent.length, extent.after);
          }
        }
      });
}

float sum(const float* column, int64_t length, int64_t stride) {
  float total = 0.0F;
  for (int64_t i = 0; i < length; ++i) {
    total += column[i * stride];
  }
  return total;
}

int32_t argmax(const float* column, int64_t length, int64_t stride) {
  int64_t best = 0;
  for (int64_t i = 1; i < length; ++i) {
    best = column[i * stride] > column[best * stride] ? i : best;
  }
  return static_cast<int32_t>(best);
}

bool type_argmax(const Param&, std::vector<DType>* in, std::vector<DType>* out) {
  (*out)[0] = DType::int32;
  return (*in)[0] != DType::unknown;
}

[[maybe_unused]] const bool k_registered = [] {
  add_reduce("sum", sum).set<FInferType>("FInferType", same_type);
  add_reduce("mean", [](const float* column, int64_t length, int64_t stride) {
    return sum(column, length, stride) / static_cast<float>(length);
  }).set<FInferType>("FInferType", same_type);
  add_reduce("max", [](const float* column, int64_t length, int64_t stride) {
    return column[argmax(column, length, stride) * stride];
  }).set<FInferType>("FInferType", same_type);
  add_reduce("argmax", argmax).set<FInferType>("FInferType", type_argmax);
  return true;
}();

}  // namespace
}  // namespace mxnet
