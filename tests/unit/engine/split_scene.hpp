#pragma once

#include "harness/engine/split_strategy.hpp"
#include "tests/support/simulated_world.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace bisect::support {

/// A change whose variants each have a commit id of their own, so that the world can tell them apart.
struct SplitScene {
  explicit SplitScene(std::vector<std::string> names) {
    question.search.good.id = id_of(0);
    question.search.bad.id = id_of((1U << names.size()) - 1);
    question.search.bad.parents = {question.search.good.id};
    question.search.metrics = {{core::MetricSource::cpu, "", core::Better::smaller}};
    question.search.candidate_of = [](const core::Commit& commit) { return candidate_of(commit.id); };
    for (std::string& name : names) question.parts.push_back({std::move(name), {"path"}});
    for (const stats::PartSet set : engine::sets_to_measure(static_cast<int>(names.size())))
      question.variants.push_back({set, candidate_of(id_of(set))});
    world.noise.pair_sd = 0.02;
  }

  static core::CommitId id_of(stats::PartSet set) {
    std::string digits = std::to_string(set);
    return core::CommitId(std::string(40 - digits.size(), 'a') + digits);
  }
  static core::Candidate candidate_of(const core::CommitId& id) {
    core::Candidate candidate;
    candidate.commit = id;
    candidate.tree = core::TreeId(id.text());
    return candidate;
  }
  Behaviour& of(stats::PartSet set) { return world.behaviour[id_of(set)]; }
  /// Every variant gets the level that `log_level` says.
  void levels(const std::function<double(stats::PartSet)>& log_level) {
    for (const engine::SplitVariant& variant : question.variants)
      of(variant.set).level = std::exp(log_level(variant.set));
  }
  Conversation split() {
    engine::SplitStrategy strategy(question);
    return converse(strategy, world);
  }

  engine::SplitQuestion question;
  SimulatedWorld world;
};

inline const core::PartEffect& effect(const core::Finding& finding, const std::string& name) {
  const auto& effects = finding.attribution->effects;
  const auto found = std::find_if(effects.begin(), effects.end(),
                                  [&](const auto& one) { return one.name == name; });
  if (found == effects.end()) throw std::runtime_error("no effect " + name);
  return *found;
}

inline const core::Variant& variant(const core::Finding& finding, const std::string& name) {
  const auto& variants = finding.attribution->variants;
  const auto found = std::find_if(variants.begin(), variants.end(),
                                  [&](const auto& one) { return one.name == name; });
  if (found == variants.end()) throw std::runtime_error("no variant " + name);
  return *found;
}

}  // namespace bisect::support
