#pragma once

#include <optional>
#include <string>

#include "graph/graph.h"

namespace mxnet::fusion {

/// What one element of a node's output is, as an expression of the elements `_0`, `_1`,
/// ... of its inputs, of numbers and of the node's attributes by name; none if the
/// operator does not work element by element. Known are + - * /, unary -, parentheses
/// and the functions of rtc::OpCode.
std::optional<std::string> expression_of(const Node& node);

/// Whether a kernel can begin with the node: it reads a part of its input in place.
bool is_slice(const Node& node);

}  // namespace mxnet::fusion
