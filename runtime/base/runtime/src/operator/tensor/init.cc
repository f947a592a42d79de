// Arrays made from nothing: constants, ranges, random numbers.

#include "base/random.h"
#include "operator/param.h"

namespace mxnet {
namespace {

struct InitParam {
  Shape shape;
  DType dtype;
  float value;
};
struct RangeParam {
  int64_t start;
  int64_t stop;
  DType dtype;
};
struct UniformParam {
  Shape shape;
  float low;
  float high;
  uint64_t seed;
};

Shape shape_of(const AttrReader& reader) {
  const auto dims = reader.integers("shape");
  return {dims.begin(), dims.end()};
}

template <typename P>
bool shape_from_param(const Param& param, std::vector<Shape>*, std::vector<Shape>* out) {
  merge_shape(&(*out)[0], std::any_cast<const P&>(param).shape);
  return true;
}

template <typename P>
bool type_from_param(const Param& param, std::vector<DType>*, std::vector<DType>* out) {
  (*out)[0] = std::any_cast<const P&>(param).dtype;
  return true;
}

void fill(const Param& param, const OpContext&, const std::vector<Tensor>&,
          const std::vector<Tensor>& out) {
  const float value = std::any_cast<const InitParam&>(param).value;
  if (out[0].dtype == DType::int32) {
    std::fill_n(out[0].ints(), out[0].size(), static_cast<int32_t>(value));
  } else {
    std::fill_n(out[0].floats(), out[0].size(), value);
  }
}

void add_fill(const std::string& name, double otherwise) {
  Op::add(name)
      .parser([otherwise](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return InitParam{shape_of(reader), reader.dtype("dtype", DType::float32),
                         static_cast<float>(reader.real("value", otherwise))};
      })
      .set<FInferShape>("FInferShape", shape_from_param<InitParam>)
      .set<FInferType>("FInferType", type_from_param<InitParam>)
      .set<FCompute>("FCompute", fill);
}

void arange(const Param& param, const OpContext&, const std::vector<Tensor>&,
            const std::vector<Tensor>& out) {
  const auto& range = std::any_cast<const RangeParam&>(param);
  for (int64_t i = range.start; i < range.stop; ++i) {
    if (range.dtype == DType::int32) {
      out[0].ints()[i - range.start] = static_cast<int32_t>(i);
    } else {
      out[0].floats()[i - range.start] = static_cast<float>(i);
    }
  }
}

void uniform(const Param& param, const OpContext&, const std::vector<Tensor>&,
             const std::vector<Tensor>& out) {
  const auto& range = std::any_cast<const UniformParam&>(param);
  for (int64_t i = 0; i < out[0].size(); ++i) {
    out[0].floats()[i] = range.low + (range.high - range.low) * random::uniform(range.seed, i);
  }
}

[[maybe_unused]] const bool k_registered = [] {
  add_fill("_zeros", 0.0);
  add_fill("_ones", 1.0);
  add_fill("_full", 0.0);
  Op::add("_arange")
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return RangeParam{reader.integer("start", 0), reader.integer("stop"),
                          reader.dtype("dtype", DType::float32)};
      })
      .set<FInferShape>("FInferShape",
                        [](const Param& param, auto*, auto* out) {
                          const auto& range = std::any_cast<const RangeParam&>(param);
                          (*out)[0] = {std::max<int64_t>(range.stop - range.start, 0)};
                          return true;
                        })
      .set<FInferType>("FInferType", type_from_param<RangeParam>)
      .set<FCompute>("FCompute", arange);
  Op::add("_random_uniform")
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return UniformParam{shape_of(reader), static_cast<float>(reader.real("low", 0.0)),
                            static_cast<float>(reader.real("high", 1.0)),
                            static_cast<uint64_t>(reader.integer("seed", 0))};
      })
      .set<FInferShape>("FInferShape", shape_from_param<UniformParam>)
      .set<FInferType>("FInferType",
                       [](const Param&, auto*, auto* out) {
                         (*out)[0] = DType::float32;
                         return true;
                       })
      .set<FCompute>("FCompute", uniform);
  return true;
}();

}  // namespace
}  // namespace mxnet
