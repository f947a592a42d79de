// Gradients of operators that move elements, choose them or reduce along axes.

#include <algorithm>
#include <functional>
#include <optional>

#include "operator/gradient/gradients.h"

namespace mxnet {
namespace {

struct AxisParam {
  int64_t axis;
};

AttrDict picked(const AttrDict& dict, std::initializer_list<const char*> keys) {
  AttrDict out;
  for (const char* key : keys) {
    if (const auto found = dict.find(key); found != dict.end()) {
      out.insert(*found);
    }
  }
  return out;
}

/// The axes that take a transposed array back.
Entries transpose_back(const NodePtr& node, const Entries& g) {
  const auto axes = AttrReader(node->dict).integers("axes");
  const auto ndim = static_cast<int64_t>(axes.size());
  std::vector<int64_t> back(axes.size());
  for (int64_t i = 0; i < ndim; ++i) {
    const int64_t from = axes[i] < 0 ? axes[i] + ndim : axes[i];
    check(from >= 0 && from < ndim, "transpose: axis is out of range");
    back[from] = i;
  }
  const Shape shown(back.begin(), back.end());  // written like a shape: (0,2,1)
  return {make_entry(*node, "transpose", {g[0]}, {{"axes", shown.str()}})};
}

/// The gradient of a box of an array, zero elsewhere. in: ograd, data.
void pad_box(const Tensor& box, const Tensor& whole, const Shape& begin) {
  const int ndim = whole.shape.ndim();
  std::fill_n(whole.floats(), whole.size(), 0.0F);
  const int64_t run = box.shape[ndim - 1];
  const float* source = box.floats();
  for (int64_t row = 0; row < box.size() / run; ++row, source += run) {
    int64_t offset = begin[ndim - 1];
    int64_t rest = row;
    int64_t stride = whole.shape[ndim - 1];
    for (int i = ndim - 2; i >= 0; --i) {
      offset += (begin[i] + rest % box.shape[i]) * stride;
      rest /= box.shape[i];
      stride *= whole.shape[i];
    }
    std::copy(source, source + run, whole.floats() + offset);
  }
}

int64_t bound(int64_t place, int64_t size) {
  return std::clamp<int64_t>(place < 0 ? place + size : place, 0, size);
}

void slice_back(const Param& param, const OpContext&, const std::vector<Tensor>& in,
                const std::vector<Tensor>& out) {
  const auto& starts = std::any_cast<const std::vector<int64_t>&>(param);
  Shape begin = Shape::of_rank(out[0].shape.ndim(), 0);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    begin[static_cast<int>(i)] = bound(starts[i], out[0].shape[static_cast<int>(i)]);
  }
  pad_box(in[0], out[0], begin);
}

struct SliceAxisParam {
  int64_t axis;
  int64_t begin;
};

void slice_axis_back(const Param& param, const OpContext&, const std::vector<Tensor>& in,
                     const std::vector<Tensor>& out) {
  const auto& slice = std::any_cast<const SliceAxisParam&>(param);
  const int axis = out[0].shape.axis(slice.axis);
  Shape begin = Shape::of_rank(out[0].shape.ndim(), 0);
  begin[axis] = bound(slice.begin, out[0].shape[axis]);
  pad_box(in[0], out[0], begin);
}

/// Takes apart what Concat or stack joined. in: ograd, then what was joined.
void split_back(const Param& param, const OpContext&, const std::vector<Tensor>& in,
                const std::vector<Tensor>& out) {
  const Shape& joined = in[0].shape;
  const int64_t rows = joined.size(0, joined.axis(std::any_cast<const AxisParam&>(param).axis));
  const float* source = in[0].floats();
  for (int64_t row = 0; row < rows; ++row) {
    for (const Tensor& part : out) {
      const int64_t run = part.size() / rows;
      std::copy(source, source + run, part.floats() + row * run);
      source += run;
    }
  }
}

void add_split(const std::string& name, const std::string& axis_key, int64_t otherwise) {
  const std::string backward = "_backward_" + name;
  Op::add(backward)
      .count_inputs([](const AttrDict& dict) { return num_args(dict) + 1; })
      .parser([axis_key, otherwise](const AttrDict& dict) -> Param {
        return std::pair(AxisParam{AttrReader(dict).integer(axis_key, otherwise)}, num_args(dict));
      })
      .count_outputs([](const Param& param) {
        return std::any_cast<const std::pair<AxisParam, int>&>(param).second;
      })
      .set<FInferShape>("FInferShape",
                        [](const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
                          std::copy(in->begin() + 1, in->end(), out->begin());
                          return std::all_of(out->begin(), out->end(),
                                             [](const Shape& shape) { return shape.known(); });
                        })
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", [](const Param& param, const OpContext& context, const auto& in,
                                    const auto& out) {
        split_back(std::any_cast<const std::pair<AxisParam, int>&>(param).first, context, in, out);
      });
  set_gradient(name, [backward](const NodePtr& node, const Entries& g) {
    Entries inputs = {g[0]};
    inputs.insert(inputs.end(), node->inputs.begin(), node->inputs.end());
    return make_entries(*node, backward, inputs, static_cast<int>(node->inputs.size()), node->dict);
  });
}

/// Adds rows of a gradient to those of the array they were taken from. in: ograd, indices.
void add_rows(const Tensor& rows, const Tensor& indices, const Tensor& whole, int axis) {
  const Shape& shape = whole.shape;
  const int64_t run = shape.size(axis + 1, shape.ndim());
  std::fill_n(whole.floats(), whole.size(), 0.0F);
  const float* source = rows.floats();
  for (int64_t block = 0; block < shape.size(0, axis); ++block) {
    float* const start = whole.floats() + block * shape[axis] * run;
    for (int64_t i = 0; i < indices.size(); ++i, source += run) {
      const int64_t index = indices.dtype == DType::int32
                                ? indices.ints()[i]
                                : static_cast<int64_t>(indices.floats()[i]);
      float* const target = start + std::clamp<int64_t>(index, 0, shape[axis] - 1) * run;
      std::transform(source, source + run, target, target, std::plus<float>());
    }
  }
}

enum class Reduction { sum, mean };

/// The gradient of a sum or a mean, spread over what was added up. in: ograd, data.
void spread(const Tensor& gradient, const Tensor& out, std::optional<int64_t> axis,
            Reduction reduction) {
  const Shape& shape = out.shape;
  const int at = axis ? shape.axis(*axis) : 0;
  const int64_t length = axis ? shape[at] : out.size();
  const int64_t after = axis ? shape.size(at + 1, shape.ndim()) : 1;
  const float scale = reduction == Reduction::mean ? 1.0F / static_cast<float>(length) : 1.0F;
  for (int64_t i = 0; i < out.size(); ++i) {
    out.floats()[i] = scale * gradient.floats()[i / (length * after) * after + i % after];
  }
}

void add_reduce(const std::string& name, Reduction reduction) {
  const std::string backward = "_backward_" + name;
  add_backward(backward, {"ograd", "data"}, 1,
               [reduction](const Param& param, const OpContext&, const auto& in, const auto& out) {
                 spread(in[0], out[0], std::any_cast<const std::optional<int64_t>&>(param),
                        reduction);
               })
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return reader.has("axis") ? std::optional(reader.integer("axis")) : std::nullopt;
      });
  set_gradient(name, [backward](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, backward, {g[0], node->inputs[0]}, picked(node->dict, {"axis"}))};
  });
}

void register_moves() {
  for (const char* name : {"Reshape", "expand_dims"}) {
    set_gradient(name, [](const NodePtr& node, const Entries& g) -> Entries {
      return {make_entry(*node, "reshape_like", {g[0], node->inputs[0]})};
    });
  }
  set_gradient("transpose", transpose_back);
  add_split("Concat", "dim", 1);
  add_split("stack", "axis", 0);
  add_backward("_backward_slice", {"ograd", "data"}, 1, slice_back)
      .parser([](const AttrDict& dict) -> Param { return AttrReader(dict).integers("begin"); });
  set_gradient("slice", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "_backward_slice", {g[0], node->inputs[0]},
                       picked(node->dict, {"begin"}))};
  });
  add_backward("_backward_slice_axis", {"ograd", "data"}, 1, slice_axis_back)
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return SliceAxisParam{reader.integer("axis"), reader.integer("begin", 0)};
      });
  set_gradient("slice_axis", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "_backward_slice_axis", {g[0], node->inputs[0]},
                       picked(node->dict, {"axis", "begin"}))};
  });
}

void register_choices() {
  add_backward("_backward_take", {"ograd", "indices", "a"}, 2,
               [](const Param& param, const OpContext&, const auto& in, const auto& out) {
                 const int axis = out[0].shape.axis(std::any_cast<const AxisParam&>(param).axis);
                 add_rows(in[0], in[1], out[0], axis);
               })
      .parser([](const AttrDict& dict) -> Param {
        return AxisParam{AttrReader(dict).integer("axis", 0)};
      });
  set_gradient("take", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "_backward_take", {g[0], node->inputs[1], node->inputs[0]},
                       node->dict),
            {}};
  });
  add_backward("_backward_Embedding", {"ograd", "data", "weight"}, 2,
               [](const Param&, const OpContext&, const auto& in, const auto& out) {
                 add_rows(in[0], in[1], out[0], 0);
               });
  set_gradient("Embedding", [](const NodePtr& node, const Entries& g) -> Entries {
    return {{}, make_entry(*node, "_backward_Embedding", {g[0], node->inputs[0], node->inputs[1]})};
  });
  set_gradient("where", [](const NodePtr& node, const Entries& g) -> Entries {
    const auto none = make_entry(*node, "zeros_like", {g[0]});
    return {{},
            make_entry(*node, "where", {node->inputs[0], g[0], none}),
            make_entry(*node, "where", {node->inputs[0], none, g[0]})};
  });
}

[[maybe_unused]] const bool k_registered = [] {
  register_moves();
  register_choices();
  add_reduce("sum", Reduction::sum);
  add_reduce("mean", Reduction::mean);
  return true;
}();

}  // namespace
}  // namespace mxnet
