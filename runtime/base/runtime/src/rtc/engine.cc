#include "rtc/engine.h"

#include <dlfcn.h>

#include <cstdio>
#include <mutex>
#include <unordered_map>

#include "base/env.h"

namespace mxnet::rtc {
namespace {

class TileEngine final : public Engine {
 public:
  std::unique_ptr<Kernel> compile(const Program& program) const override {
    return compile_tile(program);
  }
};

/// The engine of the library that is loaded for it, beside this one; nullptr without it.
const Engine* jit_engine() {
  static const Engine* const loaded = []() -> const Engine* {
    void* library = dlopen("libmxrt_rtc.so", RTLD_NOW | RTLD_LOCAL);
    void* function = library != nullptr ? dlsym(library, "MXRTCGetEngine") : nullptr;
    return function != nullptr ? reinterpret_cast<const Engine* (*)()>(function)() : nullptr;
  }();
  return loaded;
}

struct Cache {
  std::mutex mutex;
  std::unordered_map<std::string, std::unique_ptr<Kernel>> kernels;  // by source
  bool warned = false;
};

Cache& cache() {
  static Cache all;
  return all;
}

constexpr std::size_t k_many_kernels = 10'000;

void warn_of_size(Cache* all) {
  if (!all->warned && all->kernels.size() > k_many_kernels &&
      env_flag("MXNET_FUSION_SIZE_WARNING", true)) {
    all->warned = true;
    std::fprintf(stderr, "The number of different fused operators exceeds %zu, which takes memory "
                         "and time; set MXNET_USE_FUSION to 0 if there will be many more, or "
                         "MXNET_FUSION_SIZE_WARNING to 0 not to see this.\n", k_many_kernels);
  }
}

}  // namespace

const Engine& engine(const std::string& name) {
  static const TileEngine tile;
  check(name == "tile" || name == "jit", "MXNET_RTC_ENGINE: there is no engine named " + name);
  const Engine* found = name == "tile" ? &tile : jit_engine();
  check(found != nullptr, "MXNET_RTC_ENGINE: jit needs libmxrt_rtc.so (USE_RTC)");
  return *found;
}

const Engine& default_engine() {
  static const Engine& chosen =
      engine(env_text("MXNET_RTC_ENGINE", jit_engine() != nullptr ? "jit" : "tile"));
  return chosen;
}

const Kernel& cached_kernel(const std::string& source, const Program& program) {
  Cache& all = cache();
  const std::lock_guard lock(all.mutex);
  auto found = all.kernels.find(source);
  if (found == all.kernels.end()) {
    found = all.kernels.emplace(source, default_engine().compile(program)).first;
    warn_of_size(&all);
  }
  return *found->second;
}

std::size_t num_kernels() {
  Cache& all = cache();
  const std::lock_guard lock(all.mutex);
  return all.kernels.size();
}

}  // namespace mxnet::rtc
