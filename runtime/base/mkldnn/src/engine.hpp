#pragma once

#include "mkldnn.hpp"

#include <oneapi/dnnl/dnnl.hpp>

namespace mkldnn {

/// The CPU engine, and the stream of the calling thread.
dnnl::engine& cpu_engine();
dnnl::stream& cpu_stream();

/// The buffer of an argument; throws std::invalid_argument when it is missing.
const buffer& required(const args_map& args, arg which);

}  // namespace mkldnn
