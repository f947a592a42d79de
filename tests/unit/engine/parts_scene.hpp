#pragma once

#include "core/digest.hpp"
#include "harness/engine/split_question.hpp"
#include "tests/support/simulated_world.hpp"

#include <set>
#include <string>
#include <vector>

namespace bisect::support {

/// Names of parts of a change.
using Parts = std::set<std::string>;

/// A change of many parts, each combination of which is a commit of its own in a simulated world.
struct PartsScene {
  /// Parts `letter`100, `letter`101, …
  PartsScene(char letter, int parts) {
    for (int part = 0; part < parts; ++part) {
      const std::string name = letter + std::to_string(100 + part);
      question.parts.push_back({name, {name}});
      all.insert(name);
    }
    engine::BisectQuestion& search = question.search;
    search.good.id = id_of({});
    search.bad.id = id_of(all);
    search.bad.parents = {search.good.id};
    search.metrics = {{core::MetricSource::cpu, "", core::Better::smaller}};
    search.candidate_of = [](const core::Commit& commit) { return candidate_of(commit.id); };
    question.variants = {{0, candidate_of(search.good.id)}, {1, candidate_of(search.bad.id)}};
    question.compose = [this](std::vector<std::string> paths) -> core::Result<core::Candidate> {
      const Parts in(paths.begin(), paths.end());
      prepare(in);
      return candidate_of(id_of(in));
    };
  }
  PartsScene(const PartsScene&) = delete;
  PartsScene& operator=(const PartsScene&) = delete;
  virtual ~PartsScene() = default;

  static core::CommitId id_of(const Parts& parts) {
    core::Hasher hasher;
    for (const std::string& part : parts) hasher.add(part);
    return core::CommitId(hasher.digest().text() + "00000000");
  }
  static core::Candidate candidate_of(const core::CommitId& id) {
    core::Candidate candidate;
    candidate.commit = id;
    candidate.tree = core::TreeId(id.text());
    return candidate;
  }
  /// Tells the world how this combination behaves.
  virtual void prepare(const Parts& in) = 0;

  template <class Strategy>
  core::Finding split() {
    prepare({});
    prepare(all);
    Strategy strategy(question);
    return converse(strategy, world, Keep::finding_only).finding;
  }

  Parts all;
  engine::SplitQuestion question;
  SimulatedWorld world;
};

}  // namespace bisect::support
