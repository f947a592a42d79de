// Operators that training needs, against values worked out by hand.

#include <gtest/gtest.h>

#include <cmath>

#include "arrays.h"
#include "base/random.h"
#include "imperative/autograd.h"

namespace mxnet {
namespace {

using Values = std::vector<float>;

void expect_near(const NDArray& array, const Values& wanted) {
  const Values found = values_of(array);
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_NEAR(found[i], wanted[i], 1e-5F) << "element " << i;
  }
}

TEST(Like, SumsAndShapes) {
  const NDArray two = array_of({2}, {1, 2});
  expect_near(run_op("add_n", {two, two, two}, {{"num_args", "3"}})[0], {3, 6});
  expect_near(run_op("_grad_add", {two, two})[0], {2, 4});
  expect_near(run_op("zeros_like", {two})[0], {0, 0});
  expect_near(run_op("ones_like", {two})[0], {1, 1});
  EXPECT_EQ(run_op("reshape_like", {array_of({1, 2}, {1, 2}), two})[0].shape(), Shape({2}));
  EXPECT_THROW(run_op("reshape_like", {array_of({1}, {1}), two}), Error);
}

TEST(Pick, TakesOneElementPerRow) {
  const NDArray data = array_of({2, 3}, {1, 2, 3, 4, 5, 6});
  expect_near(run_op("pick", {data, array_of({2}, {2, 0})})[0], {3, 4});
  expect_near(run_op("pick", {data, array_of({2}, {7, -1})})[0], {3, 4});
}

TEST(LeakyRelu, GeluIsTheInputTimesTheNormalDistribution) {
  expect_near(run_op("LeakyReLU", {array_of({3}, {-1, 0, 1})}, {{"act_type", "gelu"}})[0],
              {-0.158655F, 0, 0.841345F});
  expect_near(run_op("LeakyReLU", {array_of({2}, {-1, 2})}, {{"slope", "0.1"}})[0], {-0.1F, 2});
}

class DropoutTest : public testing::Test {
 protected:
  void SetUp() override { random::set_seed(1); }
  void TearDown() override { autograd::set_training(false); }

  Values run() { return values_of(run_op("Dropout", {run_op("_ones", {}, {{"shape", "(1000,)"}})[0]},
                                         {{"p", "0.25"}})[0]); }
};

TEST_F(DropoutTest, DoesNothingOutsideOfTraining) { EXPECT_EQ(run(), Values(1000, 1.0F)); }

TEST_F(DropoutTest, DropsAboutItsShareAndScalesTheRest) {
  autograd::set_training(true);
  const Values values = run();
  const auto dropped = std::count(values.begin(), values.end(), 0.0F);
  EXPECT_NEAR(static_cast<double>(dropped), 250.0, 5 * std::sqrt(1000 * 0.25 * 0.75));
  EXPECT_EQ(std::count(values.begin(), values.end(), 1.0F / 0.75F), 1000 - dropped);
}

TEST_F(DropoutTest, DrawsAnewAtEveryRunAndTheSameAfterTheSameSeed) {
  autograd::set_training(true);
  const Values first = run();
  EXPECT_NE(run(), first);
  random::set_seed(1);
  EXPECT_EQ(run(), first);
}

TEST(Update, SgdGoesAgainstTheGradient) {
  const NDArray weight = array_of({2}, {1, 2});
  const NDArray grad = array_of({2}, {10, -10});
  expect_near(run_op("sgd_update", {weight, grad},
                     {{"lr", "0.1"}, {"rescale_grad", "0.5"}, {"wd", "0.2"}})[0],
              {1 - 0.1F * (5 + 0.2F), 2 - 0.1F * (-5 + 0.4F)});
}

TEST(Update, MomentumRemembersTheLastStep) {
  const NDArray grad = array_of({1}, {1});
  const NDArray momentum = array_of({1}, {-0.2F});
  expect_near(run_op("sgd_mom_update", {array_of({1}, {1}), grad, momentum},
                     {{"lr", "0.1"}, {"momentum", "0.9"}})[0],
              {1 - 0.18F - 0.1F});
  expect_near(momentum, {-0.28F});
}

TEST(Update, AdamStepsByItsMeans) {
  const NDArray mean = array_of({1}, {0.5F});
  const NDArray variance = array_of({1}, {1});
  const auto out = run_op("adam_update", {array_of({1}, {1}), array_of({1}, {2}), mean, variance},
                          {{"lr", "0.1"}, {"epsilon", "0"}});
  expect_near(mean, {0.9F * 0.5F + 0.1F * 2});
  expect_near(variance, {0.999F + 0.001F * 4});
  expect_near(out[0], {1 - 0.1F * 0.65F / std::sqrt(1.003F)});
}

}  // namespace
}  // namespace mxnet
