#pragma once

#include <string>
#include <vector>

#include "graph/graph.h"
#include "rtc/program.h"

namespace mxnet::fusion {

/// A fused graph as a kernel: as source text, to be read and to be told from others by,
/// and as the program that is run.
struct GeneratedKernel {
  std::string source;
  rtc::Program program;
};

/// Writes the kernel of a graph of element-wise operators, whose variables are the
/// kernel's inputs. It depends on the entries' types and numbers of dimensions, not on
/// the dimensions. Throws Error if its parameters take more than KernelParams can hold.
GeneratedKernel generate_code(const std::string& name, const IndexedGraph& graph,
                              const std::vector<Shape>& shapes, const std::vector<DType>& types);

}  // namespace mxnet::fusion
