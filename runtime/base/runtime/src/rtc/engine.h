#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "rtc/program.h"

namespace mxnet::rtc {

/// A program made ready to run.
class Kernel {
 public:
  virtual ~Kernel() = default;
  /// Computes elements [begin, end) of all outputs. `params` is a packed KernelParams
  /// block for the program the kernel was compiled from.
  virtual void run(const std::byte* params, std::size_t begin, std::size_t end) const = 0;
};

/// One way of running programs.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual std::unique_ptr<Kernel> compile(const Program& program) const = 0;
};

/// The engine of that name: `tile` interprets programs, `jit` compiles them to machine
/// code. Throws Error if there is none, as where the runtime was built without USE_RTC.
const Engine& engine(const std::string& name);

/// The engine MXNET_RTC_ENGINE names, read once; else `jit` if it is there, else `tile`.
const Engine& default_engine();

/// Interprets a program instruction by instruction, each over a tile of elements.
std::unique_ptr<Kernel> compile_tile(const Program& program);

/// The kernel for a source text, compiled if none is kept for it. Kernels are kept until
/// the process ends; above 10 000 of them a warning is written, once, unless
/// MXNET_FUSION_SIZE_WARNING is 0.
const Kernel& cached_kernel(const std::string& source, const Program& program);

/// The number of kernels compiled so far.
std::size_t num_kernels();

}  // namespace mxnet::rtc
