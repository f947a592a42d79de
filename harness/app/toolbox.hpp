#pragma once

#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/git/git_work_trees.hpp"
#include "harness/git/libgit2_changes.hpp"
#include "harness/git/libgit2_history.hpp"
#include "harness/store/sqlite_trial_store.hpp"
#include "harness/store/subject_lock.hpp"
#include "runners/bench/host.hpp"
#include "runners/build/workshop.hpp"
#include "runners/process/signal_cancellation.hpp"
#include "runners/process/supervised_launcher.hpp"
#include "runners/process/system_clock.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace bisect::app {

/// What every verb that runs programs needs, made before anything else: the supervisor is forked
/// while this process is still small and single-threaded.
struct Foundation {
  process::SystemClock clock;
  std::unique_ptr<process::SupervisedLauncher> launcher;
  std::unique_ptr<process::SignalCancellation> cancellation;

  static core::Result<std::unique_ptr<Foundation>> lay();
};

/// The real adapters of one subject; the only place that makes them.
struct Toolbox {
  std::vector<store::SubjectLock> locks;  ///< of the database and of the work folder
  std::unique_ptr<git::Libgit2History> history;
  std::unique_ptr<git::GitWorkTrees> work_trees;
  std::unique_ptr<store::SqliteTrialStore> store;
  std::optional<build::Workshop> workshop;
  bench::HostObservation host;

  /// Takes the subject's lock first. Errors: `locked`, `environment`.
  static core::Result<Toolbox> open(const core::Plan& plan, Foundation& foundation);
};

/// Takes the locks that two runs on one subject contend for: they would measure each other.
[[nodiscard]] core::Result<std::vector<store::SubjectLock>> take_locks(
    const std::filesystem::path& database, const std::filesystem::path& work_dir,
    const core::Clock& clock);

/// The history alone, without a lock, for verbs that only look.
[[nodiscard]] core::Result<std::unique_ptr<git::Libgit2History>> open_history(
    const core::Plan& plan, Foundation& foundation);

/// What lies between two commits of the subject; reads only.
[[nodiscard]] core::Result<git::Libgit2Changes> open_changes(const core::Plan& plan,
                                                             Foundation& foundation);

}  // namespace bisect::app
