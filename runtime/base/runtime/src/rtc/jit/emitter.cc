#include "rtc/jit/emitter.h"

#include <bit>

#include "rtc/jit/vector_math.h"

namespace mxnet::rtc {
namespace {

using namespace asmjit;

constexpr int k_lanes = 8;
constexpr int k_floor = 0x9;  // round down, no exception
// Comparisons as the C++ operators make them, NaN or not.
constexpr int k_equal = 0x00, k_not_equal = 0x04, k_lesser = 0x11, k_greater = 0x1E;

/// From element 8 - n on: a mask of the first n lanes.
alignas(32) constexpr int32_t k_masks[2 * k_lanes] = {-1, -1, -1, -1, -1, -1, -1, -1};

}  // namespace

Emitter::Emitter(const Program& program, CodeHolder* code)
    : m_program(program), m_layout(program), m_cc(code) {}

void Emitter::emit() {
  auto* function = m_cc.addFunc(
      FuncSignatureT<void, const std::byte*, const uintptr_t*, size_t, size_t>(CallConvId::kHost));
  function->frame().setAvxEnabled();
  function->frame().setAvxCleanup();
  m_params = m_cc.newIntPtr("params");
  m_slices = m_cc.newIntPtr("slices");
  m_at = m_cc.newIntPtr("at");
  m_end = m_cc.newIntPtr("end");
  int number = 0;
  for (const auto& argument : {m_params, m_slices, m_at, m_end}) {
    function->setArg(number++, argument);
  }
  emit_constants();
  emit_loop();
  emit_rest();
  m_cc.endFunc();
  m_cc.finalize();
}

void Emitter::emit_constants() {
  m_sign = broadcast(0x80000000U);
  m_one = broadcast(std::bit_cast<uint32_t>(1.0F));
  for (const auto& instruction : m_program.code) {
    m_values.push_back(instruction.code == OpCode::constant
                           ? broadcast(std::bit_cast<uint32_t>(instruction.value))
                           : m_cc.newYmm());
  }
}

x86::Ymm Emitter::broadcast(uint32_t word) {
  const x86::Gp bits = m_cc.newUInt32();
  const x86::Ymm out = m_cc.newYmm();
  m_cc.mov(bits, word);
  m_cc.vmovd(out.xmm(), bits);
  m_cc.vbroadcastss(out, out.xmm());
  return out;
}

void Emitter::emit_loop() {
  const Label again = m_cc.newLabel();
  const Label done = m_cc.newLabel();
  const x86::Gp next = m_cc.newIntPtr("next");
  m_cc.bind(again);
  m_cc.lea(next, x86::ptr(m_at, k_lanes));
  m_cc.cmp(next, m_end);
  m_cc.ja(done);
  emit_body(Part::whole);
  m_cc.mov(m_at, next);
  m_cc.jmp(again);
  m_cc.bind(done);
}

void Emitter::emit_rest() {
  const Label done = m_cc.newLabel();
  m_cc.cmp(m_at, m_end);
  m_cc.jae(done);
  const x86::Gp place = m_cc.newIntPtr();
  m_cc.mov(place, reinterpret_cast<uint64_t>(k_masks + k_lanes));
  m_cc.shl(m_end, 2);
  m_cc.sub(place, m_end);
  m_cc.lea(place, x86::ptr(place, m_at, 2));
  m_mask = m_cc.newYmm();
  m_cc.vmovups(m_mask, x86::ptr(place));
  emit_body(Part::masked);
  m_cc.bind(done);
}

void Emitter::emit_body(Part part) {
  for (std::size_t i = 0; i < m_program.code.size(); ++i) {
    const Instruction& instruction = m_program.code[i];
    if (instruction.code == OpCode::load) {
      emit_load(instruction, m_values[i], part);
    } else if (instruction.b >= 0) {
      emit_binary(instruction, m_values[i]);
    } else if (instruction.code != OpCode::constant) {
      emit_unary(instruction, m_values[i]);
    }
  }
  for (std::size_t i = 0; i < m_program.stores.size(); ++i) {
    emit_store(i, part);
  }
}

void Emitter::emit_load(const Instruction& load, const x86::Ymm& out, Part part) {
  const x86::Gp pointer = m_cc.newIntPtr();
  if (load.b >= 0) {
    m_cc.mov(pointer, x86::ptr(m_slices, load.b * static_cast<int>(sizeof(void*))));
  } else {
    const auto place = m_layout.inputs + load.a * sizeof(void*);
    m_cc.mov(pointer, x86::ptr(m_params, static_cast<int>(place)));
  }
  const auto source = x86::ptr(pointer, m_at, 2);
  if (part == Part::whole) {
    m_cc.vmovups(out, source);
  } else {
    m_cc.vmaskmovps(out, m_mask, source);
  }
}

void Emitter::emit_store(std::size_t output, Part part) {
  const x86::Gp pointer = m_cc.newIntPtr();
  const auto place = m_layout.outputs + output * sizeof(void*);
  m_cc.mov(pointer, x86::ptr(m_params, static_cast<int>(place)));
  const auto target = x86::ptr(pointer, m_at, 2);
  const x86::Ymm& value = m_values[m_program.stores[output]];
  if (part == Part::whole) {
    m_cc.vmovups(target, value);
  } else {
    m_cc.vmaskmovps(target, m_mask, value);
  }
}

void Emitter::emit_unary(const Instruction& instruction, const x86::Ymm& out) {
  const x86::Ymm& x = m_values[instruction.a];
  const auto call = [&](__m256 (*function)(__m256)) {
    emit_call(reinterpret_cast<const void*>(function), {x}, out);
  };
  switch (instruction.code) {
    case OpCode::to_int: m_cc.vcvttps2dq(out, x); break;
    case OpCode::to_float: m_cc.vcvtdq2ps(out, x); break;
    case OpCode::negative: m_cc.vxorps(out, x, m_sign); break;
    case OpCode::abs: m_cc.vandnps(out, m_sign, x); break;
    case OpCode::sqrt: m_cc.vsqrtps(out, x); break;
    case OpCode::floor: m_cc.vroundps(out, x, k_floor); break;
    case OpCode::exp: call(exp8); break;
    case OpCode::log: call(log8); break;
    case OpCode::tanh: call(tanh8); break;
    case OpCode::erf: call(erf8); break;
    default: fail("a kernel uses an instruction the compiler does not know");
  }
}

void Emitter::emit_binary(const Instruction& instruction, const x86::Ymm& out) {
  const x86::Ymm& x = m_values[instruction.a];
  const x86::Ymm& y = m_values[instruction.b];
  switch (instruction.code) {
    case OpCode::add: m_cc.vaddps(out, x, y); break;
    case OpCode::sub: m_cc.vsubps(out, x, y); break;
    case OpCode::mul: m_cc.vmulps(out, x, y); break;
    case OpCode::div: m_cc.vdivps(out, x, y); break;
    case OpCode::power: emit_call(reinterpret_cast<const void*>(power8), {x, y}, out); break;
    case OpCode::mod: emit_mod(x, y, out); break;
    case OpCode::maximum: m_cc.vmaxps(out, x, y); break;  // y where x is NaN, as x > y ? x : y
    case OpCode::minimum: m_cc.vminps(out, x, y); break;
    case OpCode::equal: emit_compare(k_equal, instruction, out); break;
    case OpCode::not_equal: emit_compare(k_not_equal, instruction, out); break;
    case OpCode::greater: emit_compare(k_greater, instruction, out); break;
    case OpCode::lesser: emit_compare(k_lesser, instruction, out); break;
    default: fail("a kernel uses an instruction the compiler does not know");
  }
}

/// x - y * floor(x / y), with one rounding for product and difference.
void Emitter::emit_mod(const x86::Ymm& x, const x86::Ymm& y, const x86::Ymm& out) {
  const x86::Ymm times = m_cc.newYmm();
  m_cc.vdivps(times, x, y);
  m_cc.vroundps(times, times, k_floor);
  m_cc.vmovaps(out, x);
  m_cc.vfnmadd231ps(out, y, times);
}

void Emitter::emit_compare(int predicate, const Instruction& instruction, const x86::Ymm& out) {
  m_cc.vcmpps(out, m_values[instruction.a], m_values[instruction.b], predicate);
  m_cc.vandps(out, out, m_one);
}

void Emitter::emit_call(const void* function, std::vector<x86::Ymm> arguments,
                        const x86::Ymm& out) {
  FuncSignatureBuilder signature(CallConvId::kHost);
  signature.setRet(TypeId::kFloat32x8);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    signature.addArg(TypeId::kFloat32x8);
  }
  InvokeNode* node = nullptr;
  m_cc.invoke(&node, imm(reinterpret_cast<uint64_t>(function)), signature);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    node->setArg(i, arguments[i]);
  }
  node->setRet(0, out);
}

}  // namespace mxnet::rtc
