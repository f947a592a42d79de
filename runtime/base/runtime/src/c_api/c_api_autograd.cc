// Recording operators, and differentiating what was recorded.

#include "base/random.h"
#include "c_api/c_api_common.h"
#include "imperative/autograd.h"

using namespace mxnet;
using c_api::guarded;

namespace {

NDArray& array(NDArrayHandle handle) { return *static_cast<NDArray*>(handle); }

}  // namespace

int MXAutogradSetIsRecording(int is_recording, int* previous) {
  *previous = autograd::set_recording(is_recording != 0) ? 1 : 0;
  return 0;
}

int MXAutogradSetIsTraining(int is_training, int* previous) {
  *previous = autograd::set_training(is_training != 0) ? 1 : 0;
  return 0;
}

int MXAutogradIsRecording(int* current) {
  *current = autograd::is_recording() ? 1 : 0;
  return 0;
}

int MXAutogradIsTraining(int* current) {
  *current = autograd::is_training() ? 1 : 0;
  return 0;
}

int MXAutogradMarkVariables(uint32_t num_variables, NDArrayHandle* variables,
                            const uint32_t* reqs, NDArrayHandle* gradients) {
  return guarded([&] {
    for (uint32_t i = 0; i < num_variables; ++i) {
      const auto req = static_cast<autograd::GradReq>(reqs[i]);
      check(req == autograd::GradReq::null || req == autograd::GradReq::write ||
                req == autograd::GradReq::add,
            "what becomes of a gradient is 0 (null), 1 (write) or 3 (add)");
      autograd::mark_variable(&array(variables[i]), req, array(gradients[i]));
    }
  });
}

int MXAutogradBackwardEx(uint32_t num_heads, NDArrayHandle* heads, NDArrayHandle* head_gradients,
                         int retain_graph) {
  return guarded([&] {
    std::vector<NDArray*> arrays;
    std::vector<NDArray> gradients(num_heads);
    for (uint32_t i = 0; i < num_heads; ++i) {
      arrays.push_back(&array(heads[i]));
      if (head_gradients != nullptr && head_gradients[i] != nullptr) {
        gradients[i] = array(head_gradients[i]);
      }
    }
    autograd::backward(arrays, gradients, retain_graph != 0 ? autograd::Graph::retain
                                                            : autograd::Graph::free);
  });
}

int MXNDArrayGetGrad(NDArrayHandle handle, NDArrayHandle* out) {
  return guarded([&] {
    auto gradient = autograd::gradient_of(array(handle));
    *out = gradient.is_none() ? nullptr : new NDArray(std::move(gradient));
  });
}

int MXNDArrayDetach(NDArrayHandle handle, NDArrayHandle* out) {
  return guarded([&] { *out = new NDArray(array(handle).detach()); });
}

int MXRandomSeed(int seed) {
  random::set_seed(static_cast<uint64_t>(seed));
  return 0;
}
