// The whole search in simulated worlds: how often it is right, and what it costs.

#include "tests/unit/engine/simulated_search.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace {

using bisect::support::Noise;
using bisect::support::SearchScene;
using bisect::support::Tally;

struct World {
  std::string name;
  Noise noise;
};

std::vector<World> worlds() {
  std::vector<World> list;
  for (const double sd : {0.02, 0.08}) {
    Noise noise;
    noise.pair_sd = sd;
    list.push_back({fmt::format("sd {:.0f} %", 100 * sd), noise});
  }
  Noise drifting;
  drifting.pair_sd = 0.08;
  drifting.drift_sd = 0.2;
  drifting.drift_memory = 0.98;
  list.push_back({"sd 8 %, drift", drifting});
  Noise spiky;
  spiky.pair_sd = 0.02;
  spiky.spike_rate = 0.1;
  list.push_back({"sd 2 %, spikes", spiky});
  return list;
}

void print(const World& world, const SearchScene& scene, int searches) {
  const Tally tally = bisect::support::search_often(scene, searches, 1000);
  const double percent = 100.0 / searches;
  fmt::print("{:<16} {:>6} {:>5.0f} %   {:>5.1f} / {:>4.1f} / {:>4.1f} ({:>4.1f})   {:>6.1f} {:>8.0f} {:>7.1f}\n",
             world.name, scene.commits, 100 * scene.step, percent * tally.right,
             percent * tally.wrong, percent * tally.open, percent * tally.covered, tally.rounds, tally.trials, tally.builds);
  std::fflush(stdout);
}

}  // namespace

/// Argument: searches per row, default 100.
int main(int argc, char** argv) {
  const int searches = argc > 1 ? std::max(1, std::atoi(argv[1])) : 100;
  fmt::print("{} searches a row\n{:<16} {:>6} {:>7}   {:>27}   {:>6} {:>8} {:>7}\n", searches, "world",
             "N", "step", "right/wrong/open (covered) %", "rounds", "trials", "builds");
  for (const World& world : worlds())
    for (const int commits : {64, 256, 1000})
      for (const double step : {0.0, 0.02, 0.05, 0.10})
        // A step of just --min-effect would be "too small to count" in half of the searches.
        if (step != 0 || commits == 64)
          print(world, {commits, step, world.noise, step == 0.02 ? 0.01 : 0.02}, searches);
  return 0;
}
