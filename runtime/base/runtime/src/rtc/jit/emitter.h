#pragma once

#include <asmjit/x86.h>

#include <vector>

#include "rtc/kernel_params.h"

namespace mxnet::rtc {

/// The machine code of a kernel. `slices` has, for each slice of the program, the
/// address its element 0 would have; elements [begin, end) are there.
using KernelFunction = void (*)(const std::byte* params, const uintptr_t* slices, size_t begin,
                                size_t end);

/// Writes a program as machine code: a loop over eight elements at a time, and once more
/// its body, with a mask, for those that are left.
class Emitter {
 public:
  Emitter(const Program& program, asmjit::CodeHolder* code);

  void emit();

 private:
  enum class Part { whole, masked };

  void emit_constants();
  void emit_loop();
  void emit_rest();
  void emit_body(Part part);
  void emit_load(const Instruction& load, const asmjit::x86::Ymm& out, Part part);
  void emit_store(std::size_t output, Part part);
  void emit_unary(const Instruction& instruction, const asmjit::x86::Ymm& out);
  void emit_binary(const Instruction& instruction, const asmjit::x86::Ymm& out);
  void emit_mod(const asmjit::x86::Ymm& x, const asmjit::x86::Ymm& y,
                const asmjit::x86::Ymm& out);
  void emit_compare(int predicate, const Instruction& instruction, const asmjit::x86::Ymm& out);
  void emit_call(const void* function, std::vector<asmjit::x86::Ymm> arguments,
                 const asmjit::x86::Ymm& out);
  /// Eight times the same 32-bit word.
  asmjit::x86::Ymm broadcast(uint32_t word);

  const Program& m_program;
  ParamLayout m_layout;
  asmjit::x86::Compiler m_cc;
  asmjit::x86::Gp m_params, m_slices, m_at, m_end;
  asmjit::x86::Ymm m_sign, m_one, m_mask;
  std::vector<asmjit::x86::Ymm> m_values;  // of the instructions
};

}  // namespace mxnet::rtc
