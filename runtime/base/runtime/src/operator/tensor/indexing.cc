// Operators that choose elements by index: take, Embedding, topk, argmax.

#include <algorithm>
#include <cstring>

#include "operator/param.h"

namespace mxnet {
namespace {

struct TakeParam {
  int64_t axis;
};
struct EmbeddingParam {
  int64_t input_dim;
  int64_t output_dim;
};
enum class Returned { value, indices, both };
struct TopkParam {
  int64_t k;
  Returned returned;
};

/// Index number `i`, whatever the element type; indices past an end are cut.
int64_t index_at(const Tensor& indices, int64_t i, int64_t size) {
  const int64_t index = indices.dtype == DType::int32
                            ? indices.ints()[i]
                            : static_cast<int64_t>(indices.floats()[i]);
  return std::clamp<int64_t>(index, 0, size - 1);
}

/// For every block of `from` before `axis`: the rows that `indices` name.
void gather(const Tensor& from, const Tensor& indices, const Tensor& out, int axis) {
  const Shape& shape = from.shape;
  const int64_t run = shape.size(axis + 1, shape.ndim());
  uint32_t* target = out.words();
  for (int64_t block = 0; block < shape.size(0, axis); ++block) {
    const uint32_t* rows = from.words() + block * shape[axis] * run;
    for (int64_t i = 0; i < indices.size(); ++i, target += run) {
      const int64_t row = index_at(indices, i, shape[axis]);
      std::memcpy(target, rows + row * run, run * k_element_bytes);
    }
  }
}

bool infer_take(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& data = (*in)[0];
  const Shape& indices = (*in)[1];
  if (!data.known() || !indices.known()) {
    return false;
  }
  const int axis = data.axis(std::any_cast<const TakeParam&>(param).axis);
  Shape shape = Shape::of_rank(data.ndim() + indices.ndim() - 1);
  int at = 0;
  for (int i = 0; i < axis; ++i) {
    shape[at++] = data[i];
  }
  for (const int64_t dim : indices) {
    shape[at++] = dim;
  }
  for (int i = axis + 1; i < data.ndim(); ++i) {
    shape[at++] = data[i];
  }
  merge_shape(&(*out)[0], shape);
  return true;
}

bool type_of_first(const Param&, std::vector<DType>* in, std::vector<DType>* out) {
  (*out)[0] = (*in)[0];
  return (*in)[0] != DType::unknown;
}

bool type_of_weight(const Param&, std::vector<DType>* in, std::vector<DType>* out) {
  (*in)[1] = DType::float32;
  (*out)[0] = DType::float32;
  return (*in)[0] != DType::unknown;
}

void take(const Param& param, const OpContext&, const std::vector<Tensor>& in,
          const std::vector<Tensor>& out) {
  gather(in[0], in[1], out[0], in[0].shape.axis(std::any_cast<const TakeParam&>(param).axis));
}

bool infer_embedding(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const auto& embedding = std::any_cast<const EmbeddingParam&>(param);
  merge_shape(&(*in)[1], {embedding.input_dim, embedding.output_dim});
  Shape shape = (*in)[0];
  if (!shape.known()) {
    return false;
  }
  Shape looked_up = Shape::of_rank(shape.ndim() + 1, embedding.output_dim);
  std::copy(shape.begin(), shape.end(), &looked_up[0]);
  merge_shape(&(*out)[0], looked_up);
  return true;
}

void embedding(const Param&, const OpContext&, const std::vector<Tensor>& in,
               const std::vector<Tensor>& out) {
  gather(in[1], in[0], out[0], 0);
}

bool infer_topk(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  Shape shape = (*in)[0];
  if (!shape.known()) {
    return false;
  }
  const int64_t k = std::any_cast<const TopkParam&>(param).k;
  check(k >= 1 && k <= shape[shape.axis(-1)], "topk: k is out of range");
  shape[shape.axis(-1)] = k;
  for (Shape& each : *out) {
    merge_shape(&each, shape);
  }
  return true;
}

bool type_topk(const Param& param, std::vector<DType>* in, std::vector<DType>* out) {
  const auto returned = std::any_cast<const TopkParam&>(param).returned;
  (*out)[0] = returned == Returned::indices ? DType::int32 : DType::float32;
  out->back() = returned == Returned::value ? DType::float32 : DType::int32;
  return (*in)[0] != DType::unknown;
}

/// Writes the places of the k largest of `size` values, largest first; of equal
/// ones, the first comes first.
void find_largest(const float* values, int64_t size, int64_t k, int32_t* places) {
  int64_t found = 0;
  for (int64_t i = 0; i < size; ++i) {
    if (found == k && !(values[i] > values[places[k - 1]])) {
      continue;
    }
    int64_t at = found < k ? found++ : k - 1;
    for (; at > 0 && values[i] > values[places[at - 1]]; --at) {
      places[at] = places[at - 1];
    }
    places[at] = static_cast<int32_t>(i);
  }
}

int64_t topk_space(const Param& param, const std::vector<Tensor>&) {
  return std::any_cast<const TopkParam&>(param).k * static_cast<int64_t>(sizeof(int32_t));
}

void topk(const Param& param, const OpContext& context, const std::vector<Tensor>& in,
          const std::vector<Tensor>& out) {
  const auto& [k, returned] = std::any_cast<const TopkParam&>(param);
  const Shape& shape = in[0].shape;
  const int64_t size = shape[shape.ndim() - 1];
  auto* const places = static_cast<int32_t*>(context.temp_space);
  for (int64_t row = 0; row < in[0].size() / size; ++row) {
    const float* values = in[0].floats() + row * size;
    find_largest(values, size, k, places);
    if (returned != Returned::indices) {
      std::transform(places, places + k, out[0].floats() + row * k,
                     [values](int32_t place) { return values[place]; });
    }
    if (returned != Returned::value) {
      std::copy(places, places + k, out.back().ints() + row * k);
    }
  }
}

Returned parse_returned(const std::string& name) {
  if (name == "both") {
    return Returned::both;
  }
  check(name == "value" || name == "indices", "topk: ret_typ is value, indices or both");
  return name == "value" ? Returned::value : Returned::indices;
}

[[maybe_unused]] const bool k_registered = [] {
  Op::add("take")
      .inputs({"a", "indices"})
      .parser([](const AttrDict& dict) -> Param {
        return TakeParam{AttrReader(dict).integer("axis", 0)};
      })
      .set<FInferShape>("FInferShape", infer_take)
      .set<FInferType>("FInferType", type_of_first)
      .set<FCompute>("FCompute", take);
  Op::add("Embedding")
      .inputs({"data", "weight"})
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return EmbeddingParam{reader.integer("input_dim"), reader.integer("output_dim")};
      })
      .set<FInferShape>("FInferShape", infer_embedding)
      .set<FInferType>("FInferType", type_of_weight)
      .set<FCompute>("FCompute", embedding);
  Op::add("topk")
      .inputs({"data"})
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return TopkParam{reader.integer("k", 1),
                         parse_returned(reader.text("ret_typ", "indices"))};
      })
      .count_outputs([](const Param& param) {
        return std::any_cast<const TopkParam&>(param).returned == Returned::both ? 2 : 1;
      })
      .set<FInferShape>("FInferShape", infer_topk)
      .set<FInferType>("FInferType", type_topk)
      .temp_space(topk_space)
      .set<FCompute>("FCompute", topk);
  return true;
}();

}  // namespace
}  // namespace mxnet
