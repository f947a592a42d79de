// The interpreter: every instruction goes over a tile of elements, which its results
// leave in the first-level cache.

#include <array>
#include <bit>
#include <cmath>

#include "rtc/engine.h"
#include "rtc/kernel_params.h"
#include "rtc/slice_reader.h"

namespace mxnet::rtc {
namespace {

constexpr std::size_t k_tile = 1024;  // elements
using Tile = std::array<uint32_t, k_tile>;

template <typename From, typename To, typename Function>
void map(const Tile& a, std::size_t n, Tile* out, Function function) {
  for (std::size_t i = 0; i < n; ++i) {
    (*out)[i] = std::bit_cast<uint32_t>(static_cast<To>(function(std::bit_cast<From>(a[i]))));
  }
}

template <typename Function>
void map2(const Tile& a, const Tile& b, std::size_t n, Tile* out, Function function) {
  for (std::size_t i = 0; i < n; ++i) {
    (*out)[i] = std::bit_cast<uint32_t>(static_cast<float>(
        function(std::bit_cast<float>(a[i]), std::bit_cast<float>(b[i]))));
  }
}

void run_unary(OpCode code, const Tile& a, std::size_t n, Tile* out) {
  const auto floats = [&](auto function) { map<float, float>(a, n, out, function); };
  switch (code) {
    case OpCode::to_int: return map<float, int32_t>(a, n, out, [](float x) { return x; });
    case OpCode::to_float: return map<int32_t, float>(a, n, out, [](int32_t x) { return x; });
    case OpCode::negative: return floats([](float x) { return -x; });
    case OpCode::abs: return floats([](float x) { return std::abs(x); });
    case OpCode::exp: return floats([](float x) { return std::exp(x); });
    case OpCode::log: return floats([](float x) { return std::log(x); });
    case OpCode::sqrt: return floats([](float x) { return std::sqrt(x); });
    case OpCode::tanh: return floats([](float x) { return std::tanh(x); });
    case OpCode::erf: return floats([](float x) { return std::erf(x); });
    case OpCode::floor: return floats([](float x) { return std::floor(x); });
    default: fail("a kernel uses an instruction the interpreter does not know");
  }
}

void run_binary(OpCode code, const Tile& a, const Tile& b, std::size_t n, Tile* out) {
  const auto floats = [&](auto function) { map2(a, b, n, out, function); };
  switch (code) {
    case OpCode::add: return floats([](float x, float y) { return x + y; });
    case OpCode::sub: return floats([](float x, float y) { return x - y; });
    case OpCode::mul: return floats([](float x, float y) { return x * y; });
    case OpCode::div: return floats([](float x, float y) { return x / y; });
    case OpCode::power: return floats([](float x, float y) { return std::pow(x, y); });
    case OpCode::mod: return floats([](float x, float y) { return x - y * std::floor(x / y); });
    case OpCode::maximum: return floats([](float x, float y) { return x > y ? x : y; });
    case OpCode::minimum: return floats([](float x, float y) { return x < y ? x : y; });
    case OpCode::equal: return floats([](float x, float y) { return x == y; });
    case OpCode::not_equal: return floats([](float x, float y) { return x != y; });
    case OpCode::greater: return floats([](float x, float y) { return x > y; });
    case OpCode::lesser: return floats([](float x, float y) { return x < y; });
    default: fail("a kernel uses an instruction the interpreter does not know");
  }
}

class TileKernel final : public Kernel {
 public:
  explicit TileKernel(const Program& program)
      : m_program(program), m_layout(program), m_tile_of(program.code.size()) {
    assign_tiles();
  }

  void run(const std::byte* params, std::size_t begin, std::size_t end) const override {
    thread_local std::vector<Tile> tiles;
    tiles.resize(std::max(tiles.size(), m_num_tiles));
    const auto slices = slice_readers(m_program, m_layout, params);
    for (std::size_t at = begin; at < end; at += k_tile) {
      const std::size_t n = std::min(k_tile, end - at);
      for (std::size_t i = 0; i < m_program.code.size(); ++i) {
        step(i, params, slices, at, n, tiles.data());
      }
      for (std::size_t i = 0; i < m_program.stores.size(); ++i) {
        auto* target = pointer(params, m_layout.outputs, i) + at;
        std::memcpy(target, tiles[m_tile_of[m_program.stores[i]]].data(), n * k_element_bytes);
      }
    }
  }

 private:
  /// Gives every instruction a tile for its result; tiles nobody reads any more are
  /// used again.
  void assign_tiles() {
    constexpr std::size_t k_to_the_end = SIZE_MAX;
    std::vector<std::size_t> last_reader(m_program.code.size(), 0);
    for (std::size_t i = 0; i < m_program.code.size(); ++i) {
      const auto& instruction = m_program.code[i];
      if (instruction.code != OpCode::load) {
        for (const int value : {instruction.a, instruction.b}) {
          if (value >= 0) {
            last_reader[value] = i;
          }
        }
      }
    }
    for (const int value : m_program.stores) {
      last_reader[value] = k_to_the_end;
    }
    std::vector<int> free;
    for (std::size_t i = 0; i < m_program.code.size(); ++i) {
      if (free.empty()) {
        free.push_back(static_cast<int>(m_num_tiles++));
      }
      m_tile_of[i] = free.back();
      free.pop_back();
      const auto& instruction = m_program.code[i];
      if (instruction.code == OpCode::load) {
        continue;
      }
      for (const int value : {instruction.a, instruction.b == instruction.a ? -1 : instruction.b}) {
        if (value >= 0 && last_reader[value] == i) {
          free.push_back(m_tile_of[value]);
        }
      }
    }
  }

  static uint32_t* pointer(const std::byte* params, uint32_t pointers, std::size_t number) {
    const auto at = static_cast<uint32_t>(pointers + number * sizeof(void*));
    return read_param<uint32_t*>(params, at);
  }

  void load(const Instruction& load, const std::byte* params,
            const std::vector<SliceReader>& slices, std::size_t at, std::size_t n,
            Tile* out) const {
    const uint32_t* source = pointer(params, m_layout.inputs, load.a);
    if (load.b >= 0) {
      slices[load.b].read(source, at, at + n, out->data());
    } else {
      std::memcpy(out->data(), source + at, n * k_element_bytes);
    }
  }

  void step(std::size_t number, const std::byte* params, const std::vector<SliceReader>& slices,
            std::size_t at, std::size_t n, Tile* tiles) const {
    const Instruction& instruction = m_program.code[number];
    Tile* out = &tiles[m_tile_of[number]];
    if (instruction.code == OpCode::load) {
      load(instruction, params, slices, at, n, out);
    } else if (instruction.code == OpCode::constant) {
      std::fill_n(out->begin(), n, std::bit_cast<uint32_t>(instruction.value));
    } else if (instruction.b < 0) {
      run_unary(instruction.code, tiles[m_tile_of[instruction.a]], n, out);
    } else {
      run_binary(instruction.code, tiles[m_tile_of[instruction.a]],
                 tiles[m_tile_of[instruction.b]], n, out);
    }
  }

  Program m_program;
  ParamLayout m_layout;
  std::vector<int> m_tile_of;  // of each instruction
  std::size_t m_num_tiles = 0;
};

}  // namespace

std::unique_ptr<Kernel> compile_tile(const Program& program) {
  return std::make_unique<TileKernel>(program);
}

}  // namespace mxnet::rtc
