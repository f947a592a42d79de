// Recording, backward, and cached graphs that are recorded.

#include "imperative/autograd.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "arrays.h"
#include "graph/gradient.h"
#include "imperative/cached_op.h"
#include "operator/param.h"

namespace mxnet {
namespace {

using autograd::Graph;
using autograd::GradReq;
using Values = std::vector<float>;

class Recording {
 public:
  explicit Recording(bool training = false) : m_training(autograd::set_training(training)) {
    autograd::set_recording(true);
  }
  ~Recording() {
    autograd::set_recording(false);
    autograd::set_training(m_training);
  }
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

 private:
  bool m_training;
};

class Autograd : public testing::Test {
 protected:
  void mark(GradReq req) { autograd::mark_variable(&x, req, grad); }

  NDArray square() {
    const Recording recording;
    return run_op("square", {x})[0];
  }

  NDArray x = array_of({2}, {1, 2});
  NDArray grad = array_of({2}, {10, 20});
};

TEST_F(Autograd, WritesAddsOrDropsTheGradient) {
  mark(GradReq::write);
  NDArray y = square();
  autograd::backward({&y}, {NDArray()}, Graph::free);
  EXPECT_EQ(values_of(grad), (Values{2, 4}));

  mark(GradReq::add);
  y = square();
  autograd::backward({&y}, {NDArray()}, Graph::free);
  EXPECT_EQ(values_of(grad), (Values{4, 8}));

  mark(GradReq::null);
  y = square();
  autograd::backward({&y}, {NDArray()}, Graph::free);
  EXPECT_EQ(values_of(grad), (Values{4, 8}));
}

TEST_F(Autograd, HeadsMayBringAGradient) {
  mark(GradReq::write);
  NDArray y = square();
  autograd::backward({&y}, {array_of({2}, {1, 0.5F})}, Graph::free);
  EXPECT_EQ(values_of(grad), (Values{2, 2}));
}

TEST_F(Autograd, AGraphIsDifferentiatedAgainOnlyIfRetained) {
  mark(GradReq::add);
  NDArray y = square();
  autograd::backward({&y}, {NDArray()}, Graph::retain);
  autograd::backward({&y}, {NDArray()}, Graph::free);
  EXPECT_EQ(values_of(grad), (Values{14, 28}));
  EXPECT_THROW(autograd::backward({&y}, {NDArray()}, Graph::free), Error);
}

TEST_F(Autograd, WhatWasNotRecordedCannotBeDifferentiated) {
  mark(GradReq::write);
  NDArray outside = run_op("square", {x})[0];
  EXPECT_THROW(autograd::backward({&outside}, {NDArray()}, Graph::free), Error);
}

TEST_F(Autograd, DetachedArraysAndViewsAreConstants) {
  mark(GradReq::write);
  const Recording recording;
  NDArray y = run_op("elemwise_mul", {x, x.detach()})[0];
  autograd::backward({&y}, {NDArray()}, Graph::free);
  EXPECT_EQ(values_of(grad), (Values{1, 2}));
  EXPECT_EQ(x.slice(0, 1).autograd_entry().node, nullptr);
}

/// tanh(x W^T) times Dropout's mask, and x again; w is used twice.
Symbol net() {
  const Symbol x = Symbol::variable("x");
  const Symbol w = Symbol::variable("w");
  const AttrDict dense = {{"num_hidden", "2"}, {"no_bias", "True"}};
  const auto apply = [](const char* op, const std::vector<Symbol>& in, const AttrDict& dict = {}) {
    return Symbol::create(Op::get(op), op, dict, in);
  };
  const Symbol hidden = apply("tanh", {apply("FullyConnected", {x, w}, dense)});
  const Symbol again = apply("FullyConnected", {apply("Dropout", {hidden}, {{"p", "0"}}), w}, dense);
  return Symbol::group({again, x});
}

NDArray net_by_operators(const NDArray& x, const NDArray& w) {
  const AttrDict dense = {{"num_hidden", "2"}, {"no_bias", "True"}};
  const NDArray hidden = run_op("tanh", run_op("FullyConnected", {x, w}, dense))[0];
  return run_op("FullyConnected", {hidden, w}, dense)[0];
}

TEST(RecordedCachedOp, GivesTheGradientsOfItsOperators) {
  CachedOp cached(net(), {{"static_alloc", "True"}});
  // The second time other shapes, the third time the first ones again.
  for (const int64_t rows : {1, 3, 1}) {
    NDArray x = run_op("_random_uniform", {}, {{"shape", Shape{rows, 2}.str()}})[0];
    NDArray w = run_op("_random_uniform", {}, {{"shape", "(2,2)"}, {"seed", "1"}})[0];
    NDArray x_grad(x.shape(), DType::float32);
    NDArray w_grad(w.shape(), DType::float32);
    autograd::mark_variable(&x, GradReq::write, x_grad);
    autograd::mark_variable(&w, GradReq::write, w_grad);
    NDArray y;
    {
      const Recording recording;
      y = net_by_operators(x, w);
    }
    autograd::backward({&y}, {NDArray()}, Graph::free);
    const auto [y_wanted, x_wanted, w_wanted] =
        std::tuple(values_of(y), values_of(x_grad), values_of(w_grad));

    std::vector<NDArray> out;
    {
      const Recording recording;
      out = cached.forward({&x, &w});
    }
    EXPECT_EQ(values_of(out[0]), y_wanted);
    EXPECT_EQ(values_of(out[1]), values_of(x));
    autograd::backward({&out[0]}, {NDArray()}, Graph::free);
    EXPECT_EQ(values_of(x_grad), x_wanted);
    EXPECT_EQ(values_of(w_grad), w_wanted);
  }
}

TEST(RecordedCachedOp, KeepsWhatEachRunNeeds) {
  CachedOp cached(Symbol::create(Op::get("square"), "y", {}, {Symbol::variable("x")}),
                  {{"static_alloc", "True"}});
  NDArray a = array_of({1}, {3});
  NDArray b = array_of({1}, {5});
  NDArray a_grad(a.shape(), DType::float32);
  NDArray b_grad(b.shape(), DType::float32);
  autograd::mark_variable(&a, GradReq::write, a_grad);
  autograd::mark_variable(&b, GradReq::write, b_grad);
  NDArray sum;
  {
    const Recording recording;
    sum = run_op("elemwise_add", {cached.forward({&a})[0], cached.forward({&b})[0]})[0];
  }
  autograd::backward({&sum}, {NDArray()}, Graph::free);
  EXPECT_EQ(values_of(a_grad), Values{6});
  EXPECT_EQ(values_of(b_grad), Values{10});
}

TEST(RecordedCachedOp, IsDifferentiatedOnceItsCommonSubexpressionsAreMerged) {
  static int differentiated = 0;
  Op::add("_test_double")
      .inputs({"data"})
      .set<FInferShape>("FInferShape", same_shape)
      .set<FInferType>("FInferType", same_type)
      .set<FCompute>("FCompute", [](const Param&, const OpContext&, const auto& in,
                                    const auto& out) {
        std::transform(in[0].floats(), in[0].floats() + in[0].size(), out[0].floats(),
                       [](float value) { return 2 * value; });
      })
      .set<FGradient>("FGradient", [](const NodePtr& node, const auto& heads) {
        ++differentiated;
        return std::vector{make_entry(*node, "_mul_scalar", {heads[0]}, {{"scalar", "2"}})};
      });
  const auto doubled = [](const Symbol& of, const char* name) {
    return Symbol::create(Op::get("_test_double"), name, {}, {of});
  };
  const Symbol x = Symbol::variable("x");
  const Symbol both =
      Symbol::create(Op::get("elemwise_mul"), "y", {}, {doubled(x, "a"), doubled(x, "b")});
  CachedOp cached(both, {{"static_alloc", "True"}});
  NDArray array = array_of({1}, {3});
  NDArray grad(array.shape(), DType::float32);
  autograd::mark_variable(&array, GradReq::write, grad);
  NDArray y;
  {
    const Recording recording;
    y = cached.forward({&array})[0];
  }
  autograd::backward({&y}, {NDArray()}, Graph::free);
  EXPECT_EQ(values_of(y), Values{36});
  EXPECT_EQ(values_of(grad), Values{24});
  EXPECT_EQ(differentiated, 1);
}

/// Fused, its backward reads x before the gradient of softmax, and otherwise after it.
std::vector<NDArray> three_outputs(const NDArray& x, const NDArray& w, const NDArray& z) {
  return {run_op("exp", {x})[0], run_op("softmax", {w})[0],
          run_op("negative", run_op("elemwise_mul", {x, z}))[0]};
}

Symbol three_outputs() {
  const Symbol x = Symbol::variable("x"), w = Symbol::variable("w"), z = Symbol::variable("z");
  const auto apply = [](const char* op, const std::vector<Symbol>& in) {
    return Symbol::create(Op::get(op), op, {}, in);
  };
  return Symbol::group({apply("exp", {x}), apply("softmax", {w}),
                        apply("negative", {apply("elemwise_mul", {x, z})})});
}

TEST(RecordedCachedOp, FusesItsBackwardInWhateverOrderThatReads) {
  std::vector<NDArray> arrays = {array_of({2}, {1, 2}), array_of({2}, {-1, 3}),
                                 array_of({2}, {5, 7})};
  std::vector<NDArray> grads;
  for (auto& array : arrays) {
    grads.emplace_back(array.shape(), DType::float32);
    autograd::mark_variable(&array, GradReq::write, grads.back());
  }
  const auto gradients_of = [&](auto&& run) {
    std::vector<NDArray> y;
    {
      const Recording recording;
      y = run();
    }
    autograd::backward({&y[0], &y[1], &y[2]},
                       {array_of({2}, {1, 2}), array_of({2}, {3, 4}), array_of({2}, {5, 6})},
                       Graph::free);
    return std::vector{values_of(grads[0]), values_of(grads[1]), values_of(grads[2])};
  };
  const auto wanted = gradients_of([&] { return three_outputs(arrays[0], arrays[1], arrays[2]); });
  CachedOp cached(three_outputs(), {{"static_alloc", "True"}});
  testing::internal::CaptureStderr();
  const auto got =
      gradients_of([&] { return cached.forward({&arrays[0], &arrays[1], &arrays[2]}); });
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << "fusion was given up";
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    for (std::size_t j = 0; j < wanted[i].size(); ++j) {
      EXPECT_NEAR(got[i][j], wanted[i][j], 1e-5F * std::abs(wanted[i][j])) << i << ' ' << j;
    }
  }
}

TEST(RecordedCachedOp, RefusesAWrongNumberOfArguments) {
  CachedOp cached(net(), {});
  NDArray x = array_of({1, 2}, {1, 2});
  autograd::mark_variable(&x, GradReq::write, NDArray(x.shape(), DType::float32));
  const Recording recording;
  EXPECT_THROW(cached.forward({&x}), Error);
}

}  // namespace
}  // namespace mxnet
