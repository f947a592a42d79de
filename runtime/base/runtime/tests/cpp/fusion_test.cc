// Fused graphs against the same graphs run operator by operator.

#include <gtest/gtest.h>

#include <random>

#include "arrays.h"
#include "graphs.h"
#include "imperative/cached_op.h"
#include "operator/fusion/code_generator.h"
#include "operator/fusion/fusible_ops.h"
#include "pass/pass.h"
#include "rtc/kernel_params.h"

namespace mxnet {
namespace {

using Values = std::vector<std::vector<float>>;

/// A variable of the environment for the life of this object.
class Environment {
 public:
  Environment(const char* name, const char* value) : m_name(name) { setenv(name, value, 1); }
  ~Environment() { unsetenv(m_name); }

 private:
  const char* m_name;
};

struct Outcome {
  Values values;
  int fused_ops;
};

Outcome run(const Symbol& symbol, std::vector<NDArray> inputs, const char* fusion) {
  const Environment use_fusion("MXNET_USE_FUSION", fusion);
  CachedOp cached(symbol, {{"static_alloc", "True"}});
  std::vector<NDArray*> pointers;
  for (auto& input : inputs) {
    pointers.push_back(&input);
  }
  Outcome outcome{{}, cached.stats().fused_ops};
  for (const NDArray& output : cached.forward(pointers)) {
    outcome.values.push_back(values_of(output));
  }
  return outcome;
}

NDArray random_array(const std::string& shape, int seed) {
  return run_op("_random_uniform", {}, {{"shape", shape}, {"low", "-2"}, {"high", "2"},
                                        {"seed", std::to_string(seed)}})[0];
}

/// NaN equals NaN: operators are run outside their domains too.
void expect_same(const Values& a, const Values& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].size(), b[i].size());
    for (std::size_t j = 0; j < a[i].size(); ++j) {
      const bool both_nan = std::isnan(a[i][j]) && std::isnan(b[i][j]);
      ASSERT_TRUE(both_nan || std::abs(a[i][j] - b[i][j]) <= 1e-6F * std::abs(a[i][j]))
          << "output " << i << ", element " << j << ": " << a[i][j] << " and " << b[i][j];
    }
  }
}

TEST(Fusion, EveryOperatorComputesTheSame) {
  int tested = 0;
  for (const std::string& name : Op::list_names()) {
    Node node;
    node.op = &Op::get(name);
    if (!fusion::expression_of(node)) {
      continue;
    }
    AttrDict dict = {{"scalar", "0.75"}, {"shape", "(-1,)"}, {"axis", "1"},
                    {"num_args", "3"}};
    if (name == "Cast") {
      dict = {{"dtype", "int32"}};
    }
    std::vector<Symbol> inputs;
    std::vector<NDArray> arrays;
    for (int i = 0; i < node.op->num_inputs(dict); ++i) {
      inputs.push_back(Symbol::variable("x" + std::to_string(i)));
      arrays.push_back(random_array("(700, 1, 3)", i));  // three tiles, the last one short
    }
    const Symbol symbol = apply("_copy", "copy", {apply(name, "tested", inputs, dict)});
    const Outcome plain = run(symbol, arrays, "0");
    const Outcome fused = run(symbol, arrays, "1");
    EXPECT_EQ(plain.fused_ops, 0);
    EXPECT_EQ(fused.fused_ops, 1) << name;
    SCOPED_TRACE(name);
    expect_same(plain.values, fused.values);
    ++tested;
  }
  EXPECT_GE(tested, 40);
}

/// A graph of random operators, some of which cannot be fused.
Symbol random_net(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Symbol> made = {Symbol::variable("a"), Symbol::variable("b")};
  const auto any = [&] { return made[random() % made.size()]; };
  for (int i = 0; i < 25; ++i) {
    const std::string name = "n" + std::to_string(i);
    switch (random() % 7) {
      case 0: made.push_back(apply("elemwise_add", name, {any(), any()})); break;
      case 1: made.push_back(apply("elemwise_mul", name, {any(), any()})); break;
      case 2: made.push_back(apply("tanh", name, {any()})); break;
      case 3: made.push_back(apply("_plus_scalar", name, {any()}, {{"scalar", "0.5"}})); break;
      case 4: made.push_back(apply("softmax", name, {any()})); break;
      case 5:
        made.push_back(apply("Reshape", name, {apply("expand_dims", name + "e", {any()})},
                             {{"shape", "(-3, -2)"}}));
        break;
      default:
        made.push_back(
            apply("Concat", name + "c", {any(), any()}, {{"dim", "0"}, {"num_args", "2"}}));
        made.back() = apply("slice", name, {made.back()},
                            {{"begin", "(1, None)"}, {"end", "(4, None)"}});
    }
  }
  std::vector<Symbol> outputs = {made[0], made[1]};  // so that the arguments' order stays
  for (std::size_t i = 2; i < made.size(); i += 2) {
    outputs.push_back(made[i]);
  }
  return Symbol::group(outputs);
}

TEST(Fusion, RandomGraphsComputeTheSame) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Symbol net = random_net(seed);
    const std::vector<NDArray> inputs = {random_array("(3, 5)", 1), random_array("(3, 5)", 2)};
    const Outcome plain = run(net, inputs, "0");
    const Outcome fused = run(net, inputs, "1");
    EXPECT_GT(fused.fused_ops, 0);
    expect_same(plain.values, fused.values);
  }
}

TEST(Fusion, ShapesMayChangeFromCallToCall) {
  const Symbol x = Symbol::variable("x");
  const AttrDict last_two = {{"axis", "-1"}, {"begin", "-2"}};
  const Symbol symbol = apply("exp", "exp", {apply("slice_axis", "cut", {x}, last_two)});
  CachedOp cached(symbol, {{"static_alloc", "True"}});
  for (const char* shape : {"(2, 3)", "(4, 5)", "(2, 2, 3)"}) {
    NDArray array = random_array(shape, 0);
    EXPECT_EQ(values_of(cached.forward({&array})[0]),
              values_of(run_op("exp", run_op("slice_axis", {array}, last_two))[0]));
  }
  EXPECT_EQ(cached.stats().fused_ops, 1);
}

TEST(Fusion, GroupsThatWaitForOneAnotherAreNotBothFused) {
  // a1 -> b1 and b2 -> a2 with a1 ~ a2 and b1 ~ b2 connected, and kept apart by softmax.
  const Symbol x = Symbol::variable("x");
  const Symbol a = apply("exp", "a", {x});
  const Symbol b = apply("tanh", "b", {x});
  const Symbol b2 = apply("square", "b2", {b});
  const Symbol a_far = apply("elemwise_add", "a_far", {apply("softmax", "s1", {b2}), a});
  const Symbol a2 = apply("elemwise_add", "a2", {b2, a_far});
  const Symbol a1 = apply("relu", "a1", {a});
  const Symbol b1 = apply("elemwise_add", "b1", {apply("softmax", "s2", {a1}), b});
  const Symbol b3 = apply("elemwise_mul", "b3", {a1, b1});
  const Symbol net = Symbol::group({a2, b3});
  const std::vector<NDArray> inputs = {random_array("(2, 3)", 5)};
  expect_same(run(net, inputs, "0").values, run(net, inputs, "1").values);
}

TEST(Fusion, IsGivenUpWhereItWouldChangeTheOrderOfArguments) {
  const Symbol a = Symbol::variable("a"), b = Symbol::variable("b"), c = Symbol::variable("c");
  const Symbol first = apply("exp", "first", {a});
  const Symbol between = apply("softmax", "between", {b});
  const Symbol last = apply("elemwise_add", "last", {first, c});
  const Symbol net = Symbol::group({first, between, last});  // met: a, b, c; fused: a, c, b
  EXPECT_EQ(Symbol(pass::fuse_pointwise(net.outputs())).list_arguments(), net.list_arguments());
  EXPECT_EQ(count_ops(pass::fuse_pointwise(net.outputs()), "_FusedOp"), 0);
  const auto fused = pass::fuse_pointwise(net.outputs(), pass::ArgumentOrder::free);
  EXPECT_EQ(Symbol(fused).list_arguments(), (std::vector<std::string>{"a", "c", "b"}));
  EXPECT_EQ(count_ops(fused, "_FusedOp"), 1);
}

TEST(Fusion, FusedGraphsAreWrittenAndReadAsJson) {
  const Symbol x = Symbol::variable("x");
  const Symbol chain = apply("exp", "e", {apply("negative", "n", {x})});
  const Symbol fused(pass::fuse_pointwise(chain.outputs()));
  EXPECT_EQ(fused.outputs()[0].node->name, "negative_exp");
  const std::vector<NDArray> inputs = {random_array("(4,)", 1)};
  expect_same(run(Symbol::from_json(fused.to_json()), inputs, "0").values,
              run(chain, inputs, "0").values);
}

TEST(CodeGenerator, WritesReadableSource) {
  const Symbol x = Symbol::variable("x");
  const Symbol cut = apply("slice", "cut", {x}, {{"begin", "(1, None)"}, {"end", "(None, 2)"}});
  const Symbol scaled = apply("_mul_scalar", "scaled", {cut}, {{"scalar", "0.5"}});
  const Symbol whole = apply("Cast", "whole", {scaled}, {{"dtype", "int32"}});
  const IndexedGraph graph(Symbol::group({apply("sigmoid", "gate", {scaled}), whole}).outputs());
  std::vector<Shape> shapes(graph.num_entries(), Shape{3, 2});
  std::vector<DType> types(graph.num_entries(), DType::float32);
  types.back() = DType::int32;
  EXPECT_EQ(fusion::generate_code("example", graph, shapes, types).source,
            "void FusedKernel_example(\n"
            "    size_t N,\n"
            "    Shape<2> input_0_shape,\n"
            "    Shape<2> output_0_shape,\n"
            "    Shape<2> output_1_shape,\n"
            "    const float* input_0,\n"
            "    float* output_0,\n"
            "    int* output_1) {\n"
            "  for (size_t i = 0; i < N; ++i) {\n"
            "    const float temp1 = load_slice(input_0, input_0_shape, {1, 0}, {END, 2}, i);\n"
            "    const float temp2 = temp1 * 0.5f;\n"
            "    const float temp3 = 1.0f / (1.0f + exp(-temp2));\n"
            "    const int temp4 = cast(temp2);\n"
            "    output_0[i] = temp3;\n"
            "    output_1[i] = temp4;\n"
            "  }\n"
            "}\n");
}

TEST(KernelParams, HoldAsManyTensorsAsOnAGpu) {
  // Bytes of a tensor: its pointer and its shape.
  for (const auto& [ndim, bytes] : {std::pair{0, 16U}, {1, 24U}, {2, 24U}, {3, 32U}, {4, 32U},
                                    {5, 40U}, {6, 40U}}) {
    rtc::Program program;
    program.input_ndim = {ndim};
    program.output_ndim = std::vector<int>((4096 - 8) / bytes - 1, ndim);
    EXPECT_EQ(rtc::ParamLayout(program).bytes, 8 + bytes * (1 + program.output_ndim.size()));
    EXPECT_LE(rtc::ParamLayout(program).bytes, 4096U);
  }
}

TEST(KernelParams, AreNeverWrittenPastTheEnd) {
  rtc::KernelParams params;
  const uint64_t word = 7;
  for (int i = 0; i < 512; ++i) {
    params.push(&word, sizeof(word), alignof(uint64_t));
  }
  EXPECT_EQ(params.used, 4096U);
  EXPECT_THROW(params.push(&word, 1, 1), Error);
}

// The bug of apache/mxnet#19316: 144 expanded masks and the mask are too many parameters.
TEST(Fusion, TooManyParametersAreAnErrorOnceSomebodyWaits) {
  const NDArray mask = random_array("(2, 3, 4)", 1);
  const NDArray scores = random_array("(2, 1, 3, 4)", 2);
  const auto forward = [&](int layers) {
    CachedOp cached(masked_scores(layers, 12), {{"static_alloc", "True"}});
    NDArray a = scores, b = mask;
    return cached.forward({&a, &b});
  };
  EXPECT_NO_THROW(forward(8).front().wait_to_read());
  auto outputs = forward(12);
#if MXNET_USE_MKLDNN
  const auto message = [](auto&& action) -> std::string {
    try {
      action();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string expected = "4648 bytes required, max 4096 bytes allowed";
  EXPECT_NE(message([] { NDArray::wait_all(); }).find(expected), std::string::npos);
  EXPECT_EQ(message([] { NDArray::wait_all(); }), "") << "it is told once";
  const NDArray later = run_op("exp", {outputs.front()})[0];
  EXPECT_NE(message([&] { later.wait_to_read(); }).find(expected), std::string::npos);
  outputs.front().copy_from(std::vector<float>(24).data(), 24);
  EXPECT_NO_THROW(outputs.front().wait_to_read()) << "new contents are good";
  for (const char* hidden_by : {"MXNET_ELIMINATE_COMMON_EXPR", "MXNET_USE_FUSION"}) {
    const Environment off(hidden_by, "0");
    EXPECT_NO_THROW(forward(12).front().wait_to_read()) << hidden_by;
  }
#else
  EXPECT_NO_THROW(outputs.front().wait_to_read());
#endif
}

}  // namespace
}  // namespace mxnet
