// The compiler: a library of its own, which is loaded when the first kernel is made.

#include <array>

#include "rtc/engine.h"
#include "rtc/jit/emitter.h"
#include "rtc/slice_reader.h"

namespace mxnet::rtc {
namespace {

constexpr std::size_t k_tile = 1024;  // elements of a slice that are laid out at once

/// Lets no instruction go missing that the assembler refuses.
class Thrower final : public asmjit::ErrorHandler {
 public:
  void handleError(asmjit::Error, const char* message, asmjit::BaseEmitter*) override {
    fail(std::string("a kernel could not be compiled: ") + message);
  }
};

class JitKernel final : public Kernel {
 public:
  JitKernel(const Program& program, asmjit::JitRuntime* runtime)
      : m_program(program), m_layout(program), m_runtime(*runtime) {
    Thrower thrower;
    asmjit::CodeHolder code;
    code.init(m_runtime.environment());
    code.setErrorHandler(&thrower);
    Emitter(m_program, &code).emit();
    check(m_runtime.add(&m_function, &code) == asmjit::kErrorOk,
          "there is no memory for a compiled kernel");
  }
  ~JitKernel() override { m_runtime.release(m_function); }

  void run(const std::byte* params, std::size_t begin, std::size_t end) const override {
    if (m_program.slices.empty()) {
      m_function(params, nullptr, begin, end);
      return;
    }
    thread_local std::vector<std::array<uint32_t, k_tile>> tiles;
    tiles.resize(std::max(tiles.size(), m_program.slices.size()));
    const auto slices = slice_readers(m_program, m_layout, params);
    std::vector<uintptr_t> starts(slices.size());
    for (std::size_t at = begin; at < end; at += k_tile) {
      const std::size_t stop = std::min(at + k_tile, end);
      for (std::size_t i = 0; i < slices.size(); ++i) {
        const int input = m_program.slices[i].input;
        const auto place = static_cast<uint32_t>(m_layout.inputs + input * sizeof(void*));
        slices[i].read(read_param<const uint32_t*>(params, place), at, stop, tiles[i].data());
        starts[i] = reinterpret_cast<uintptr_t>(tiles[i].data()) - at * k_element_bytes;
      }
      m_function(params, starts.data(), at, stop);
    }
  }

 private:
  Program m_program;
  ParamLayout m_layout;
  asmjit::JitRuntime& m_runtime;
  KernelFunction m_function = nullptr;
};

class JitEngine final : public Engine {
 public:
  std::unique_ptr<Kernel> compile(const Program& program) const override {
    return std::make_unique<JitKernel>(program, &m_runtime);
  }

 private:
  mutable asmjit::JitRuntime m_runtime;
};

}  // namespace
}  // namespace mxnet::rtc

extern "C" __attribute__((visibility("default"))) const mxnet::rtc::Engine* MXRTCGetEngine() {
  // Never destroyed: kernels may be run while the process ends.
  static const auto* const engine = new mxnet::rtc::JitEngine;
  return engine;
}
