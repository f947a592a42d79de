#include "imperative/imperative.h"

#include "imperative/autograd.h"

namespace mxnet::imperative {
namespace {

/// Scratch memory of the calling thread, which grows to the largest request.
void* temp_space(int64_t bytes) {
  thread_local std::unique_ptr<Storage> space;
  if (space == nullptr || space->bytes() < bytes) {
    space = std::make_unique<Storage>(bytes);
  }
  return space->data();
}

/// Runs `infer` on the inputs' properties and gives those of the outputs.
template <typename Infer, typename Value>
std::vector<Value> infer_outputs(const Op& op, const Param& param, const std::string& attr,
                                 std::vector<Value> in) {
  const auto* infer = op.find<Infer>(attr);
  check(infer != nullptr, "operator " + op.name() + " has no " + attr);
  std::vector<Value> out(op.num_outputs(param));
  try {
    check((*infer)(param, &in, &out), "its outputs do not follow from its inputs");
  } catch (const Error& error) {
    fail("operator " + op.name() + ": " + error.what());
  }
  return out;
}

/// Makes the outputs, or checks those that are given.
void prepare_outputs(const Op& op, const Param& param, const std::vector<NDArray*>& inputs,
                     std::vector<NDArray>* outputs) {
  std::vector<Shape> in_shapes;
  std::vector<DType> in_types;
  for (const NDArray* input : inputs) {
    in_shapes.push_back(input->shape());
    in_types.push_back(input->dtype());
  }
  const auto shapes =
      infer_outputs<FInferShape>(op, param, "FInferShape", std::move(in_shapes));
  const auto types = infer_outputs<FInferType>(op, param, "FInferType", std::move(in_types));
  if (outputs->empty()) {
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      outputs->emplace_back(shapes[i], types[i]);
    }
    return;
  }
  check(outputs->size() == shapes.size(), "operator " + op.name() + " has other outputs");
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const NDArray& output = (*outputs)[i];
    check(output.shape() == shapes[i] && output.dtype() == types[i],
          "operator " + op.name() + " writes " + shapes[i].str() + ", not " +
              output.shape().str());
  }
}

}  // namespace

bool pass_on_error(const std::vector<NDArray*>& inputs, std::vector<NDArray>* outputs) {
  for (const NDArray* input : inputs) {
    if (const auto error = input->error()) {
      for (NDArray& output : *outputs) {
        output.set_error(error);
      }
      return true;
    }
  }
  return false;
}

void run(const Op& op, const Param& param, const std::vector<Tensor>& inputs,
         const std::vector<Tensor>& outputs) {
  const auto* compute = op.find<FCompute>("FCompute");
  check(compute != nullptr, "operator " + op.name() + " cannot be run");
  OpContext context;
  context.is_train = autograd::is_training();
  if (const auto* wanted = op.find<FTempSpace>("FTempSpace")) {
    context.temp_space = temp_space((*wanted)(param, inputs));
  }
  (*compute)(param, context, inputs, outputs);
}

void invoke(const Op& op, const AttrDict& dict, const std::vector<NDArray*>& inputs,
            std::vector<NDArray>* outputs) {
  const Param param = op.parse(dict);
  check(static_cast<int>(inputs.size()) == op.num_inputs(dict),
        "operator " + op.name() + " is given a wrong number of inputs");
  prepare_outputs(op, param, inputs, outputs);
  if (pass_on_error(inputs, outputs)) {
    return;
  }

  std::vector<Tensor> in;
  std::vector<Tensor> out;
  for (const NDArray* input : inputs) {
    in.push_back(input->tensor());
  }
  for (NDArray& output : *outputs) {
    out.push_back(output.tensor());
    output.touch();
  }
  run(op, param, in, out);
  if (const auto* mutated = op.find<FMutateInputs>("FMutateInputs")) {
    for (const int input : (*mutated)(param)) {
      inputs[input]->touch();
    }
  }
  if (autograd::is_recording()) {
    autograd::record(op, dict, inputs, outputs);
  }
}

}  // namespace mxnet::imperative
