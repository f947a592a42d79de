#pragma once

#include <string>
#include <vector>

#include "graph/op.h"
#include "rtc/program.h"

namespace mxnet::fusion {

/// What an expression of fusible_ops.h is about: the values and texts that stand for
/// `_0`, `_1`, ..., and the attributes of the node.
struct Operands {
  std::vector<int> values;  // numbers of instructions
  std::vector<std::string> texts;
  const AttrDict* dict = nullptr;
  rtc::OpCode cast = rtc::OpCode::load;  // what cast() does; `load` for nothing
};

/// The expression with texts and numbers put in.
std::string written(const std::string& expression, const Operands& operands);

/// Appends the expression's instructions to `code` and returns the number of its result.
/// Throws Error on a malformed expression.
int lower(const std::string& expression, const Operands& operands,
          std::vector<rtc::Instruction>* code);

}  // namespace mxnet::fusion
