#include <gtest/gtest.h>

#include "arrays.h"
#include "graphs.h"
#include "imperative/cached_op.h"
#include "pass/pass.h"

namespace mxnet {
namespace {

std::vector<NodeEntry> eliminated(const Symbol& symbol) {
  auto outputs = pass::copy_graph(symbol.outputs());
  pass::eliminate_common_expr(&outputs);
  return outputs;
}

int merged(const Symbol& symbol) {
  auto outputs = pass::copy_graph(symbol.outputs());
  return pass::eliminate_common_expr(&outputs);
}

/// Two nodes of one operator over the same input.
int merged_twice(const std::string& op, const AttrDict& a = {}, const AttrDict& b = {}) {
  const Symbol x = Symbol::variable("x");
  return merged(Symbol::group({apply(op, "a", {x}, a), apply(op, "b", {x}, b)}));
}

/// Operators that differ in what they tell of themselves.
struct TestOps {
  TestOps() {
    const auto request = [](ResourceRequest what) -> FResourceRequest {
      return [what](const Param&) { return std::vector<ResourceRequest>{what}; };
    };
    plain("_test_plain");
    plain("_test_random").set<FResourceRequest>("FResourceRequest",
                                                request(ResourceRequest::kRandom));
    plain("_test_device_scratch")
        .set<FResourceRequestEx>("FResourceRequestEx", [](const Param&, DeviceType) {
          return std::vector<ResourceRequest>{ResourceRequest::kTempSpace};
        });
    plain("_test_marked_scratch")
        .set<FResourceRequest>("FResourceRequest", request(ResourceRequest::kTempSpace))
        .set<THasDeterministicOutput>("THasDeterministicOutput", true);
    plain("_test_marked_random").set<THasDeterministicOutput>("THasDeterministicOutput", false);
    plain("_test_mutating").set<FMutateInputs>("FMutateInputs", [](const Param&) {
      return std::vector<int>{0};
    });
    plain("_test_stateful").set<FCreateOpState>("FCreateOpState", [](const AttrDict&) {
      return Param();
    });
  }
  static Op& plain(const std::string& name) { return Op::add(name).inputs({"data"}); }
};
const TestOps k_test_ops;

TEST(EliminateCommonExpr, AsksWhatTheOperatorTells) {
  EXPECT_EQ(merged_twice("_test_plain"), 1);
  EXPECT_EQ(merged_twice("_test_marked_scratch"), 1);  // the mark outweighs the request
  for (const char* op : {"_test_random", "_test_device_scratch", "_test_marked_random",
                         "_test_mutating", "_test_stateful"}) {
    EXPECT_EQ(merged_twice(op), 0) << op;
  }
}

TEST(EliminateCommonExpr, AttributesAreComparedAsTexts) {
  EXPECT_EQ(merged_twice("_plus_scalar", {{"scalar", "1"}}, {{"scalar", "1"}}), 1);
  EXPECT_EQ(merged_twice("_plus_scalar", {{"scalar", "1"}}, {{"scalar", "1.0"}}), 0);
}

TEST(EliminateCommonExpr, NodesWithoutInputsStay) {
  const AttrDict shape = {{"shape", "(2,)"}};
  const Symbol zeros = apply("_zeros", "a", {}, shape);
  EXPECT_EQ(merged(Symbol::group({zeros, apply("_zeros", "b", {}, shape)})), 0);
  EXPECT_EQ(merged(Symbol::group({Symbol::variable("x"), Symbol::variable("x")})), 0);
}

TEST(EliminateCommonExpr, OtherOutputsAreOtherInputs) {
  const Symbol top = apply("topk", "top", {Symbol::variable("x")}, {{"ret_typ", "both"}});
  EXPECT_EQ(merged(Symbol::group({apply("square", "a", {top.output(0)}),
                                  apply("square", "b", {top.output(1)})})),
            0);
}

TEST(EliminateCommonExpr, ChainsMergeFromTheirStarts) {
  Symbol a = Symbol::variable("x");
  Symbol b = a;
  for (int i = 0; i < 5; ++i) {
    a = apply("square", "a" + std::to_string(i), {a});
    b = apply("square", "b" + std::to_string(i), {b});
  }
  const auto outputs = eliminated(apply("elemwise_add", "sum", {a, b}));
  EXPECT_EQ(count_ops(outputs, "square"), 5);
  EXPECT_EQ(outputs[0].node->inputs[0].node, outputs[0].node->inputs[1].node);
  EXPECT_EQ(outputs[0].node->inputs[0].node->name, "a4");  // the first one stays
}

TEST(EliminateCommonExpr, OutputsThatBecomeOneAreCopied) {
  const Symbol x = Symbol::variable("x");
  const Symbol twice = Symbol::group({apply("square", "a", {x}), apply("square", "b", {x})});
  const auto outputs = eliminated(twice);
  EXPECT_EQ(outputs[0].node->name, "a");
  EXPECT_EQ(outputs[1].node->name, "a_0_copy");
  EXPECT_EQ(count_ops(outputs, "square"), 1);
  EXPECT_EQ(count_ops(twice.outputs(), "square"), 2) << "the symbol itself is not changed";
}

// The bug of apache/mxnet#19316: with MKLDNN expand_dims asks for scratch memory, and is
// taken for an operator that may draw random numbers.
TEST(EliminateCommonExpr, ExpandDimsDoNotMergeWithMkldnn) {
#if MXNET_USE_MKLDNN
  constexpr int k_expanded = 144;
#else
  constexpr int k_expanded = 1;
#endif
  const auto outputs = eliminated(masked_scores(12, 12));
  EXPECT_EQ(count_ops(outputs, "Reshape"), 1);
  EXPECT_EQ(count_ops(outputs, "expand_dims"), k_expanded);
}

TEST(EliminateCommonExpr, GraphsComputeTheSame) {
  const NDArray mask = run_op("_random_uniform", {}, {{"shape", "(2, 3, 4)"}})[0];
  const NDArray scores =
      run_op("_random_uniform", {}, {{"shape", "(2, 1, 3, 4)"}, {"seed", "1"}})[0];
  const auto run = [&](const char* eliminate) {
    setenv("MXNET_ELIMINATE_COMMON_EXPR", eliminate, 1);
    CachedOp cached(masked_scores(3, 2), {});
    unsetenv("MXNET_ELIMINATE_COMMON_EXPR");
    NDArray a = scores, b = mask;
    std::vector<std::vector<float>> values;
    for (const NDArray& output : cached.forward({&a, &b})) {
      values.push_back(values_of(output));
    }
    return std::make_pair(values, cached.stats().nodes_after_cse);
  };
  const auto [plain, all_nodes] = run("0");
  const auto [merged, fewer_nodes] = run("1");
  EXPECT_EQ(plain, merged);
  EXPECT_EQ(all_nodes, 3 * (1 + 2 * 4));
  EXPECT_LE(fewer_nodes, all_nodes - 2 - 5);  // two Reshape, five softmax
}

}  // namespace
}  // namespace mxnet
