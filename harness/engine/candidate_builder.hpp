#pragma once

#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/engine/observer.hpp"
#include "harness/git/work_trees.hpp"
#include "harness/store/trial_store.hpp"
#include "runners/build/workshop.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace bisect::engine {

/// The outside that building needs. All of it outlives whoever holds this.
struct BuildPorts {
  git::WorkTrees& work_trees;
  build::Workshop& workshop;
  store::TrialStore& store;
  core::Launcher& launcher;
  const core::Cancellation& cancellation;
  Observer& observer;
};

/// What builds and runs a candidate.
struct Outfit {
  core::Commands commands;
  std::vector<std::string> environment;      ///< "K=V", complete
  std::map<std::string, std::string> tools;  ///< compiler and build tool versions
};

/// How candidates are turned into artifacts.
struct BuildRecipe {
  core::SessionId session{};
  core::Limits limits;
  /// By the candidate's setting; the same bytes for all candidates of one setting.
  std::function<const Outfit&(const std::string& setting)> outfit_of;
};

/// Turns candidates into builds: from the workshop when one with equal inputs is there, else by
/// checkout, prepare, build and one observed run.
class CandidateBuilder {
 public:
  CandidateBuilder(BuildPorts ports, BuildRecipe recipe);

  /// Digest of everything that determines the artifact. Fresh builds (generation > 0) belong to their
  /// session: another session's are not fresh for this one.
  [[nodiscard]] core::Digest inputs(const core::Arm& arm) const;

  [[nodiscard]] bool is_ready(const core::Arm& arm) const;

  /// The arm's build, made if needed and stored. What is wrong with the candidate is in the build.
  /// `run_limit` bounds the observed run; zero = the build limit.
  core::Result<core::Build> obtain(const core::Arm& arm, core::Duration run_limit);

  /// The arm's latest stored build, good or failed: for rounds that were closed before.
  core::Result<core::Build> recall(const core::Arm& arm);

  /// Puts the arm's artifact in place; builds it again when it was removed meanwhile.
  core::Result<void> bring(const core::Arm& arm, core::Duration run_limit);

  /// The arm's workload command, to be run in the artifact in place.
  [[nodiscard]] core::Command workload(const core::Arm& arm, core::Duration run_limit) const;

 private:
  core::Result<core::Build> make(const core::Arm& arm, core::Duration run_limit);
  core::Result<void> lay_out(const core::Arm& arm, core::Build& build);
  core::Result<void> run_stages(const core::Arm& arm, core::Build& build);
  core::Result<void> observe(const core::Arm& arm, core::Build& build, core::Duration run_limit);
  [[nodiscard]] const Outfit& outfit_of(const core::Arm& arm) const;
  core::Result<void> make_room(const core::Arm& arm);

  BuildPorts m_ports;
  BuildRecipe m_recipe;
};

}  // namespace bisect::engine
