#pragma once

#include "core/candidate.hpp"
#include "core/clock.hpp"
#include "core/ids.hpp"
#include "core/launcher.hpp"
#include "core/metric.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bisect::core {

/// Where a candidate stopped being testable. Numbers are frozen: they are stored.
enum class Stage { checkout = 1, submodule = 2, patch = 3, prepare = 4, build = 5, run = 6 };

[[nodiscard]] std::string to_text(Stage stage);

/// Why a candidate cannot be measured. Data, not an error.
struct NotTestable {
  Stage stage = Stage::build;
  std::string reason;  ///< one sentence
  std::string log;     ///< the end of the log, bounded
};

/// A submodule as it really lay in the tree after checkout.
struct SubmoduleState {
  std::string path;
  CommitId recorded;  ///< what the commit asks for; empty when a parent pin removed the question
  CommitId actual;    ///< what was checked out
};

/// A candidate turned into a tree of artifacts, or the reason why not.
struct Build {
  BuildId id{};
  Digest inputs;   ///< tree, submodules, pins, fix-ups, setting, commands, tools, generation
  Digest program;  ///< the files of the tree that the workload opened; empty: not known
  std::vector<SubmoduleState> submodules;
  std::vector<std::string> warnings;
  std::vector<std::string> foreign_libraries;  ///< loaded from outside the tree and the system
  int peak_threads = 0;                        ///< of the workload, seen once; 0 = not known
  std::optional<NotTestable> failure;
  Duration elapsed{};
  int attempts = 1;
};

/// One process execution of a workload on a build.
struct Trial {
  int block = 0;     ///< within its round, from 0
  int arm = 0;       ///< index of the arm in its round
  int position = 0;  ///< place in the block's random order, from 0
  BuildId build{};
  std::chrono::sys_time<Duration> started{};
  Ending ending = Ending::exited;
  int code = 0;
  Usage usage{};
  Scheduling scheduling{};
  Digest output;                  ///< of stdout
  std::vector<Reading> readings;  ///< by metric of the plan, then by name
  int dropped_values = 0;         ///< numbers in the output that were not plausible
  std::string failure;            ///< why there is no reading; empty when there is one
  double load = 0;                ///< one-minute load average before the trial
};

}  // namespace bisect::core
