#pragma once

#include <vector>

#include "graph/op.h"
#include "ndarray/ndarray.h"

namespace mxnet::imperative {

/// Runs one operator on arrays, and records it if autograd is on. `outputs` is empty, and
/// is filled with new arrays, or holds the arrays to write to.
void invoke(const Op& op, const AttrDict& dict, const std::vector<NDArray*>& inputs,
            std::vector<NDArray>* outputs);

/// Whether an input could not be computed; then neither can the outputs.
bool pass_on_error(const std::vector<NDArray*>& inputs, std::vector<NDArray>* outputs);

/// Runs one operator on memory that is laid out already.
void run(const Op& op, const Param& param, const std::vector<Tensor>& inputs,
         const std::vector<Tensor>& outputs);

}  // namespace mxnet::imperative
