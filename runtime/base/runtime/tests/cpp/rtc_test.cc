// The engines against values worked out here, and against one another.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "rtc/engine.h"
#include "rtc/kernel_params.h"

namespace mxnet::rtc {
namespace {

using Words = std::vector<uint32_t>;

/// Runs a program over inputs of given shapes; all outputs have `n` elements.
std::vector<Words> run(const std::string& engine_name, const Program& program,
                       std::vector<Words> inputs, const std::vector<Shape>& shapes, int64_t n) {
  std::vector<Words> outputs(program.stores.size(), Words(n, 0xDEADBEEF));
  KernelParams params;
  const auto count = static_cast<uint64_t>(n);
  params.push(&count, sizeof(count), alignof(uint64_t));
  for (const Shape& shape : shapes) {
    push_shape(shape, &params);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    push_shape({n}, &params);
  }
  for (auto* side : {&inputs, &outputs}) {
    for (Words& words : *side) {
      uint32_t* pointer = words.data();
      params.push(&pointer, sizeof(pointer), alignof(void*));
    }
  }
  const auto kernel = engine(engine_name).compile(program);
  // In two parts, as two threads would.
  kernel->run(params.data, 0, n / 3);
  kernel->run(params.data, n / 3, n);
  return outputs;
}

Words random_floats(unsigned seed, int64_t n) {
  std::mt19937 random(seed);
  Words words(n);
  for (uint32_t& word : words) {
    word = std::bit_cast<uint32_t>(static_cast<float>(random() % 4000) / 500.0F - 4.0F);
  }
  return words;
}

bool is_nan(uint32_t word) { return std::isnan(std::bit_cast<float>(word)); }

void expect_same(const std::vector<Words>& a, const std::vector<Words>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].size(), b[i].size());
    for (std::size_t j = 0; j < a[i].size(); ++j) {
      ASSERT_TRUE(a[i][j] == b[i][j] || (is_nan(a[i][j]) && is_nan(b[i][j])))
          << "output " << i << ", element " << j << ": " << std::bit_cast<float>(a[i][j])
          << " and " << std::bit_cast<float>(b[i][j]);
    }
  }
}

const std::vector<OpCode> k_unary = {OpCode::negative, OpCode::abs, OpCode::exp, OpCode::log,
                                     OpCode::sqrt, OpCode::tanh, OpCode::erf, OpCode::floor};
const std::vector<OpCode> k_binary = {
    OpCode::add, OpCode::sub, OpCode::mul, OpCode::div, OpCode::power, OpCode::maximum,
    OpCode::minimum, OpCode::equal, OpCode::not_equal, OpCode::greater, OpCode::lesser};

/// Two inputs, the second of which is read sliced too; random instructions; the results
/// of some of them.
Program random_program(unsigned seed) {
  std::mt19937 random(seed);
  Program program;
  program.input_ndim = {1, 2};
  program.slices = {{1, {1, 0}, {3, -1}}};
  program.code = {{OpCode::load, 0}, {OpCode::load, 1, 0}, {OpCode::constant, -1, -1, 0.5F}};
  for (int i = 0; i < 30; ++i) {
    const auto any = [&] { return static_cast<int>(random() % program.code.size()); };
    if (random() % 3 == 0) {
      program.code.push_back({k_unary[random() % k_unary.size()], any()});
    } else {
      program.code.push_back({k_binary[random() % k_binary.size()], any(), any()});
    }
  }
  for (unsigned i = 0; i < 1 + random() % 20; ++i) {
    program.stores.push_back(static_cast<int>(program.code.size() - 1 - random() % 25));
  }
  program.output_ndim.assign(program.stores.size(), 1);
  return program;
}

class Engines : public testing::TestWithParam<const char*> {};

TEST_P(Engines, ComputeWhatInstructionsSay) {
  Program program;
  program.input_ndim = {1};
  program.code = {{OpCode::load, 0},     {OpCode::to_int, 0},       {OpCode::to_float, 1},
                  {OpCode::constant, -1, -1, 2.0F}, {OpCode::power, 0, 3}, {OpCode::mod, 0, 3},
                  {OpCode::greater, 0, 3}, {OpCode::maximum, 0, 3}};
  program.stores = {1, 2, 4, 5, 6, 7};
  program.output_ndim.assign(6, 1);
  const auto words = [](std::vector<float> values) {
    Words out;
    for (const float value : values) {
      out.push_back(std::bit_cast<uint32_t>(value));
    }
    return out;
  };
  const auto outputs = run(GetParam(), program, {words({-2.5F, 0.0F, 3.5F})}, {{3}}, 3);
  EXPECT_EQ(outputs[0], (Words{static_cast<uint32_t>(-2), 0, 3}));
  EXPECT_EQ(outputs[1], words({-2, 0, 3}));
  EXPECT_EQ(outputs[2], words({6.25F, 0, 12.25F}));
  EXPECT_EQ(outputs[3], words({1.5F, 0, 1.5F}));
  EXPECT_EQ(outputs[4], words({0, 0, 1}));
  EXPECT_EQ(outputs[5], words({2, 2, 3.5F}));
}

TEST_P(Engines, ReadPartsOfAnInputInPlace) {
  Program program;
  program.input_ndim = {3};
  program.slices = {{0, {0, 1}, {2, -1}}};  // the last axis whole
  program.code = {{OpCode::load, 0, 0}};
  program.stores = {0};
  program.output_ndim = {1};
  Words input(2 * 4 * 3);
  for (uint32_t i = 0; i < input.size(); ++i) {
    input[i] = i;
  }
  EXPECT_EQ(run(GetParam(), program, {input}, {{2, 4, 3}}, 12)[0],
            (Words{3, 4, 5, 6, 7, 8, 15, 16, 17, 18, 19, 20}));
}

TEST_P(Engines, MayWriteWhereTheyRead) {
  Program program;
  program.input_ndim = {1};
  program.code = {{OpCode::load, 0}, {OpCode::negative, 0}};
  program.stores = {1, 0};
  program.output_ndim = {1, 1};
  for (const int64_t n : {3, 8, 2500}) {
    const Words before = random_floats(1, n);
    Words first = before, second(n);
    KernelParams params;
    const auto count = static_cast<uint64_t>(n);
    params.push(&count, sizeof(count), alignof(uint64_t));
    for (int i = 0; i < 3; ++i) {
      push_shape({n}, &params);
    }
    for (uint32_t* pointer : {first.data(), first.data(), second.data()}) {
      params.push(&pointer, sizeof(pointer), alignof(void*));
    }
    engine(GetParam()).compile(program)->run(params.data, 0, n);
    EXPECT_EQ(second, before);
    EXPECT_EQ(first[n - 1], before[n - 1] ^ 0x80000000U);
  }
}

#if MXNET_USE_RTC
INSTANTIATE_TEST_SUITE_P(Rtc, Engines, testing::Values("tile", "jit"));

TEST(Rtc, EnginesAgree) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const int64_t width = 1 + seed * seed % 700;
    const int64_t n = 2 * width;
    const Program program = random_program(seed);
    const std::vector<Words> inputs = {random_floats(seed, n),
                                       random_floats(seed + 1, 3 * (width + 1))};
    const std::vector<Shape> shapes = {{n}, {3, width + 1}};
    expect_same(run("tile", program, inputs, shapes, n), run("jit", program, inputs, shapes, n));
  }
}
#else
INSTANTIATE_TEST_SUITE_P(Rtc, Engines, testing::Values("tile"));

TEST(Rtc, TheCompilerIsMissed) { EXPECT_THROW(engine("jit"), Error); }
#endif

TEST(Rtc, UnknownEnginesAreRefused) { EXPECT_THROW(engine("llvm"), Error); }

TEST(Rtc, KernelsAreKeptBySource) {
  Program program;
  program.input_ndim = {1};
  program.code = {{OpCode::load, 0}};
  program.stores = {0};
  program.output_ndim = {1};
  const std::size_t before = num_kernels();
  const Kernel& first = cached_kernel("kept by source, 1", program);
  EXPECT_EQ(&cached_kernel("kept by source, 1", program), &first);
  EXPECT_NE(&cached_kernel("kept by source, 2", program), &first);
  EXPECT_EQ(num_kernels(), before + 2);
}

}  // namespace
}  // namespace mxnet::rtc
