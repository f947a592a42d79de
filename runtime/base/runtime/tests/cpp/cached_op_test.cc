#include <gtest/gtest.h>

#include "arrays.h"
#include "graphs.h"
#include "imperative/cached_op.h"

namespace mxnet {
namespace {

/// Reuses memory (relu in place, Reshape shared) and hands out an inner entry, an
/// argument and one entry twice.
struct Net {
  Symbol x = Symbol::variable("x");
  Symbol squares = apply("square", "squares", {x});
  Symbol shifted = apply("_minus_scalar", "shifted", {squares}, {{"scalar", "3"}});
  Symbol flat = apply("Reshape", "flat", {apply("relu", "relu", {shifted})}, {{"shape", "(-1,)"}});
  Symbol sum = apply("elemwise_add", "sum", {flat, flat});
  Symbol all = Symbol::group({sum, squares, x, sum});
};

std::vector<std::vector<float>> run_net(CachedOp& cached, NDArray x) {
  std::vector<std::vector<float>> values;
  for (const NDArray& output : cached.forward({&x})) {
    values.push_back(values_of(output));
  }
  return values;
}

class CachedOpTest : public testing::TestWithParam<const char*> {};

TEST_P(CachedOpTest, GivesWhatTheOperatorsGiveOneByOne) {
  CachedOp cached(Net().all, {{"static_alloc", GetParam()}});
  // The second call meets other shapes, the third the first ones again.
  for (const int64_t rows : {1, 3, 1}) {
    const NDArray x = run_op("_random_uniform", {}, {{"shape", "(" + std::to_string(rows) + ", 4)"},
                                                     {"low", "-3"}, {"high", "3"}})[0];
    const NDArray squares = run_op("square", {x})[0];
    const NDArray relu =
        run_op("relu", run_op("_minus_scalar", {squares}, {{"scalar", "3"}}))[0];
    const NDArray flat = run_op("Reshape", {relu}, {{"shape", "(-1,)"}})[0];
    const auto sum = values_of(run_op("elemwise_add", {flat, flat})[0]);
    EXPECT_EQ(run_net(cached, x), (std::vector<std::vector<float>>{sum, values_of(squares),
                                                                   values_of(x), sum}));
  }
}

INSTANTIATE_TEST_SUITE_P(Memory, CachedOpTest, testing::Values("True", "False"));

TEST(CachedOp, OutputsOfEarlierCallsStay) {
  CachedOp cached(Net().all, {{"static_alloc", "True"}});
  NDArray first = array_of({1}, {2});
  NDArray second = array_of({1}, {9});
  const auto kept = cached.forward({&first});
  cached.forward({&second});
  EXPECT_EQ(values_of(kept[0]), std::vector<float>{2});
}

TEST(CachedOp, RefusesAWrongNumberOfArguments) {
  CachedOp cached(Net().all, {});
  EXPECT_THROW(cached.forward({}), Error);
}

}  // namespace
}  // namespace mxnet
