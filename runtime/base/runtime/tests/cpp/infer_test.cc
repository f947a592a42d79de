#include <gtest/gtest.h>

#include "graph/symbol.h"

namespace mxnet {
namespace {

Symbol layer(const Symbol& data, const std::string& name, const char* units) {
  return Symbol::create(Op::get("FullyConnected"), name, {{"num_hidden", units}}, {data});
}

TEST(InferShape, TellsParametersFromTheInput) {
  const Symbol net = layer(layer(Symbol::variable("data"), "a", "4"), "b", "2");
  ASSERT_EQ(net.list_arguments(), (std::vector<std::string>{"data", "a_weight", "a_bias",
                                                            "b_weight", "b_bias"}));
  const auto inferred = net.infer_shape({{"data", {5, 3}}});
  EXPECT_TRUE(inferred.complete);
  EXPECT_EQ(inferred.arguments[1], Shape({4, 3}));
  EXPECT_EQ(inferred.arguments[3], Shape({2, 4}));
  EXPECT_EQ(inferred.outputs[0], Shape({5, 2}));
}

TEST(InferShape, WorksBackwardsThroughElementwiseOperators) {
  const Symbol sum = Symbol::create(Op::get("elemwise_add"), "sum", {},
                                    {Symbol::variable("a"), Symbol::variable("b")});
  EXPECT_EQ(sum.infer_shape({{"b", {2, 3}}}).arguments[0], Shape({2, 3}));
}

TEST(InferShape, LeavesUnknownWhatDoesNotFollow) {
  const auto inferred = layer(Symbol::variable("data"), "a", "4").infer_shape({});
  EXPECT_FALSE(inferred.complete);
  EXPECT_FALSE(inferred.outputs[0].rank_known());
}

TEST(InferShape, NamesTheNodeOfAContradiction) {
  const Symbol net = layer(Symbol::variable("data"), "narrow", "4");
  try {
    net.infer_shape({{"data", {5, 3}}, {"narrow_weight", {4, 7}}});
    FAIL() << "a weight of the wrong width was accepted";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("narrow"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("(4,7)"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace mxnet
