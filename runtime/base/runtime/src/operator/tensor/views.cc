// Operators that keep all elements in their order and only rename their places.

#include <optional>

#include "operator/param.h"

namespace mxnet {
namespace {

struct ReshapeParam {
  std::vector<int64_t> codes;
};
struct AxisParam {
  int64_t axis;
};
struct SqueezeParam {
  std::optional<int64_t> axis;
};

void copy(const Param&, const OpContext&, const std::vector<Tensor>& in,
          const std::vector<Tensor>& out) {
  copy_elements(in[0], out[0]);
}

#if MXNET_USE_MKLDNN
/// An array in a layout of the library's own has to be put in plain order on its way,
/// for which all its elements need a place. Arrays of this runtime are plain; a library
/// that keeps reordered data to itself leaves nothing to do.
int64_t reorder_space(const Param&, const std::vector<Tensor>&) { return 0; }
#endif

Op& add_identity(const std::string& name) {
  Op& op = Op::add(name)
               .inputs({"data"})
               .set<FInferType>("FInferType", same_type)
               .identity()
               .set<FCompute>("FCompute", copy);
#if MXNET_USE_MKLDNN
  op.temp_space(reorder_space);
#endif
  return op;
}

/// 0 keeps a dimension, -1 is what remains, -2 keeps all further dimensions,
/// -3 joins two, -4 splits one into the next two numbers.
Shape apply_reshape(const Shape& from, const std::vector<int64_t>& codes) {
  std::vector<int64_t> dims;
  int at = 0;
  int open = -1;
  const auto next = [&] {
    check(at < from.ndim(), "Reshape uses more dimensions than " + from.str() + " has");
    return from[at++];
  };
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == 0) {
      dims.push_back(next());
    } else if (codes[i] == -1) {
      check(open < 0, "Reshape can tell only one dimension");
      open = static_cast<int>(dims.size());
      dims.push_back(1);
      at = std::min(at + 1, from.ndim());
    } else if (codes[i] == -2) {
      while (at < from.ndim()) {
        dims.push_back(next());
      }
    } else if (codes[i] == -3) {
      const int64_t first = next();
      dims.push_back(first * next());
    } else if (codes[i] == -4) {
      check(i + 2 < codes.size(), "Reshape: -4 needs two more numbers");
      const int64_t whole = next();
      const int64_t left = codes[i + 1] > 0 ? codes[i + 1] : whole / codes[i + 2];
      dims.push_back(left);
      dims.push_back(whole / left);
      i += 2;
    } else {
      dims.push_back(codes[i]);
      at = std::min(at + 1, from.ndim());
    }
  }
  Shape to(dims.begin(), dims.end());
  if (open >= 0 && to.size() > 0) {
    to[open] = from.size() / to.size();
  }
  check(to.size() == from.size(), "cannot reshape " + from.str() + " to " + to.str());
  return to;
}

bool infer_reshape(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  if (!(*in)[0].known()) {
    return false;
  }
  merge_shape(&(*out)[0],
              apply_reshape((*in)[0], std::any_cast<const ReshapeParam&>(param).codes));
  return true;
}

bool infer_expand_dims(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& from = (*in)[0];
  if (!from.known()) {
    return false;
  }
  Shape to = Shape::of_rank(from.ndim() + 1, 1);
  const int axis = to.axis(std::any_cast<const AxisParam&>(param).axis);
  for (int i = 0; i < from.ndim(); ++i) {
    to[i < axis ? i : i + 1] = from[i];
  }
  merge_shape(&(*out)[0], to);
  return true;
}

bool infer_flatten(const Param&, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& from = (*in)[0];
  if (!from.known()) {
    return false;
  }
  check(from.ndim() > 0, "Flatten needs at least one axis");
  merge_shape(&(*out)[0], {from[0], from.size(1, from.ndim())});
  return true;
}

/// Removes one axis of length 1, or all of them.
bool infer_squeeze(const Param& param, std::vector<Shape>* in, std::vector<Shape>* out) {
  const Shape& from = (*in)[0];
  if (!from.known()) {
    return false;
  }
  const auto& axis = std::any_cast<const SqueezeParam&>(param).axis;
  const int removed = axis ? from.axis(*axis) : -1;
  check(!axis || from[removed] == 1, "squeeze: the axis of " + from.str() + " is longer than 1");
  std::vector<int64_t> dims;
  for (int i = 0; i < from.ndim(); ++i) {
    if (axis ? i != removed : from[i] != 1) {
      dims.push_back(from[i]);
    }
  }
  merge_shape(&(*out)[0], Shape(dims.begin(), dims.end()));
  return true;
}

[[maybe_unused]] const bool k_registered = [] {
  add_identity("_copy").set<FInferShape>("FInferShape", same_shape);
  add_identity("Flatten")
      .set<FInferShape>("FInferShape", infer_flatten)
      .set<THasDeterministicOutput>("THasDeterministicOutput", true);
  add_identity("squeeze")
      .parser([](const AttrDict& dict) -> Param {
        const AttrReader reader(dict);
        return reader.has("axis") ? SqueezeParam{reader.integer("axis")} : SqueezeParam{};
      })
      .set<FInferShape>("FInferShape", infer_squeeze);
  add_identity("Reshape")
      .set<THasDeterministicOutput>("THasDeterministicOutput", true)
      .parser([](const AttrDict& dict) -> Param {
        return ReshapeParam{AttrReader(dict).integers("shape")};
      })
      .set<FInferShape>("FInferShape", infer_reshape);
  add_identity("expand_dims")
      .parser([](const AttrDict& dict) -> Param {
        return AxisParam{AttrReader(dict).integer("axis", 0)};
      })
      .set<FInferShape>("FInferShape", infer_expand_dims);
  return true;
}();

}  // namespace
}  // namespace mxnet
