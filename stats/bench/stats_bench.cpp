// How long the rank methods take at the sample sizes of a bisection step and beyond.
#include "stats/hodges_lehmann.hpp"
#include "stats/signed_rank.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace {

constexpr double k_bound = 2.5;

std::vector<double> noisy_sample(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> noise(0.02, 0.08);
  std::vector<double> values(n);
  for (double& v : values) v = noise(engine);
  return values;
}

void signed_rank_z(benchmark::State& state) {
  const auto sample = noisy_sample(static_cast<std::size_t>(state.range(0)), 1);
  for (auto _ : state) benchmark::DoNotOptimize(bisect::stats::signed_ranks(sample, 0.01));
}
BENCHMARK(signed_rank_z)->Arg(48)->Arg(320)->Arg(1000);

void hodges_lehmann_interval(benchmark::State& state) {
  const auto sample = noisy_sample(static_cast<std::size_t>(state.range(0)), 1);
  for (auto _ : state) benchmark::DoNotOptimize(bisect::stats::hodges_lehmann(sample, k_bound));
}
BENCHMARK(hodges_lehmann_interval)->Arg(48)->Arg(320)->Arg(1000)->Arg(2000);

void hodges_lehmann_shift_interval(benchmark::State& state) {
  const auto a = noisy_sample(static_cast<std::size_t>(state.range(0)), 1);
  const auto b = noisy_sample(static_cast<std::size_t>(state.range(0)), 2);
  for (auto _ : state) benchmark::DoNotOptimize(bisect::stats::hodges_lehmann_shift(a, b, k_bound));
}
BENCHMARK(hodges_lehmann_shift_interval)->Arg(48)->Arg(320)->Arg(1000);

}  // namespace

BENCHMARK_MAIN();
