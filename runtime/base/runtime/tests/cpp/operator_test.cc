#include <gtest/gtest.h>

#include <cmath>

#include "arrays.h"

namespace mxnet {
namespace {

using Values = std::vector<float>;

void expect_near(const NDArray& array, const Values& expected) {
  const Values values = values_of(array);
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(values[i], expected[i], 1e-5F) << "element " << i;
  }
}

TEST(Elementwise, BroadcastAlignsShapesAtTheirEnds) {
  const auto sum = run_op("broadcast_add", {array_of({2, 1, 2}, {1, 2, 3, 4}),
                                            array_of({3, 1}, {10, 20, 30})});
  EXPECT_EQ(sum[0].shape(), Shape({2, 3, 2}));
  expect_near(sum[0], {11, 12, 21, 22, 31, 32, 13, 14, 23, 24, 33, 34});
}

TEST(Elementwise, BroadcastRefusesShapesThatDoNotFit) {
  EXPECT_THROW(run_op("broadcast_add", {array_of({2}, {1, 2}), array_of({3}, {1, 2, 3})}), Error);
}

TEST(Elementwise, WhereTakesOneConditionPerRow) {
  const auto out = run_op("where", {array_of({2}, {1, 0}), array_of({2, 2}, {1, 2, 3, 4}),
                                    array_of({2, 2}, {5, 6, 7, 8})});
  expect_near(out[0], {1, 2, 7, 8});
}

TEST(Elementwise, CastCutsTowardsZero) {
  const auto ints = run_op("Cast", {array_of({3}, {1.9F, -1.9F, 3})}, {{"dtype", "int32"}});
  EXPECT_EQ(ints[0].dtype(), DType::int32);
  expect_near(run_op("Cast", ints, {{"dtype", "float32"}})[0], {1, -1, 3});
}

TEST(Matrix, ReshapeKnowsItsCodes) {
  const NDArray data = array_of({2, 6}, Values(12, 1.0F));
  const auto shape_for = [&](const char* codes) {
    return run_op("Reshape", {data}, {{"shape", codes}})[0].shape();
  };
  EXPECT_EQ(shape_for("(-1,)"), Shape({12}));
  EXPECT_EQ(shape_for("(0, -4, 2, -1)"), Shape({2, 2, 3}));
  EXPECT_EQ(shape_for("(-3,)"), Shape({12}));
  EXPECT_EQ(shape_for("(2, -2)"), Shape({2, 6}));
  EXPECT_THROW(shape_for("(5,)"), Error);
}

TEST(Matrix, ViewsOnlyRenameAxes) {
  const NDArray data = array_of({2, 1, 3}, {1, 2, 3, 4, 5, 6});
  const auto shape_of = [&](const char* op, const AttrDict& dict) {
    const NDArray out = run_op(op, {data}, dict)[0];
    expect_near(out, {1, 2, 3, 4, 5, 6});
    return out.shape();
  };
  EXPECT_EQ(shape_of("Flatten", {}), Shape({2, 3}));
  EXPECT_EQ(shape_of("squeeze", {}), Shape({2, 3}));
  EXPECT_EQ(shape_of("squeeze", {{"axis", "1"}}), Shape({2, 3}));
  EXPECT_EQ(shape_of("expand_dims", {{"axis", "-1"}}), Shape({2, 1, 3, 1}));
  EXPECT_EQ(shape_of("_copy", {}), Shape({2, 1, 3}));
  EXPECT_THROW(shape_of("squeeze", {{"axis", "0"}}), Error);
}

TEST(Matrix, StackPutsANewAxisAnywhere) {
  const std::vector<NDArray> rows = {array_of({2}, {1, 2}), array_of({2}, {3, 4})};
  const auto out = run_op("stack", rows, {{"axis", "-1"}, {"num_args", "2"}})[0];
  EXPECT_EQ(out.shape(), Shape({2, 2}));
  expect_near(out, {1, 3, 2, 4});
}

TEST(Matrix, TransposeMovesEveryAxis) {
  const auto out = run_op("transpose", {array_of({1, 2, 3}, {1, 2, 3, 4, 5, 6})},
                          {{"axes", "(2, 0, 1)"}});
  EXPECT_EQ(out[0].shape(), Shape({3, 1, 2}));
  expect_near(out[0], {1, 4, 2, 5, 3, 6});
}

TEST(Matrix, SliceCutsABox) {
  const NDArray data = array_of({2, 3}, {1, 2, 3, 4, 5, 6});
  expect_near(run_op("slice", {data}, {{"begin", "(0, 1)"}, {"end", "(2, None)"}})[0],
              {2, 3, 5, 6});
  expect_near(run_op("slice_axis", {data}, {{"axis", "1"}, {"begin", "-1"}, {"end", "None"}})[0],
              {3, 6});
}

TEST(Matrix, ConcatAndStackJoinAlongAnAxis) {
  const NDArray a = array_of({2, 1}, {1, 2});
  const NDArray b = array_of({2, 1}, {3, 4});
  expect_near(run_op("Concat", {a, b}, {{"dim", "1"}, {"num_args", "2"}})[0], {1, 3, 2, 4});
  const auto stacked = run_op("stack", {a, b}, {{"num_args", "2"}});
  EXPECT_EQ(stacked[0].shape(), Shape({2, 2, 1}));
  expect_near(stacked[0], {1, 2, 3, 4});
}

TEST(Indexing, TakeChoosesAlongAnAxis) {
  const NDArray data = array_of({2, 3}, {1, 2, 3, 4, 5, 6});
  expect_near(run_op("take", {data, array_of({2}, {2, 0})}, {{"axis", "1"}})[0], {3, 1, 6, 4});
}

TEST(Indexing, TopkGivesTheFirstOfEqualValuesFirst) {
  const auto out = run_op("topk", {array_of({1, 5}, {1, 7, 3, 7, 5})},
                          {{"k", "3"}, {"ret_typ", "both"}});
  expect_near(out[0], {7, 7, 5});
  expect_near(run_op("Cast", {out[1]}, {{"dtype", "float32"}})[0], {1, 3, 4});
}

TEST(Reduce, WorksAlongAnAxisAndOverAll) {
  const NDArray data = array_of({2, 3}, {1, 2, 3, 4, 5, 9});
  expect_near(run_op("sum", {data}, {{"axis", "0"}})[0], {5, 7, 12});
  expect_near(run_op("mean", {data}, {{"axis", "1"}, {"keepdims", "True"}})[0], {2, 6});
  expect_near(run_op("max", {data})[0], {9});
}

TEST(Norm, SoftmaxOfLargeNumbersDoesNotOverflow) {
  expect_near(run_op("softmax", {array_of({1, 2}, {1000, 1000})})[0], {0.5F, 0.5F});
  expect_near(run_op("log_softmax", {array_of({1, 2}, {1000, 1000})})[0],
              {std::log(0.5F), std::log(0.5F)});
}

TEST(Norm, LayerNormHasMeanBetaAndDeviationGamma) {
  const auto out = run_op("LayerNorm", {array_of({1, 2}, {1, 3}), array_of({2}, {2, 2}),
                                        array_of({2}, {5, 5})}, {{"eps", "0"}});
  expect_near(out[0], {3, 7});
}

TEST(Product, FullyConnectedMultipliesByTheTransposedWeight) {
  const NDArray data = array_of({2, 2}, {1, 2, 3, 4});
  const NDArray weight = array_of({3, 2}, {1, 0, 0, 1, 1, 1});
  expect_near(run_op("FullyConnected", {data, weight, array_of({3}, {10, 20, 30})},
                     {{"num_hidden", "3"}})[0],
              {11, 22, 33, 13, 24, 37});
}

TEST(Product, FullyConnectedSeesWeightsThatWereChangedInPlace) {
  NDArray weight = array_of({1, 2}, {1, 1});
  const NDArray data = array_of({1, 2}, {3, 4});
  const AttrDict dict = {{"num_hidden", "1"}, {"no_bias", "True"}};
  expect_near(run_op("FullyConnected", {data, weight}, dict)[0], {7});
  const Values changed = {2, 0};
  weight.copy_from(changed.data(), 2);
  expect_near(run_op("FullyConnected", {data, weight}, dict)[0], {6});
}

TEST(Product, BatchDotMultipliesEveryPair) {
  const NDArray a = array_of({2, 1, 2}, {1, 2, 3, 4});
  const NDArray b = array_of({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  expect_near(run_op("batch_dot", {a, b})[0], {7, 10, 43, 50});
  expect_near(run_op("batch_dot", {a, b}, {{"transpose_b", "True"}})[0], {5, 11, 39, 53});
}

TEST(Random, UniformDependsOnSeedAndPlaceOnly) {
  const auto draw = [](const char* shape, const char* seed) {
    return values_of(run_op("_random_uniform", {}, {{"shape", shape}, {"seed", seed}})[0]);
  };
  const Values four = draw("(4,)", "1");
  EXPECT_EQ(Values(four.begin(), four.begin() + 2), draw("(2,)", "1"));
  EXPECT_NE(four, draw("(4,)", "2"));
}

}  // namespace
}  // namespace mxnet
