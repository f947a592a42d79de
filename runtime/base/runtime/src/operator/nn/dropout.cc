// Dropout. Srivastava et al., "Dropout: a simple way to prevent neural networks from overfitting",
// 2014; what is kept is scaled up, so that nothing is to be done outside of training.

#include "base/random.h"
#include "operator/gradient/gradients.h"

namespace mxnet {
namespace {

/// out: the data, and the mask it was multiplied by, 0 or 1 / (1 - p).
void dropout(const Param& param, const OpContext& context, const std::vector<Tensor>& in,
             const std::vector<Tensor>& out) {
  const float p = std::any_cast<const float&>(param);
  if (!context.is_train) {
    std::fill_n(out[1].floats(), out[1].size(), 1.0F);
    copy_elements(in[0], out[0]);
    return;
  }
  const uint64_t stream = random::next_stream();
  const float scale = 1.0F / (1.0F - p);
  for (int64_t i = 0; i < in[0].size(); ++i) {
    const float kept = random::uniform(stream, i) < p ? 0.0F : scale;
    out[1].floats()[i] = kept;
    out[0].floats()[i] = in[0].floats()[i] * kept;
  }
}

[[maybe_unused]] const bool k_registered = [] {
  Op::add("Dropout")
      .inputs({"data"})
      .parser([](const AttrDict& dict) -> Param {
        const auto p = static_cast<float>(AttrReader(dict).real("p", 0.5));
        check(p >= 0.0F && p < 1.0F, "Dropout: p lies in [0, 1)");
        return p;
      })
      .count_outputs([](const Param&) { return 2; })
      .visible_outputs(1)
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FInplaceOption>("FInplaceOption", [](const Param&) { return std::vector{0}; })
      .set<FResourceRequest>("FResourceRequest", [](const Param&) {
        return std::vector{ResourceRequest::kRandom};
      })
      .set<FCompute>("FCompute", dropout);
  set_gradient("Dropout", [](const NodePtr& node, const Entries& g) -> Entries {
    return {make_entry(*node, "elemwise_mul", {g[0], output_of(node, 1)})};
  });
  return true;
}();

}  // namespace
}  // namespace mxnet
