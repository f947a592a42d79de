#pragma once

#include "harness/engine/bisect_strategy.hpp"
#include "tests/support/simulated_history.hpp"
#include "tests/support/simulated_world.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace bisect::support {

/// A history, the world that its commits live in, and a question.
struct Scene {
  SimulatedHistory history;
  SimulatedWorld world{1};
  engine::BisectQuestion question;

  /// A line c0..c<last>, slower by `step` from c<culprit> on (culprit > last: nowhere), and the question
  /// from end to end. Neighbouring runs differ by 1 %.
  static Scene line(int last, int culprit, double step = 0.2) {
    Scene scene;
    scene.history.add_line("c", last + 1);
    scene.slow_from(culprit, last, 1 + step);
    scene.ask("c0", "c" + std::to_string(last));
    return scene;
  }

  void ask(const std::string& good, const std::string& bad) {
    question = history.question(good, bad);
    world.noise.pair_sd = 0.01;
  }

  void slow_from(int first, int last, double level) {
    for (int i = first; i <= last; ++i) of("c" + std::to_string(i)).level = level;
  }

  Behaviour& of(const std::string& name) { return world.behaviour[history.at(name).id]; }

  void set_levels(double level, const std::vector<std::string>& names) {
    for (const std::string& name : names) of(name).level = level;
  }

  /// The whole search.
  Conversation search() {
    engine::BisectStrategy strategy(question);
    return converse(strategy, world);
  }

  /// Names of what the finding names.
  [[nodiscard]] std::string named(const Conversation& talk) const {
    return history.names_of(talk.finding.commits);
  }

  /// Was a round asked in which this commit takes part?
  [[nodiscard]] bool asked(const Conversation& talk, core::Purpose purpose,
                           const std::string& name) const {
    const auto commits = talk.asked_for(purpose);
    return std::find(commits.begin(), commits.end(), history.at(name).id) != commits.end();
  }

  [[nodiscard]] const core::MeasuredCommit* row(const Conversation& talk,
                                                const std::string& name) const {
    for (const core::MeasuredCommit& row : talk.finding.measured)
      if (row.commit.id == history.at(name).id && row.purpose != core::Purpose::confirm) return &row;
    return nullptr;
  }
};

}  // namespace bisect::support
