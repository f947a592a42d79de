// The library: errors, version, features, operators.

#include "c_api/c_api_common.h"
#include "graph/op.h"

namespace mxnet::c_api {
namespace {

thread_local std::string last_error;

}  // namespace

void set_last_error(const char* message) { last_error = message; }

void hand_out(std::vector<std::string> texts, uint32_t* size, const char*** out) {
  thread_local std::vector<std::string> kept;
  thread_local std::vector<const char*> pointers;
  kept = std::move(texts);
  pointers.clear();
  for (const auto& text : kept) {
    pointers.push_back(text.c_str());
  }
  *size = static_cast<uint32_t>(pointers.size());
  *out = pointers.data();
}

}  // namespace mxnet::c_api

using namespace mxnet;
using c_api::guarded;

const char* MXGetLastError() { return c_api::last_error.c_str(); }

int MXGetVersion(int* out) {
  *out = 20000;
  return 0;
}

int MXLibInfoFeatures(const LibFeature** features, size_t* size) {
#if MXNET_USE_MKLDNN
  constexpr int k_mkldnn = 1;
#else
  constexpr int k_mkldnn = 0;
#endif
#if MXNET_USE_RTC
  constexpr int k_rtc = 1;
#else
  constexpr int k_rtc = 0;
#endif
  static const LibFeature all[] = {{"MKLDNN", k_mkldnn}, {"RTC", k_rtc}};
  *features = all;
  *size = std::size(all);
  return 0;
}

int MXListAllOpNames(uint32_t* size, const char*** names) {
  return guarded([&] { c_api::hand_out(Op::list_names(), size, names); });
}

int NNGetOpHandle(const char* name, OpHandle* out) {
  return guarded([&] { *out = const_cast<Op*>(&Op::get(name)); });
}
