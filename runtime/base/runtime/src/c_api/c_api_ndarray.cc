// Arrays, and running operators and cached graphs on them.

#include "c_api/c_api_common.h"
#include "imperative/autograd.h"
#include "imperative/cached_op.h"
#include "imperative/imperative.h"

using namespace mxnet;
using c_api::guarded;

namespace {

NDArray& array(NDArrayHandle handle) { return *static_cast<NDArray*>(handle); }

std::vector<NDArray*> arrays(int size, NDArrayHandle* handles) {
  std::vector<NDArray*> out(size);
  for (int i = 0; i < size; ++i) {
    out[i] = static_cast<NDArray*>(handles[i]);
  }
  return out;
}

/// An array that views may be made of: they share memory, which cannot be recorded.
NDArray& viewable(NDArrayHandle handle) {
  check(!autograd::is_recording() || array(handle).autograd_entry().node == nullptr,
        "views of recorded arrays cannot be recorded: use an operator");
  return array(handle);
}

/// Gives the caller arrays of its own.
void hand_out_arrays(std::vector<NDArray> made, int* size, NDArrayHandle** out) {
  thread_local std::vector<NDArrayHandle> handles;
  handles.clear();
  for (auto& each : made) {
    handles.push_back(new NDArray(std::move(each)));
  }
  *size = static_cast<int>(handles.size());
  *out = handles.data();
}

}  // namespace

int MXNDArrayCreateEx(const int64_t* shape, int ndim, int dtype, NDArrayHandle* out) {
  return guarded([&] {
    check(dtype == static_cast<int>(DType::float32) || dtype == static_cast<int>(DType::int32),
          "element types are 0 (float32) and 4 (int32)");
    *out = new NDArray(Shape(shape, shape + ndim), static_cast<DType>(dtype));
  });
}

int MXNDArrayFree(NDArrayHandle handle) {
  delete static_cast<NDArray*>(handle);
  return 0;
}

int MXNDArraySyncCopyFromCPU(NDArrayHandle handle, const void* data, size_t elements) {
  return guarded([&] { array(handle).copy_from(data, static_cast<int64_t>(elements)); });
}

int MXNDArraySyncCopyToCPU(NDArrayHandle handle, void* data, size_t elements) {
  return guarded([&] { array(handle).copy_to(data, static_cast<int64_t>(elements)); });
}

// Operators run in the calling thread, so that there is nothing to wait for but errors.
int MXNDArrayWaitToRead(NDArrayHandle handle) {
  return guarded([&] { array(handle).wait_to_read(); });
}
int MXNDArrayWaitAll() { return guarded([] { NDArray::wait_all(); }); }

int MXNDArrayGetShapeEx(NDArrayHandle handle, int* ndim, const int64_t** shape) {
  return guarded([&] {
    *ndim = array(handle).shape().ndim();
    *shape = array(handle).shape().begin();
  });
}

int MXNDArrayGetDType(NDArrayHandle handle, int* dtype) {
  return guarded([&] { *dtype = static_cast<int>(array(handle).dtype()); });
}

int MXNDArraySlice(NDArrayHandle handle, int64_t begin, int64_t end, NDArrayHandle* out) {
  return guarded([&] { *out = new NDArray(viewable(handle).slice(begin, end)); });
}

int MXNDArrayAt(NDArrayHandle handle, int64_t row, NDArrayHandle* out) {
  return guarded([&] { *out = new NDArray(viewable(handle).at(row)); });
}

int MXNDArrayReshape64(NDArrayHandle handle, int ndim, const int64_t* shape,
                       NDArrayHandle* out) {
  return guarded([&] { *out = new NDArray(viewable(handle).reshape(Shape(shape, shape + ndim))); });
}

int MXImperativeInvokeEx(OpHandle op, int num_inputs, NDArrayHandle* inputs, int* num_outputs,
                         NDArrayHandle** outputs, int num_params, const char** keys,
                         const char** values) {
  return guarded([&] {
    std::vector<NDArray> out;
    for (int i = 0; i < *num_outputs; ++i) {
      out.push_back(array((*outputs)[i]));
    }
    const auto& called = *static_cast<const Op*>(op);
    const auto dict = c_api::dict_of(num_params, keys, values);
    imperative::invoke(called, dict, arrays(num_inputs, inputs), &out);
    if (*num_outputs == 0) {
      out.resize(called.num_visible_outputs(called.parse(dict)));
      hand_out_arrays(std::move(out), num_outputs, outputs);
    }
  });
}

int MXFreeCachedOp(CachedOpHandle handle) {
  delete static_cast<CachedOp*>(handle);
  return 0;
}

int MXInvokeCachedOpEx(CachedOpHandle handle, int num_inputs, NDArrayHandle* inputs,
                       int* num_outputs, NDArrayHandle** outputs) {
  return guarded([&] {
    auto out = static_cast<CachedOp*>(handle)->forward(arrays(num_inputs, inputs));
    hand_out_arrays(std::move(out), num_outputs, outputs);
  });
}
