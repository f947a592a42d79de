// Gradients of operators against central differences, and how gradients are put together.

#include <gtest/gtest.h>

#include <cmath>

#include "arrays.h"
#include "graph/gradient.h"
#include "graph/symbol.h"
#include "imperative/autograd.h"

namespace mxnet {
namespace {

struct Case {
  const char* op;
  std::vector<Shape> shapes;
  AttrDict dict = {};
  float low = -1.0F;
  float high = 1.0F;
};

std::string text(float value) { return std::to_string(value); }

NDArray uniform(const Shape& shape, float low, float high, int seed) {
  return run_op("_random_uniform", {}, {{"shape", shape.str()}, {"low", text(low)},
                                        {"high", text(high)}, {"seed", std::to_string(seed)}})[0];
}

std::vector<NDArray*> pointers(std::vector<NDArray>& arrays) {
  std::vector<NDArray*> out;
  for (auto& array : arrays) {
    out.push_back(&array);
  }
  return out;
}

std::vector<NDArray> invoke(const Case& it, std::vector<NDArray>& inputs) {
  std::vector<NDArray> outputs;
  imperative::invoke(Op::get(it.op), it.dict, pointers(inputs), &outputs);
  return outputs;
}

/// sum(output * head), in double.
double weighted(const Case& it, std::vector<NDArray>& inputs, const std::vector<float>& head) {
  const auto values = values_of(invoke(it, inputs)[0]);
  double total = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total += static_cast<double>(values[i]) * head[i];
  }
  return total;
}

class Gradient : public testing::TestWithParam<Case> {};

TEST_P(Gradient, IsTheSlopeOfCentralDifferences) {
  const Case& it = GetParam();
  std::vector<NDArray> inputs;
  std::vector<NDArray> gradients;
  for (const Shape& shape : it.shapes) {
    inputs.push_back(uniform(shape, it.low, it.high, static_cast<int>(inputs.size())));
    gradients.emplace_back(shape, DType::float32);
    autograd::mark_variable(&inputs.back(), autograd::GradReq::write, gradients.back());
  }
  autograd::set_recording(true);
  auto outputs = invoke(it, inputs);
  autograd::set_recording(false);
  const NDArray head = uniform(outputs[0].shape(), 0.5F, 1.5F, 99);
  autograd::backward({&outputs[0]}, {head}, autograd::Graph::free);

  const float step = 1e-2F;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto found = values_of(gradients[k]);
    auto values = values_of(inputs[k]);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const float at = values[i];
      values[i] = at + step;
      inputs[k].copy_from(values.data(), inputs[k].shape().size());
      const double above = weighted(it, inputs, values_of(head));
      values[i] = at - step;
      inputs[k].copy_from(values.data(), inputs[k].shape().size());
      const double below = weighted(it, inputs, values_of(head));
      values[i] = at;
      inputs[k].copy_from(values.data(), inputs[k].shape().size());
      const double slope = (above - below) / (2.0 * step);
      EXPECT_NEAR(found[i], slope, 5e-3 * std::max(1.0, std::abs(slope)))
          << it.op << ", input " << k << ", element " << i;
    }
  }
}

const AttrDict k_scalar = {{"scalar", "1.7"}};

INSTANTIATE_TEST_SUITE_P(
    Elementwise, Gradient,
    testing::Values(
        Case{"tanh", {{2, 3}}}, Case{"sigmoid", {{5}}}, Case{"exp", {{5}}}, Case{"square", {{5}}},
        Case{"log", {{5}}, {}, 0.5F, 2}, Case{"sqrt", {{5}}, {}, 0.5F, 2},
        Case{"relu", {{4}}, {}, 0.1F, 2}, Case{"relu", {{4}}, {}, -2, -0.1F},
        Case{"abs", {{4}}, {}, -2, -0.1F}, Case{"negative", {{4}}}, Case{"_copy", {{4}}},
        Case{"floor", {{4}}, {}, 0.1F, 0.9F},
        Case{"LeakyReLU", {{6}}, {{"act_type", "gelu"}}, -3, 3},
        Case{"LeakyReLU", {{4}}, {{"slope", "0.1"}}, -2, -0.1F},
        Case{"_plus_scalar", {{3}}, k_scalar}, Case{"_minus_scalar", {{3}}, k_scalar},
        Case{"_rminus_scalar", {{3}}, k_scalar}, Case{"_mul_scalar", {{3}}, k_scalar},
        Case{"_div_scalar", {{3}}, k_scalar}, Case{"_rdiv_scalar", {{3}}, k_scalar, 1, 2},
        Case{"_power_scalar", {{3}}, k_scalar, 0.5F, 2},
        Case{"_maximum_scalar", {{3}}, k_scalar, 1.8F, 3},
        Case{"_maximum_scalar", {{3}}, k_scalar, 0, 1.6F},
        Case{"_minimum_scalar", {{3}}, k_scalar, 0, 1.6F},
        Case{"elemwise_add", {{2, 2}, {2, 2}}}, Case{"elemwise_sub", {{2, 2}, {2, 2}}},
        Case{"elemwise_mul", {{2, 2}, {2, 2}}}, Case{"elemwise_div", {{3}, {3}}, {}, 1, 2},
        Case{"_grad_add", {{3}, {3}}}, Case{"add_n", {{3}, {3}, {3}}, {{"num_args", "3"}}},
        Case{"broadcast_add", {{2, 3}, {3}}}, Case{"broadcast_add", {{2, 1, 2}, {3, 1}}},
        Case{"broadcast_sub", {{2, 3}, {2, 1}}}, Case{"broadcast_mul", {{2, 3}, {1, 3}}},
        Case{"broadcast_mul", {{2}, {2}}}, Case{"broadcast_div", {{3}, {2, 3}}, {}, 1, 2}));

INSTANTIATE_TEST_SUITE_P(
    Shape, Gradient,
    testing::Values(
        Case{"Reshape", {{2, 3}}, {{"shape", "(3, 2)"}}},
        Case{"expand_dims", {{2, 3}}, {{"axis", "1"}}},
        Case{"transpose", {{2, 3, 4}}, {{"axes", "(1, 2, 0)"}}},
        Case{"slice_axis", {{2, 5}}, {{"axis", "1"}, {"begin", "1"}, {"end", "-1"}}},
        Case{"slice", {{3, 4}}, {{"begin", "(1, 2)"}, {"end", "(3, None)"}}},
        Case{"Concat", {{2, 1}, {2, 3}}, {{"dim", "1"}, {"num_args", "2"}}},
        Case{"stack", {{2, 2}, {2, 2}}, {{"axis", "1"}, {"num_args", "2"}}},
        Case{"sum", {{2, 3}}}, Case{"sum", {{2, 3, 2}}, {{"axis", "1"}}},
        Case{"mean", {{2, 3}}, {{"axis", "0"}, {"keepdims", "True"}}}, Case{"mean", {{2, 3}}}));

INSTANTIATE_TEST_SUITE_P(
    Layer, Gradient,
    testing::Values(
        Case{"FullyConnected", {{4, 3}, {2, 3}, {2}}, {{"num_hidden", "2"}}},
        Case{"FullyConnected", {{2, 2, 3}, {5, 3}},
             {{"num_hidden", "5"}, {"no_bias", "True"}, {"flatten", "False"}}},
        Case{"batch_dot", {{2, 3, 4}, {2, 4, 2}}},
        Case{"batch_dot", {{2, 3, 4}, {2, 2, 4}}, {{"transpose_b", "True"}}},
        Case{"softmax", {{2, 4}}}, Case{"log_softmax", {{2, 4}}},
        Case{"LayerNorm", {{3, 4}, {4}, {4}}, {{"eps", "0.01"}}, 0, 2}));

/// Marks an array, runs `function` on it and gives the gradient of the result.
template <typename Function>
std::vector<float> gradient_at(const NDArray& at, Function function) {
  NDArray x = at;
  NDArray grad(x.shape(), DType::float32);
  autograd::mark_variable(&x, autograd::GradReq::write, grad);
  autograd::set_recording(true);
  NDArray y = function(x);
  autograd::set_recording(false);
  autograd::backward({&y}, {NDArray()}, autograd::Graph::free);
  return values_of(grad);
}

TEST(GradientOf, RowsThatWereTakenTwiceCountTwice) {
  const NDArray rows = array_of({3}, {2, 0, 2});
  EXPECT_EQ(gradient_at(array_of({3, 1}, {1, 2, 3}),
                        [&](const NDArray& x) { return run_op("take", {x, rows})[0]; }),
            (std::vector<float>{1, 0, 2}));
  EXPECT_EQ(gradient_at(array_of({3, 1}, {1, 2, 3}),
                        [&](const NDArray& x) {
                          return run_op("Embedding", {rows, x},
                                        {{"input_dim", "3"}, {"output_dim", "1"}})[0];
                        }),
            (std::vector<float>{1, 0, 2}));
}

TEST(GradientOf, PickFlowsToThePickedElement) {
  EXPECT_EQ(gradient_at(array_of({2, 2}, {1, 2, 3, 4}),
                        [](const NDArray& x) { return run_op("pick", {x, array_of({2}, {1, 0})})[0]; }),
            (std::vector<float>{0, 1, 1, 0}));
}

TEST(GradientOf, WhereFlowsToTheChosenSide) {
  const NDArray condition = array_of({2}, {1, 0});
  EXPECT_EQ(gradient_at(array_of({2}, {1, 2}),
                        [&](const NDArray& x) {
                          return run_op("where", {condition, x, array_of({2}, {0, 0})})[0];
                        }),
            (std::vector<float>{1, 0}));
}

/// y = x + x + … as a graph.
std::vector<NodeEntry> added(const Symbol& x, int terms) {
  Symbol y = x;
  for (int i = 1; i < terms; ++i) {
    y = Symbol::create(Op::get("elemwise_add"), "sum", {}, {y, x});
  }
  return y.outputs();
}

std::string op_of_gradient(const std::vector<NodeEntry>& ys, const Symbol& x) {
  const Symbol head = Symbol::variable("head");
  const auto found = gradient(ys, x.outputs(), head.outputs());
  return found[0].node->is_variable() ? found[0].node->name : found[0].node->op->name();
}

TEST(GradientPass, AddsWhatMeets) {
  const Symbol x = Symbol::variable("x");
  EXPECT_EQ(op_of_gradient(added(x, 1), x), "head");
  EXPECT_EQ(op_of_gradient(added(x, 2), x), "add_n");
  EXPECT_EQ(op_of_gradient(added(x, 8), x), "add_n");
  EXPECT_EQ(op_of_gradient(added(x, 9), x), "_grad_add");
}

TEST(GradientPass, WhatNothingDependsOnGetsZeros) {
  const Symbol x = Symbol::variable("x");
  EXPECT_EQ(op_of_gradient(added(Symbol::variable("other"), 2), x), "zeros_like");
}

TEST(GradientPass, NamesAnOperatorWithoutGradient) {
  const Symbol x = Symbol::variable("x");
  const Symbol repeated = Symbol::create(Op::get("repeat"), "r", {{"repeats", "2"}}, {x});
  try {
    op_of_gradient(repeated.outputs(), x);
    FAIL() << "an operator without gradient was differentiated";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "operator repeat has no gradient");
  }
}

TEST(GradientPass, EveryRegisteredGradientBelongsToAnOperator) {
  for (const auto& name : Op::list_names()) {
    EXPECT_NO_THROW(Op::get(name)) << name;
  }
}

}  // namespace
}  // namespace mxnet
