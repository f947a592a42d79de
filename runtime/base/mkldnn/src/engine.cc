#include "engine.hpp"

#include <stdexcept>
#include <string>

namespace mkldnn {

dnnl::engine& cpu_engine() {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

dnnl::stream& cpu_stream() {
  thread_local dnnl::stream stream(cpu_engine());
  return stream;
}

const buffer& required(const args_map& args, arg which) {
  const auto found = args.find(which);
  if (found == args.end() || found->second.data == nullptr) {
    throw std::invalid_argument("mkldnn: argument " + std::to_string(which) + " is missing");
  }
  return found->second;
}

const char* version() { return MKLDNN_VERSION; }

}  // namespace mkldnn
