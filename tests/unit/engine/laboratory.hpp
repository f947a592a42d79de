#pragma once

#include "harness/engine/bisect_strategy.hpp"
#include "harness/engine/session.hpp"
#include "tests/support/memory_trial_store.hpp"
#include "tests/support/scripted_launcher.hpp"
#include "tests/support/simulated_history.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace bisect::support {

/// Lays out one file, `commit`, that says which commit it is.
class OneFileTrees final : public git::WorkTrees {
 public:
  core::Result<git::Checkout> lay_out(const core::Candidate& candidate,
                                      const std::filesystem::path& directory,
                                      const core::Cancellation&) override {
    std::filesystem::create_directories(directory);
    std::ofstream(directory / "commit") << candidate.commit.text();
    laid_out.push_back(candidate.commit);
    git::Checkout checkout;
    if (const auto broken = failures.find(candidate.commit); broken != failures.end())
      checkout.failure = core::NotTestable{broken->second, "cannot be laid out", ""};
    return checkout;
  }

  std::vector<core::CommitId> laid_out;
  std::map<core::CommitId, core::Stage> failures;
};

/// The hands move a millisecond at every look.
class TickingClock final : public core::Clock {
 public:
  [[nodiscard]] core::Duration monotonic() const override {
    return m_now += std::chrono::milliseconds(1);
  }
  [[nodiscard]] std::chrono::sys_time<core::Duration> utc() const override {
    return std::chrono::sys_time<core::Duration>(m_now);
  }

 private:
  mutable core::Duration m_now{};
};

class Switch final : public core::Cancellation {
 public:
  [[nodiscard]] bool requested() const override { return on; }
  [[nodiscard]] int descriptor() const override { return -1; }
  bool on = false;
};

class KeepingObserver final : public engine::Observer {
 public:
  void progress(const engine::Progress& progress) override { seen.push_back(progress); }
  void note(const std::string& text) override { notes.push_back(text); }
  std::vector<engine::Progress> seen;
  std::vector<std::string> notes;
};

/// The process died: nobody had a chance to tidy up.
struct Killed {};

/// How a run is broken off.
enum class Break { cancelled, killed };

/// The session loop with everything real but git, processes and the database: a workshop in a
/// temporary folder, and commits whose runs take as long as `levels` says. The noise of a trial
/// depends on the number of trials stored before it, so an interrupted session measures the same.
class Laboratory {
 public:
  Laboratory();

  SimulatedHistory history;
  std::map<core::CommitId, double> levels;    ///< 1 where nothing stands
  std::map<core::CommitId, int> exit_status;  ///< of the workload
  std::map<core::CommitId, int> build_status;
  engine::BisectQuestion question;
  core::Limits limits;
  engine::OnTrouble on_trouble = engine::OnTrouble::stop_round;
  std::vector<int> processors{0, 1};

  MemoryTrialStore store;
  OneFileTrees trees;
  KeepingObserver observer;
  Switch cancellation;
  std::filesystem::path work_dir;
  int launches = 0;              ///< processes started since the last `run`
  int break_off_at = 0;          ///< at this launch; 0 = never
  Break break_off = Break::cancelled;

  /// Goes on with the session, or begins it, as a new process would. Throws Killed.
  core::Result<core::Finding> run();
  /// One round through builder and runner.
  core::Result<core::RoundOutcome> run_round(int ordinal, const core::RoundRequest& request);

  [[nodiscard]] int stored_trials() const;
  /// The commands of the last `run` or `run_round`, in order.
  [[nodiscard]] const std::vector<core::Command>& commands() const { return m_launcher.commands(); }

 private:
  template <class Use>
  auto with_parts(Use use);
  core::Finished run_workload(const core::Command& command);
  core::Finished run_build(const core::Command& command);
  void count_launch();

  TemporaryFolder m_folder;
  TickingClock m_clock;
  ScriptedLauncher m_launcher;
  core::SessionId m_session{};
};

}  // namespace bisect::support
