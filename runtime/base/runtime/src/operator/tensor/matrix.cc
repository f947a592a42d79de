// Operators that move elements.

#include <cstring>
#include <limits>

#include "operator/param.h"

namespace mxnet {
namespace {

struct AxisParam {
  int64_t axis;
};
struct TransposeParam {
  std::vector<int64_t> axes;
};
struct SliceParam {
  std::vector<int64_t> begin;
  std::vector<int64_t> end;
};
struct SliceAxisParam {
  int64_t axis;
  int64_t begin;
  int64_t end;
};
struct RepeatParam {
  int64_t repeats;
  int64_t axis;
};
constexpr int64_t k_to_the_end = std::numeric_limits<int64_t>::max();

bool infer_transpose(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& from = (*in)[0];
  const auto& axes = std::any_cast<const TransposeParam&>(param).axes;
  if (!from.known()) {
    return false;
  }
  check(static_cast<int>(axes.size()) == from.ndim(), "transpose needs every axis once");
  Shape to = Shape::of_rank(from.ndim());
  for (int i = 0; i < from.ndim(); ++i) {
    to[i] = from[from.axis(axes[i])];
  }
  merge_shape(&(*out)[0], to);
  return true;
}

void transpose(const Param& param, const OpContext&, const std::vector<Tensor>& in,
               const std::vector<Tensor>& out) {
  const auto& axes = std::any_cast<const TransposeParam&>(param).axes;
  const Shape& from = in[0].shape;
  const Shape& to = out[0].shape;
  const int ndim = to.ndim();
  Shape strides = Shape::of_rank(ndim, 1);
  for (int i = 0; i < ndim; ++i) {
    strides[i] = from.size(from.axis(axes[i]) + 1, ndim);
  }
  const int64_t inner = to[ndim - 1];
  const int64_t inner_stride = strides[ndim - 1];
  uint32_t* target = out[0].words();
  for (int64_t row = 0; row < out[0].size() / inner; ++row, target += inner) {
    const uint32_t* source = in[0].words();
    int64_t rest = row;
    for (int i = ndim - 2; i >= 0; --i) {
      source += rest % to[i] * strides[i];
      rest /= to[i];
    }
    if (inner_stride == 1) {
      std::memcpy(target, source, inner * k_element_bytes);
      continue;
    }
    for (int64_t i = 0; i < inner; ++i) {
      target[i] = source[i * inner_stride];
    }
  }
}

/// Copies the box of `out`'s shape that starts at `begin` of `in`.
void copy_box(const Tensor& in, const Tensor& out, const Shape& begin) {
  const int ndim = in.shape.ndim();
  int whole = ndim;  // axes from here on are copied in one piece
  while (whole > 0 && out.shape[whole - 1] == in.shape[whole - 1]) {
    --whole;
  }
  const int split = std::max(whole - 1, 0);
  const int64_t run = out.shape.size(split, ndim);
  uint32_t* target = out.words();
  for (int64_t row = 0; row < out.shape.size(0, split); ++row, target += run) {
    int64_t offset = begin[split] * in.shape.size(split + 1, ndim);
    int64_t rest = row;
    for (int i = split - 1; i >= 0; --i) {
      offset += (begin[i] + rest % out.shape[i]) * in.shape.size(i + 1, ndim);
      rest /= out.shape[i];
    }
    std::memcpy(target, in.words() + offset, run * k_element_bytes);
  }
}

/// An end or begin counted from the front and cut to the axis.
int64_t bound(int64_t place, int64_t size) {
  return std::clamp<int64_t>(place < 0 ? place + size : place, 0, size);
}

Shape slice_begin(const SliceParam& slice, const Shape& from) {
  Shape begin = Shape::of_rank(from.ndim(), 0);
  for (std::size_t i = 0; i < slice.begin.size(); ++i) {
    begin[i] = bound(slice.begin[i], from[i]);
  }
  return begin;
}

bool infer_slice(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const auto& slice = std::any_cast<const SliceParam&>(param);
  Shape shape = (*in)[0];
  if (!shape.known()) {
    return false;
  }
  check(slice.begin.size() == slice.end.size(), "slice: begin and end differ in length");
  check(static_cast<int>(slice.begin.size()) <= shape.ndim(), "slice has too many axes");
  const Shape begin = slice_begin(slice, shape);
  for (std::size_t i = 0; i < slice.end.size(); ++i) {
    const int64_t end = bound(slice.end[i], shape[i]);
    check(begin[i] < end, "slice is empty");
    shape[i] = end - begin[i];
  }
  merge_shape(&(*out)[0], shape);
  return true;
}

void slice(const Param& param, const OpContext&, const std::vector<Tensor>& in,
           const std::vector<Tensor>& out) {
  copy_box(in[0], out[0], slice_begin(std::any_cast<const SliceParam&>(param), in[0].shape));
}

bool infer_slice_axis(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const auto& slice = std::any_cast<const SliceAxisParam&>(param);
  Shape shape = (*in)[0];
  if (!shape.known()) {
    return false;
  }
  const int axis = shape.axis(slice.axis);
  const int64_t length = bound(slice.end, shape[axis]) - bound(slice.begin, shape[axis]);
  check(length > 0, "slice_axis is empty");
  shape[axis] = length;
  merge_shape(&(*out)[0], shape);
  return true;
}

void slice_axis(const Param& param, const OpContext&, const std::vector<Tensor>& in,
                const std::vector<Tensor>& out) {
  const auto& slice = std::any_cast<const SliceAxisParam&>(param);
  const Shape& from = in[0].shape;
  Shape begin = Shape::of_rank(from.ndim(), 0);
  const int axis = from.axis(slice.axis);
  begin[axis] = bound(slice.begin, from[axis]);
  copy_box(in[0], out[0], begin);
}

/// Inputs one after another along `axis` of the output.
void join(const std::vector<Tensor>& in, const Tensor& out, int axis) {
  const int64_t rows = out.shape.size(0, axis);
  uint32_t* target = out.words();
  for (int64_t row = 0; row < rows; ++row) {
    for (const Tensor& each : in) {
      const int64_t run = each.size() / rows;
      std::memcpy(target, each.words() + row * run, run * k_element_bytes);
      target += run;
    }
  }
}

bool infer_concat(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  Shape shape = in->front();
  if (!std::all_of(in->begin(), in->end(), [](const Shape& s) { return s.known(); })) {
    return false;
  }
  const int axis = shape.axis(std::any_cast<const AxisParam&>(param).axis);
  int64_t length = 0;
  for (const Shape& each : *in) {
    shape[axis] = each.ndim() == shape.ndim() ? each[axis] : 0;
    check(each == shape, "Concat: shape " + each.str() + " does not fit the first input");
    length += each[axis];
  }
  shape[axis] = length;
  merge_shape(&(*out)[0], shape);
  return true;
}

void concat(const Param& param, const OpContext&, const std::vector<Tensor>& in,
            const std::vector<Tensor>& out) {
  join(in, out[0], out[0].shape.axis(std::any_cast<const AxisParam&>(param).axis));
}

bool infer_stack(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  std::vector<Shape> none;
  if (!same_shape(param, in, &none)) {
    return false;
  }
  const Shape& each = in->front();
  Shape stacked = Shape::of_rank(each.ndim() + 1, static_cast<int64_t>(in->size()));
  const int axis = stacked.axis(std::any_cast<const AxisParam&>(param).axis);
  for (int i = 0; i < each.ndim(); ++i) {
    stacked[i < axis ? i : i + 1] = each[i];
  }
  merge_shape(&(*out)[0], stacked);
  return true;
}

bool infer_repeat(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const auto& repeat = std::any_cast<const RepeatParam&>(param);
  Shape shape = (*in)[0];
  if (!shape.known()) {
    return false;
  }
  shape[shape.axis(repeat.axis)] *= repeat.repeats;
  merge_shape(&(*out)[0], shape);
  return true;
}

void repeat(const Param& param, const OpContext&, const std::vector<Tensor>& in,
            const std::vector<Tensor>& out) {
  const auto& repeat = std::any_cast<const RepeatParam&>(param);
  const Shape& from = in[0].shape;
  const int axis = from.axis(repeat.axis);
  const int64_t run = from.size(axis + 1, from.ndim());
  const uint32_t* source = in[0].words();
  uint32_t* target = out[0].words();
  for (int64_t row = 0; row < from.size(0, axis + 1); ++row, source += run) {
    for (int64_t i = 0; i < repeat.repeats; ++i, target += run) {
      std::memcpy(target, source, run * k_element_bytes);
    }
  }
}

Param parse_axis(const AttrDict& dict, const std::string& key, int64_t otherwise) {
  return AxisParam{AttrReader(dict).integer(key, otherwise)};
}

void register_slices() {
  Op::add("slice")
      .inputs({"data"})
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return SliceParam{reader.integers("begin"), reader.integers("end", k_to_the_end)};
      })
      .set<FInferShape>("FInferShape", infer_slice)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", slice);
  Op::add("slice_axis")
      .inputs({"data"})
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return SliceAxisParam{reader.integer("axis"), reader.integer("begin", 0),
                              reader.integer("end", k_to_the_end)};
      })
      .set<FInferShape>("FInferShape", infer_slice_axis)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", slice_axis);
}

void register_moves() {
  Op::add("transpose")
      .inputs({"data"})
      .parser([](const AttrDict& dict) -> Param {
        return TransposeParam{AttrReader(dict).integers("axes")};
      })
      .set<FInferShape>("FInferShape", infer_transpose)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", transpose);
  Op::add("Concat")
      .count_inputs(num_args)
      .set<THasDeterministicOutput>("THasDeterministicOutput", true)
      .parser([](const AttrDict& dict) { return parse_axis(dict, "dim", 1); })
      .set<FInferShape>("FInferShape", infer_concat)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", concat);
  Op::add("stack")
      .count_inputs(num_args)
      .parser([](const AttrDict& dict) { return parse_axis(dict, "axis", 0); })
      .set<FInferShape>("FInferShape", infer_stack)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", concat);
  Op::add("repeat")
      .inputs({"data"})
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return RepeatParam{reader.integer("repeats"), reader.integer("axis", 0)};
      })
      .set<FInferShape>("FInferShape", infer_repeat)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", repeat);
}

[[maybe_unused]] const bool k_registered = [] {
  register_slices();
  register_moves();
  return true;
}();

}  // namespace
}  // namespace mxnet
