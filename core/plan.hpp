#pragma once

#include "core/clock.hpp"
#include "core/metric.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bisect::core {

/// What a plan is for. Numbers are frozen: they are stored.
enum class Task {
  search = 1,  ///< which commit between good and bad
  split = 2,   ///< which part of the change from good to bad
  settings = 3,  ///< which of the differences between two settings, at one revision
  matrix = 4,    ///< how revisions do in settings
};

/// What the parts of a split are. Numbers are frozen: they are stored.
enum class Grain {
  named = 1,     ///< those that the plan names
  per_file = 2,  ///< the files that matter, found by the split itself
  per_hunk = 3,  ///< the same with the hunks of files
};

enum class LookFor { slower = 1, faster = 2, changed = 3, failing = 4, passing = 5 };

[[nodiscard]] std::string to_text(LookFor look_for);

/// Which commits of the range are walked.
enum class Walk {
  everything,    ///< main line first, then into the merged branch that holds the change
  first_parent,  ///< the main line only
};

enum class Descend { into_merges, never };

/// Inclusive ends of a stretch of history, as the user wrote them; both empty = everywhere.
struct Stretch {
  std::string from;
  std::string to;

  [[nodiscard]] bool everywhere() const { return from.empty() && to.empty(); }
};

/// --pin PATH=REV[@FROM..TO]
struct PinRequest {
  std::string path;
  std::string revision;
  Stretch stretch;
};

/// --patch FILE[@FROM..TO]
struct PatchRequest {
  std::filesystem::path file;  ///< absolute
  Stretch stretch;
};

/// --part NAME=GLOB[,GLOB]: a named group of paths of one commit.
struct PartRequest {
  std::string name;
  std::vector<std::string> globs;

  auto operator<=>(const PartRequest&) const = default;
};

/// Shell commands, run in the candidate's own tree; empty = nothing to do.
struct Commands {
  std::string prepare;
  std::string build;
  std::string run;
};

/// A named set of build options and environment. Commands that are not empty replace the plan's; pins
/// come behind the plan's.
struct Setting {
  std::string name;
  std::map<std::string, std::string> environment;
  Commands commands;
  std::vector<PinRequest> pins;
};

/// --env NAME=GOOD|BAD: a variable whose two values are compared.
struct Toggle {
  std::string name;
  std::string good;
  std::string bad;

  auto operator<=>(const Toggle&) const = default;
};

/// A zero duration or count means "no limit", except run: zero means ten times the calibrated time.
struct Limits {
  Duration build = std::chrono::minutes(60);
  Duration run{};
  Duration budget{};
  int max_builds = 0;
  int retries = 1;  ///< further attempts after a failed prepare or build
};

/// Everything that one run is asked to do: merged from plan file and command line, nothing left to
/// parse. Paths are absolute.
struct Plan {
  Task task = Task::search;
  std::filesystem::path repository;
  std::string good;  ///< revisions as the user wrote them; empty in a split: the first parent of bad
  std::string bad;
  Grain grain = Grain::named;
  std::vector<PartRequest> parts;  ///< what none of them names is the part "rest"
  int samples = 0;                 ///< trials of each variant of a split; 0 = as many as are needed
  Commands commands;
  std::vector<Metric> metrics;  ///< the first decides; empty = chosen after calibration
  LookFor look_for = LookFor::slower;
  std::string match;            ///< with failing/passing: regular expression that marks a failure
  double min_effect = 0.02;     ///< smallest change that counts, as a fraction
  double confidence = 0.95;     ///< of the finding
  std::vector<PinRequest> pins;
  std::vector<PatchRequest> patches;
  std::vector<Setting> settings;
  std::string setting;                             ///< the one in force; empty = none
  std::vector<std::string> revisions;              ///< of a matrix; one of settings
  std::vector<std::string> compared;               ///< settings: good and bad one; matrix: its columns. "" = none
  std::vector<Toggle> toggles;                     ///< of settings: tried like their differences
  std::map<std::string, std::string> environment;  ///< added to the fixed one
  Limits limits;
  Walk walk = Walk::everything;
  Descend descend = Descend::into_merges;
  std::filesystem::path database;
  std::filesystem::path work_dir;
  std::uint64_t seed = 0;
};

/// A setting of the plan with everything it means: the plan's commands with its replacements, all
/// variables (those of the plan, and --env, win) and all pins. "" = what holds without any setting.
[[nodiscard]] Setting complete_setting(const Plan& plan, const std::string& name);

/// The commands of a plan with its setting's replacements.
[[nodiscard]] Commands effective_commands(const Plan& plan);

/// The environment additions of plan and setting; the plan's own (and --env) win.
[[nodiscard]] std::map<std::string, std::string> effective_environment(const Plan& plan);

}  // namespace bisect::core
