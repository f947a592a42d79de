// Simulated searches: how often each way to bisect timings is right, and what it costs.
//
//   bisect_search_table [--runs N] [--tuning] [--only TEXT] [--threads N]
//
// The seeds of the table were never used for tuning (--tuning uses others).

#include "stats/bench/search/methods.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <tuple>

namespace bisect::search {
namespace {

struct Run {
  Answer answer;
  bool right = false;
  bool wrong = false;
  int builds = 0;
  int starts = 0;
  double cost = 0.0;
};

/// Exactly the commits that cannot be told apart from this change?
bool is_exactly(const World& world, std::pair<int, int> range, int culprit) {
  const auto [before, after] = range;
  if (culprit == 0 || culprit <= before || culprit > after) return false;
  if (!world.testable(before) || !world.testable(after)) return false;
  for (int c = before + 1; c < after; ++c)
    if (world.testable(c)) return false;
  return true;
}

/// Right: every change that is asked for is named, and nothing else; one of two will do for a search that
/// names one. Wrong: something is named that is no change.
void judge(const World& world, bool all, Run& run) {
  if (run.answer.kind != Answer::Kind::change) {
    run.right = world.culprit() == 0 && run.answer.kind == Answer::Kind::none;
    return;
  }
  auto named = run.answer.further;
  named.emplace_back(run.answer.before, run.answer.after);
  int found = 0;
  for (const auto& range : named) {
    if (is_exactly(world, range, world.culprit()) || is_exactly(world, range, world.second_culprit())) ++found;
    else run.wrong = true;
  }
  const int asked = all && world.second_culprit() > 0 ? 2 : 1;
  run.right = !run.wrong && found >= asked;
}

struct Row {
  WorldSpec world;
  Method method;
  bool all = false;  ///< both changes are asked for
};

void print_row(const Row& row, const std::vector<Run>& runs) {
  const auto n = static_cast<double>(runs.size());
  double right = 0, wrong = 0, builds = 0, starts = 0, cost = 0, stated = 0;
  std::vector<double> seconds;
  for (const Run& run : runs) {
    right += run.right;
    wrong += run.wrong;
    builds += run.builds;
    starts += run.starts;
    cost += run.cost;
    stated += run.answer.stated;
    seconds.insert(seconds.end(), run.answer.decision_seconds.begin(), run.answer.decision_seconds.end());
  }
  double median = 0.0;
  if (!seconds.empty()) {
    std::nth_element(seconds.begin(), seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2), seconds.end());
    median = seconds[seconds.size() / 2];
  }
  std::printf("| %s | %s | %.3f ± %.3f | %.3f | %.1f | %.0f | %.0f |", row.world.name.c_str(), row.method.name.c_str(),
              right / n, std::sqrt(right / n * (1 - right / n) / n), wrong / n, builds / n, starts / n, cost / n);
  if (median > 0.0) std::printf(" %.3f | %.1f |\n", stated / n, 1e3 * median);
  else std::printf(" | |\n");
  std::fflush(stdout);
}

WorldSpec clean(const char* name) {
  WorldSpec spec;
  spec.name = name;
  return spec;
}

WorldSpec real(const char* name) {
  WorldSpec spec = clean(name);
  spec.spike_share = 0.03;
  spec.drift = 0.005;
  spec.build_bias = 0.004;
  return spec;
}

template <typename Change>
WorldSpec with(WorldSpec spec, Change change) {
  change(spec);
  return spec;
}

Method house(const WorldSpec& spec, const char* name, PosteriorSettings settings = {}) {
  return {name, [spec, settings](World& world) { return posterior_search(world, spec, settings); }};
}

/// With what five earlier searches on the machine learnt of its noise.
Method remembering(const WorldSpec& spec) {
  return {"posterior, noise remembered", [spec](World& world) {
            PosteriorSettings settings;
            for (int earlier = 0; earlier < 5; ++earlier) {
              World other(spec, world.random()());
              change_point::NoiseBelief learnt;
              posterior_search(other, spec, settings, &learnt);
              settings.noise = learnt.remembered();
            }
            return posterior_search(world, spec, settings);
          }};
}

std::vector<Row> rows() {
  std::vector<Row> all;
  const auto add = [&](const WorldSpec& spec, Method method) { all.push_back({spec, std::move(method)}); };
  const WorldSpec main = real("real, 256, +2 %");
  add(main, house(main, "posterior"));
  add(main, remembering(main));
  for (const Method& method : baselines()) add(main, method);
  PosteriorSettings strict;
  strict.strict = true;
  const std::vector<WorldSpec> others{
      with(real("real, 1000, +2 %"), [](auto& s) { s.last = 1000; }),
      with(real("real, 64, +2 %"), [](auto& s) { s.last = 64; }),
      with(real("real, 12, +2 %"), [](auto& s) { s.last = 12; }),
      with(real("real, 256, +2 %, 30 % untestable"), [](auto& s) { s.untestable = 0.3; }),
      with(real("real, 256, +1 %"), [](auto& s) { s.step = 0.01; }),
      with(real("real, 256, +4 %"), [](auto& s) { s.step = 0.04; }),
      with(real("real, 256, +2 %, build 100"), [](auto& s) { s.build_cost = 100; }),
      with(real("real, 256, +2 %, build 1"), [](auto& s) { s.build_cost = 1; }),
      clean("clean, 256, +2 %"),
      with(real("A/A, real, 256"), [](auto& s) { s.step = 0; }),
      with(real("A/A, real, bias .8 %"), [](auto& s) { s.step = 0, s.build_bias = .008; }),
      with(real("real, off-grid: bias .3, drift .35 over 80"), [](auto& s) { s.build_bias = .003, s.drift = .0035, s.drift_time = 80; }),
      with(real("real, off-grid: bias .55, drift .9 over 1500"), [](auto& s) { s.build_bias = .0055, s.drift = .009, s.drift_time = 1500; }),
      with(real("real, heavy tails (t3)"), [](auto& s) { s.heavy_tails = true; }),
      with(real("real, two modes 3 % apart"), [](auto& s) { s.modes = .03; }),
      with(real("real, bad side twice as noisy"), [](auto& s) { s.bad_sigma = .02; }),
      with(real("real, random walk"), [](auto& s) { s.walk = .0003; }),
  };
  for (const WorldSpec& spec : others) add(spec, house(spec, "posterior"));
  PosteriorSettings several;
  several.most_changes = 4;
  for (WorldSpec spec : {clean("clean, 256, +2 %"), real("real, 256, +2 %")}) {
    const std::string name = spec.name;
    for (const auto& [step, second, suffix] : {std::tuple{.02, 0.0, ""}, {.02, .02, " and +2 %"}, {.02, .01, " and +1 %"},
                                               {.04, -.02, ""}}) {
      spec.step = step;
      spec.second_step = second;
      spec.name = second < 0 ? name.substr(0, name.find('+')) + "+4 % and -2 %" : name + suffix;
      all.push_back({spec, house(spec, "posterior, all changes", several), true});
    }
  }
  // What bisect meets: compilers that give the same program again, and nothing measured alone.
  PosteriorSettings as_run;
  as_run.rebuilds_differ = false;
  as_run.side_by_side = true;
  as_run.most_changes = 4;
  for (const double bias : {.002, .004}) {
    for (const double step : {.02, .04}) {
      WorldSpec spec = real("real, 256, reproducible builds");
      spec.name += bias < .003 ? ", bias .2 %" : ", bias .4 %";
      spec.name += step < .03 ? ", +2 %" : ", +4 %";
      spec.build_bias = 0.0;
      spec.commit_bias = bias;
      spec.step = step;
      add(spec, house(spec, "posterior, as bisect runs it", as_run));
      if (step > .03) continue;
      spec.second_step = .02;
      spec.name += " and +2 %";
      all.push_back({spec, house(spec, "posterior, as bisect runs it", as_run), true});
    }
  }
  const WorldSpec quiet = with(real("A/A, real, 256"), [](auto& s) { s.step = 0; });
  add(quiet, house(quiet, "posterior, strict", strict));
  for (const WorldSpec& spec : {clean("clean, 256, +2 %"), quiet,
                                with(real("real, 256, +2 %, 30 % untestable"), [](auto& s) { s.untestable = 0.3; })})
    for (const Method& method : baselines()) add(spec, method);
  return all;
}

std::vector<Run> simulate(const Row& row, int runs, std::uint64_t seeds, unsigned threads) {
  std::vector<Run> results(static_cast<std::size_t>(runs));
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int i = next++; i < runs; i = next++) {
      World world(row.world, seeds + static_cast<std::uint64_t>(i));
      Run& run = results[static_cast<std::size_t>(i)];
      run.answer = row.method.search(world);
      judge(world, row.all, run);
      run.builds = world.builds();
      run.starts = world.starts();
      run.cost = world.cost();
    }
  };
  std::vector<std::thread> pool;
  for (unsigned t = 1; t < threads; ++t) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
  return results;
}

int main(int argc, char** argv) {
  int runs = 200;
  unsigned threads = std::max(1U, std::thread::hardware_concurrency());
  std::uint64_t seeds = 5'000'000;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--tuning") seeds = 1'000'000;
    else if (option == "--runs" && i + 1 < argc) runs = std::atoi(argv[++i]);
    else if (option == "--threads" && i + 1 < argc) threads = static_cast<unsigned>(std::atoi(argv[++i]));
    else if (option == "--only" && i + 1 < argc) only = argv[++i];
    else return std::fprintf(stderr, "usage: bisect_search_table [--runs N] [--tuning] [--only TEXT] [--threads N]\n"), 2;
  }
  std::printf("| world | search | right | names what is none | builds | starts | cost | stated | ms |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|\n");
  for (const Row& row : rows())
    if ((row.world.name + " | " + row.method.name).find(only) != std::string::npos)
      print_row(row, simulate(row, runs, seeds, threads));
  return 0;
}

}  // namespace
}  // namespace bisect::search

int main(int argc, char** argv) { return bisect::search::main(argc, argv); }
