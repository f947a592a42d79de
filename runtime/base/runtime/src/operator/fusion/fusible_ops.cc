#include "operator/fusion/fusible_ops.h"

#include <unordered_map>

namespace mxnet::fusion {
namespace {

const std::unordered_map<std::string, std::string>& expressions() {
  static const std::unordered_map<std::string, std::string> all = {
      {"elemwise_add", "_0 + _1"},
      {"elemwise_sub", "_0 - _1"},
      {"elemwise_mul", "_0 * _1"},
      {"elemwise_div", "_0 / _1"},
      {"_power", "power(_0, _1)"},
      {"_maximum", "maximum(_0, _1)"},
      {"_minimum", "minimum(_0, _1)"},

      {"_plus_scalar", "_0 + scalar"},
      {"_minus_scalar", "_0 - scalar"},
      {"_rminus_scalar", "scalar - _0"},
      {"_mul_scalar", "_0 * scalar"},
      {"_div_scalar", "_0 / scalar"},
      {"_rdiv_scalar", "scalar / _0"},
      {"_power_scalar", "power(_0, scalar)"},
      {"_mod_scalar", "mod(_0, scalar)"},
      {"_maximum_scalar", "maximum(_0, scalar)"},
      {"_minimum_scalar", "minimum(_0, scalar)"},
      {"_equal_scalar", "equal(_0, scalar)"},
      {"_not_equal_scalar", "not_equal(_0, scalar)"},
      {"_greater_scalar", "greater(_0, scalar)"},
      {"_lesser_scalar", "lesser(_0, scalar)"},

      {"negative", "-_0"},
      {"abs", "abs(_0)"},
      {"exp", "exp(_0)"},
      {"log", "log(_0)"},
      {"sqrt", "sqrt(_0)"},
      {"square", "_0 * _0"},
      {"tanh", "tanh(_0)"},
      {"sigmoid", "1 / (1 + exp(-_0))"},
      {"relu", "maximum(_0, 0)"},
      {"floor", "floor(_0)"},
      {"erf", "erf(_0)"},
      {"rsqrt", "1 / sqrt(_0)"},
      {"reciprocal", "1 / _0"},
      {"softsign", "_0 / (1 + abs(_0))"},

      {"_grad_add", "_0 + _1"},
      {"zeros_like", "0"},
      {"_backward_relu", "_0 * greater(_1, 0)"},
      {"_backward_sigmoid", "_0 * (_1 * (1 - _1))"},
      {"_backward_sqrt", "_0 * (1 / (2 * _1))"},
      {"_backward_log", "_0 * (1 / _1)"},
      {"_backward_square", "_0 * (2 * _1)"},
      {"_backward_abs", "_0 * (greater(_1, 0) - lesser(_1, 0))"},

      {"_copy", "_0"},
      {"Reshape", "_0"},
      {"expand_dims", "_0"},
      {"squeeze", "_0"},
      {"Flatten", "_0"},
      {"Cast", "cast(_0)"},  // to the type of the output
  };
  return all;
}

/// All inputs, however many there are, added up.
std::string sum_of(std::size_t inputs) {
  std::string sum = "_0";
  for (std::size_t i = 1; i < inputs; ++i) {
    sum += " + _" + std::to_string(i);
  }
  return sum;
}

}  // namespace

std::optional<std::string> expression_of(const Node& node) {
  if (node.is_variable()) {
    return std::nullopt;
  }
  if (node.op->name() == "add_n") {
    return sum_of(node.inputs.size());
  }
  const auto found = expressions().find(node.op->name());
  return found == expressions().end() ? std::nullopt : std::optional(found->second);
}

bool is_slice(const Node& node) {
  return !node.is_variable() && (node.op->name() == "slice" || node.op->name() == "slice_axis");
}

}  // namespace mxnet::fusion
