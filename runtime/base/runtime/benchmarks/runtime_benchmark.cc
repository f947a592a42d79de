// What single things cost inside the library, one cause each. Run it with OMP_NUM_THREADS=1, like
// the workloads.

#include <benchmark/benchmark.h>

#include "arrays.h"
#include "imperative/cached_op.h"

namespace mxnet {
namespace {

NDArray filled(const Shape& shape) {
  return run_op("_random_uniform", {}, {{"shape", shape.str()}})[0];
}

/// One operator on arrays of one element: parsing, inference, making the output.
void invoke(benchmark::State& state) {
  NDArray x = filled({1});
  for (auto _ : state) {
    benchmark::DoNotOptimize(run_op("elemwise_add", {x, x}));
  }
}
BENCHMARK(invoke);

/// A graph of as many operators as the argument says, on arrays of one element.
void cached_op(benchmark::State& state) {
  Symbol y = Symbol::variable("x");
  for (int64_t i = 0; i < state.range(0); ++i) {
    y = Symbol::create(Op::get("negative"), "y", {}, {y});
  }
  CachedOp cached(y, {{"static_alloc", "True"}});
  NDArray x = filled({1});
  for (auto _ : state) {
    benchmark::DoNotOptimize(cached.forward({&x}));
  }
  state.counters["per_node"] = benchmark::Counter(
      static_cast<double>(state.range(0)),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(cached_op)->Arg(1)->Arg(256);

/// The same where every call meets another shape: inference and memory plan each time.
void cached_op_new_shape(benchmark::State& state) {
  Symbol y = Symbol::variable("x");
  for (int i = 0; i < 256; ++i) {
    y = Symbol::create(Op::get("negative"), "y", {}, {y});
  }
  CachedOp cached(y, {{"static_alloc", "True"}});
  NDArray one = filled({1});
  NDArray two = filled({2});
  for (auto _ : state) {
    benchmark::DoNotOptimize(cached.forward({&one}));
    std::swap(one, two);
  }
}
BENCHMARK(cached_op_new_shape);

/// A fully connected layer on as many rows as the argument says, with weights that stay.
void fully_connected(benchmark::State& state) {
  const NDArray x = filled({state.range(0), 256});
  const NDArray weight = filled({256, 256});
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        run_op("FullyConnected", {x, weight}, {{"num_hidden", "256"}, {"no_bias", "True"}}));
  }
}
BENCHMARK(fully_connected)->Arg(1)->Arg(5)->Arg(64);

/// Attention of a decoder: the second matrix grows by one column every time.
void matmul_growing(benchmark::State& state) {
  constexpr int64_t k_longest = 40;
  const NDArray queries = filled({40, 1, 28});
  std::vector<NDArray> keys;
  for (int64_t length = 1; length <= k_longest; ++length) {
    keys.push_back(filled({40, length, 28}));
  }
  std::size_t at = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(run_op("batch_dot", {queries, keys[at]}, {{"transpose_b", "True"}}));
    at = (at + 1) % keys.size();
  }
}
BENCHMARK(matmul_growing);

/// Scores of a vocabulary for five hypotheses.
void log_softmax(benchmark::State& state) {
  const NDArray scores = filled({5, 4000});
  for (auto _ : state) {
    benchmark::DoNotOptimize(run_op("log_softmax", {scores}));
  }
}
BENCHMARK(log_softmax);

}  // namespace
}  // namespace mxnet
