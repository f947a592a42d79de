#pragma once

#include "core/finding.hpp"
#include "harness/engine/bisect_strategy.hpp"
#include "tests/support/simulated_history.hpp"
#include "tests/support/simulated_world.hpp"

#include <cstdint>
#include <string>

namespace bisect::support {

/// A linear history c0..c<commits> with one step at a random place.
struct SearchScene {
  int commits = 64;     ///< candidates
  double step = 0.05;   ///< relative change the step makes; 0 = none
  Noise noise;
  double min_effect = 0.02;
};

/// How many searches of a scene ended in which way.
struct Tally {
  int right = 0;        ///< the one commit that made the step, or none where there is no step
  int wrong = 0;        ///< another single commit, or a step that is not there
  int open = 0;         ///< a set, undecided, none although there is a step
  int covered = 0;      ///< of the open ones: the named set holds the commit
  double rounds = 0;    ///< means
  double trials = 0;
  double builds = 0;
};

/// Runs `searches` searches with seeds first_seed, first_seed + 1, …
inline Tally search_often(const SearchScene& scene, int searches, std::uint64_t first_seed) {
  SimulatedHistory history;
  history.add_line("c", scene.commits + 1);
  const std::string last = "c" + std::to_string(scene.commits);
  Tally tally;
  for (int i = 0; i < searches; ++i) {
    const std::uint64_t seed = first_seed + static_cast<std::uint64_t>(i);
    const auto candidates = static_cast<std::uint64_t>(scene.commits);
    const int culprit = 1 + static_cast<int>(engine::SplitMix(seed).below(candidates));
    SimulatedWorld world(seed);
    world.noise = scene.noise;
    for (int c = culprit; c <= scene.commits; ++c)
      world.behaviour[history.at("c" + std::to_string(c)).id].level = 1 + scene.step;
    engine::BisectQuestion question = history.question("c0", last);
    question.min_effect = scene.min_effect;
    engine::BisectStrategy strategy(std::move(question));
    const Conversation talk = converse(strategy, world, Keep::finding_only);

    const core::Finding& finding = talk.finding;
    const core::CommitId truth = history.at("c" + std::to_string(culprit)).id;
    const bool names_one = finding.verdict == core::Verdict::culprit;
    bool covers = false;
    for (const core::NamedCommit& named : finding.commits) covers = covers || named.commit.id == truth;
    const bool found_nothing = finding.verdict == core::Verdict::none;
    const bool right = scene.step != 0 ? names_one && covers : found_nothing;
    const bool wrong = scene.step != 0 ? names_one && !covers
                                       : !found_nothing && finding.verdict != core::Verdict::undecided;
    tally.right += right ? 1 : 0;
    tally.wrong += wrong ? 1 : 0;
    tally.open += !right && !wrong ? 1 : 0;
    tally.covered += !right && !wrong && covers ? 1 : 0;
    tally.rounds += static_cast<double>(talk.requests.size()) / searches;
    tally.trials += static_cast<double>(world.trials) / searches;
    tally.builds += static_cast<double>(world.builds) / searches;
  }
  return tally;
}

}  // namespace bisect::support
