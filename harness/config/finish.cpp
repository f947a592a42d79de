#include "harness/config/finish.hpp"

#include "harness/config/metric_spec.hpp"
#include "harness/config/nearest.hpp"
#include "harness/config/quantities.hpp"
#include "harness/config/requests.hpp"

#include <algorithm>
#include <system_error>

namespace bisect::config {
namespace {

using core::usage_error;
using Check = core::Result<void>;

constexpr double k_largest_effect = 10;
constexpr double k_least_confidence = 0.5;
constexpr double k_most_confidence = 0.9999;

Check check_split(const PlanDraft& draft) {
  if (!draft.split || draft.split->empty())
    return usage_error("no commit to split is given", {"write bisect split COMMIT, or FROM..TO"});
  return {};
}

Check check_compared(const PlanDraft& draft) {
  const bool both = draft.good_setting && draft.bad_setting;
  if (!both && (draft.good_setting || draft.bad_setting))
    return usage_error(std::string("there is no ") + (draft.good_setting ? "bad" : "good") +
                           " setting to compare with",
                       {"give both: --good-setting NAME --bad-setting NAME"});
  if (!both && draft.toggles.empty())
    return usage_error("there are no settings to compare",
                       {"--good-setting NAME --bad-setting NAME name two of the plan file's settings",
                        "--env NAME=GOOD|BAD compares two values of a variable"});
  if (draft.revisions.size() > 1)
    return usage_error("settings are compared at one revision, not at " +
                           std::to_string(draft.revisions.size()),
                       {"bisect matrix REV REV ... compares them at several"});
  return {};
}

Check check_matrix(const PlanDraft& draft) {
  if (!draft.revisions.empty()) return {};
  return usage_error("no revision is given", {"write bisect matrix REV REV ... --settings NAME,NAME"});
}

Check check_ends(const PlanDraft& draft) {
  if (draft.samples && *draft.samples == 1)
    return usage_error("one trial of each variant cannot be compared", {"--samples 12 is little"});
  switch (draft.task.value_or(core::Task::search)) {
    case core::Task::split: return check_split(draft);
    case core::Task::settings: return check_compared(draft);
    case core::Task::matrix: return check_matrix(draft);
    case core::Task::search: break;
  }
  if (!draft.good || draft.good->empty())
    return usage_error("no good revision is given", {"--good REV names one without the change"});
  if (!draft.bad || draft.bad->empty())
    return usage_error("no bad revision is given", {"--bad REV names one with the change"});
  return {};
}

/// The settings that commands are run in.
std::vector<std::string> settings_in_use(const core::Plan& plan) {
  return plan.compared.empty() ? std::vector<std::string>{plan.setting} : plan.compared;
}

Check check_run(const core::Plan& plan) {
  const std::vector<std::string> names = settings_in_use(plan);
  const bool all_run = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    return !core::complete_setting(plan, name).commands.run.empty();
  });
  if (all_run) return {};
  return usage_error("nothing to measure: there is no run command",
                     {"give one with --run CMD, or with run = \"…\" in a plan file (--plan FILE)"});
}

Check check_levels(const core::Plan& plan) {
  if (!(plan.min_effect > 0 && plan.min_effect <= k_largest_effect))
    return usage_error("the smallest effect must be above 0 % and at most 1000 %",
                       {"--min-effect 2 means 2 %"});
  if (!(plan.confidence >= k_least_confidence && plan.confidence <= k_most_confidence))
    return usage_error("the confidence must be from 50 % to 99.99 %",
                       {"--confidence 95 means 95 %"});
  return {};
}

Check check_parts(const core::Plan& plan) {
  for (std::size_t i = 0; i < plan.parts.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (plan.parts[i].name == plan.parts[j].name)
        return usage_error("the part " + plan.parts[i].name + " is given twice",
                           {"one part may have several globs: NAME=GLOB,GLOB"});
  return {};
}

Check check_match(const core::Plan& plan) {
  if (plan.match.empty()) return {};
  const bool judges_output =
      plan.look_for == core::LookFor::failing || plan.look_for == core::LookFor::passing;
  if (!judges_output)
    return usage_error("--match marks failures, but the search is for " +
                           core::to_text(plan.look_for),
                       {"add --look-for failing (or passing), or drop --match",
                        "to read a number from the output use --metric regex:RE"});
  const Check compiles = check_regex(plan.match);
  return compiles ? compiles : prefixed("match", compiles.error());
}

Check check_metrics(const core::Plan& plan) {
  for (const core::Metric& metric : plan.metrics)
    if (const Check sound = check_metric(metric); !sound)
      return prefixed("metric " + core::to_text(metric), sound.error());
  return {};
}

Check check_setting(const core::Plan& plan) {
  std::vector<std::string> names;
  for (const core::Setting& setting : plan.settings) names.push_back(setting.name);
  for (const std::string& wanted : settings_in_use(plan)) {
    if (wanted.empty() || std::find(names.begin(), names.end(), wanted) != names.end()) continue;
    if (names.empty())
      return usage_error("there is no setting '" + wanted + "': the plan defines none",
                         {"define it in the plan file: [setting." + wanted + "]"});
    return usage_error("there is no setting '" + wanted + "'", {"the plan has " + alternatives(names)});
  }
  return {};
}

bool same_stretch(const core::Stretch& a, const core::Stretch& b) {
  return a.everywhere() || b.everywhere() || (a.from == b.from && a.to == b.to);
}

// Stretches that only overlap cannot be told from their words: whoever knows the history checks them.
Check check_pins(const core::Plan& plan) {
  for (std::size_t i = 0; i < plan.pins.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const core::PinRequest &a = plan.pins[j], &b = plan.pins[i];
      if (a.path == b.path && same_stretch(a.stretch, b.stretch))
        return usage_error(a.path + " is pinned twice: " + to_text(a) + " and " + to_text(b),
                           {"drop one, or give each its own stretch: PATH=REV@FROM..TO"});
    }
  return {};
}

Check check_patches(const core::Plan& plan) {
  for (const core::PatchRequest& patch : plan.patches) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(patch.file, failed))
      return usage_error("there is no patch file " + patch.file.string(),
                         {"--patch FILE[@FROM..TO] takes a file that git apply can read"});
  }
  return {};
}

core::Limits limits_of(const PlanDraft& draft) {
  core::Limits limits;
  limits.build = draft.build_timeout.value_or(limits.build);
  limits.run = draft.run_timeout.value_or(limits.run);
  limits.budget = draft.budget.value_or(limits.budget);
  limits.max_builds = draft.max_builds.value_or(limits.max_builds);
  limits.retries = draft.retries.value_or(limits.retries);
  return limits;
}

/// FROM..TO, or one commit, whose change is that from its first parent.
void fill_split(const PlanDraft& draft, core::Plan& plan) {
  const std::string revision = draft.split.value_or("");
  const std::size_t dots = revision.find("..");
  plan.good = dots == std::string::npos ? "" : revision.substr(0, dots);
  plan.bad = dots == std::string::npos ? revision : revision.substr(dots + 2);
}

/// What settings and a matrix compare, and where.
void fill_compared(const PlanDraft& draft, core::Plan& plan) {
  plan.revisions = draft.revisions;
  if (plan.task == core::Task::settings) {
    if (plan.revisions.empty()) plan.revisions = {"HEAD"};
    plan.compared = {draft.good_setting.value_or(""), draft.bad_setting.value_or("")};
    plan.toggles = draft.toggles;
  } else {
    plan.compared = draft.matrix_settings;
    if (plan.compared.empty())
      for (const core::Setting& setting : draft.settings) plan.compared.push_back(setting.name);
    if (plan.compared.empty()) plan.compared = {""};
  }
  plan.setting.clear();
  plan.good = plan.revisions.empty() ? "" : plan.revisions.front();
  plan.bad = plan.revisions.empty() ? "" : plan.revisions.back();
}

core::Plan filled_in(const PlanDraft& draft, const Surroundings& surroundings) {
  core::Plan plan;
  plan.task = draft.task.value_or(plan.task);
  plan.good = draft.good.value_or("");
  plan.bad = draft.bad.value_or("");
  plan.grain = draft.grain.value_or(plan.grain);
  plan.parts = draft.parts;
  plan.samples = draft.samples.value_or(plan.samples);
  if (plan.task == core::Task::split) fill_split(draft, plan);
  plan.commands = {draft.prepare.value_or(""), draft.build.value_or(""), draft.run.value_or("")};
  plan.metrics = draft.metrics;
  plan.look_for = draft.look_for.value_or(plan.look_for);
  plan.match = draft.match.value_or("");
  plan.min_effect = draft.min_effect.value_or(plan.min_effect);
  plan.confidence = draft.confidence.value_or(plan.confidence);
  plan.pins = draft.pins;
  plan.patches = draft.patches;
  for (core::PatchRequest& patch : plan.patches)
    patch.file = absolute_path(patch.file, surroundings.cwd, surroundings.home);
  plan.settings = draft.settings;
  plan.setting = draft.setting.value_or("");
  if (plan.task == core::Task::settings || plan.task == core::Task::matrix) fill_compared(draft, plan);
  plan.environment = draft.environment;
  plan.limits = limits_of(draft);
  plan.walk = draft.walk.value_or(plan.walk);
  plan.descend = draft.descend.value_or(plan.descend);
  plan.seed = draft.seed.value_or(surroundings.seed);
  return plan;
}

}  // namespace

core::Result<core::Plan> finish(const PlanDraft& draft, const Surroundings& surroundings) {
  core::Plan plan = filled_in(draft, surroundings);
  if (const Check ends = check_ends(draft); !ends) return ends.error();
  for (const auto check : {check_setting, check_run, check_levels, check_match, check_metrics,
                           check_pins, check_patches, check_parts})
    if (const Check sound = check(plan); !sound) return sound.error();

  core::Result<Places> places = find_places(draft, surroundings);
  if (!places) return places.error();
  plan.repository = places->repository;
  plan.database = places->database;
  plan.work_dir = places->work_dir;
  return plan;
}

}  // namespace bisect::config
