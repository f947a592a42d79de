#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/tensor.h"

namespace mxnet::rtc {

/// What one instruction of a kernel does with one element. Values are 32-bit words;
/// all but `load` and the conversions take and give floats.
enum class OpCode {
  load,      // element of input `a`; with `b`, of that slice of it
  constant,  // `value`
  to_int,    // a float as int32, cut towards zero
  to_float,  // an int32 as float
  negative, abs, exp, log, sqrt, tanh, erf, floor,
  add, sub, mul, div, power, mod, maximum, minimum,
  equal, not_equal, greater, lesser,  // 1 or 0
};

struct Instruction {
  OpCode code;
  int a = -1;  // the instructions whose results are used
  int b = -1;
  float value = 0.0F;
};

/// Part of an input that is read instead of all of it: along every axis from `begin` to
/// `end`, which count from the end where negative and are cut to the axis.
struct Slice {
  int input = 0;
  std::vector<int64_t> begin;
  std::vector<int64_t> end;
};

/// A kernel: `code` is run for every element number from 0 to N, after which each
/// output's element is the result of instruction `stores[output]`. All loads come
/// before all stores, so that an output may lie where an input was.
struct Program {
  std::string name;
  std::vector<Instruction> code;
  std::vector<int> stores;
  std::vector<Slice> slices;  // of the inputs that are not read whole
  std::vector<int> input_ndim;
  std::vector<int> output_ndim;
};

}  // namespace mxnet::rtc
