// What storing one trial costs, with the durability that runs have: add_trial calls a second on the
// disk of the current folder (or of BISECT_BENCH_DIR).
#include "harness/store/sqlite_trial_store.hpp"

#include <benchmark/benchmark.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

using namespace bisect;

class FixedClock final : public core::Clock {
 public:
  [[nodiscard]] core::Duration monotonic() const override { return {}; }
  [[nodiscard]] std::chrono::sys_time<core::Duration> utc() const override { return {}; }
};

class ScratchFolder {
 public:
  ScratchFolder() {
    const char* base = std::getenv("BISECT_BENCH_DIR");
    std::string name = std::string(base != nullptr ? base : ".") + "/store-bench-XXXXXX";
    m_path = mkdtemp(name.data());
  }
  ~ScratchFolder() { std::filesystem::remove_all(m_path); }
  [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

 private:
  std::filesystem::path m_path;
};

core::Trial trial_with(std::size_t series, std::size_t length) {
  core::Trial trial;
  for (std::size_t number = 0; number < series; ++number)
    trial.readings.push_back(
        {0, "benchmark/" + std::to_string(number), "ns", std::vector<double>(length, 12.5)});
  return trial;
}

/// state.range: series in a trial, samples in a series.
void add_trial(benchmark::State& state) {
  const ScratchFolder folder;
  const FixedClock clock;
  auto store = store::SqliteTrialStore::open(folder.path() / "trials.db", clock);
  if (!store) return state.SkipWithError(store.error().message.c_str());
  const auto session = (*store)->begin_session({}, {core::Digest{"host"}, {}});
  const core::Arm arm;
  const auto build = (*store)->add_build(*session, arm, {});
  const auto round = (*store)->open_round(*session, 0, {core::Purpose::step, {arm}, 1, {}, {}});
  core::Trial trial = trial_with(state.range(0), state.range(1));
  trial.build = *build;
  for (auto _ : state) {
    if (!(*store)->add_trial(round->id, trial)) state.SkipWithError("add_trial failed");
    ++trial.block;
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(add_trial)
    ->Args({1, 1})
    ->Args({1, 10})
    ->Args({100, 1})
    ->Args({1, 1'000})
    ->Args({1, 100'000})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace

BENCHMARK_MAIN();
