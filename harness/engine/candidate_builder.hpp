#pragma once

#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/engine/observer.hpp"
#include "harness/git/work_trees.hpp"
#include "harness/store/trial_store.hpp"
#include "runners/build/workshop.hpp"

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

/// How candidates are turned into artifacts, the same for all of them.
struct BuildRecipe {
  core::SessionId session{};
  core::Commands commands;
  std::vector<std::string> environment;      ///< "K=V", complete, the same bytes for every candidate
  core::Limits limits;
  std::map<std::string, std::string> tools;  ///< compiler and build tool versions
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

  /// The workload command, to be run in the artifact in place.
  [[nodiscard]] core::Command workload(core::Duration run_limit) const;

 private:
  core::Result<core::Build> make(const core::Arm& arm, core::Duration run_limit);
  core::Result<void> lay_out(const core::Arm& arm, core::Build& build);
  core::Result<void> run_stages(core::Build& build);
  core::Result<void> observe(core::Build& build, core::Duration run_limit);
  core::Result<void> make_room(const core::Arm& arm);

  BuildPorts m_ports;
  BuildRecipe m_recipe;
};

}  // namespace bisect::engine
