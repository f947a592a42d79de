#include "harness/config/plan_draft.hpp"

#include "harness/config/requests.hpp"

#include <algorithm>

namespace bisect::config {
namespace {

template <class T>
void override_with(std::optional<T>& value, const std::optional<T>& given) {
  if (given) value = given;
}

template <class Request>
void add_new(std::vector<Request>& requests, const std::vector<Request>& more) {
  for (const Request& request : more) {
    const std::string text = to_text(request);
    const auto is_same = [&](const Request& other) { return to_text(other) == text; };
    if (std::none_of(requests.begin(), requests.end(), is_same)) requests.push_back(request);
  }
}

/// The command line's parts first: what a path belongs to is decided in this order.
std::vector<core::PartRequest> merged(const std::vector<core::PartRequest>& file,
                                      std::vector<core::PartRequest> flags) {
  const std::size_t given = flags.size();
  for (const core::PartRequest& part : file) {
    const auto end = flags.begin() + static_cast<std::ptrdiff_t>(given);
    const bool is_overridden = std::any_of(flags.begin(), end, [&](const core::PartRequest& flag) {
      return flag.name == part.name;
    });
    if (!is_overridden) flags.push_back(part);
  }
  return flags;
}

}  // namespace

PlanDraft merge(PlanDraft file, const PlanDraft& flags) {
  override_with(file.task, flags.task);
  override_with(file.repository, flags.repository);
  override_with(file.good, flags.good);
  override_with(file.bad, flags.bad);
  override_with(file.split, flags.split);
  override_with(file.grain, flags.grain);
  file.parts = merged(file.parts, flags.parts);
  override_with(file.samples, flags.samples);
  override_with(file.prepare, flags.prepare);
  override_with(file.build, flags.build);
  override_with(file.run, flags.run);
  if (!flags.metrics.empty()) file.metrics = flags.metrics;
  override_with(file.look_for, flags.look_for);
  override_with(file.match, flags.match);
  override_with(file.min_effect, flags.min_effect);
  override_with(file.confidence, flags.confidence);
  add_new(file.pins, flags.pins);
  add_new(file.patches, flags.patches);
  file.settings.insert(file.settings.end(), flags.settings.begin(), flags.settings.end());
  override_with(file.setting, flags.setting);
  override_with(file.good_setting, flags.good_setting);
  override_with(file.bad_setting, flags.bad_setting);
  if (!flags.revisions.empty()) file.revisions = flags.revisions;
  if (!flags.matrix_settings.empty()) file.matrix_settings = flags.matrix_settings;
  for (const core::Toggle& toggle : flags.toggles) {
    std::erase_if(file.toggles, [&](const core::Toggle& other) { return other.name == toggle.name; });
    file.environment.erase(toggle.name);
    file.toggles.push_back(toggle);
  }
  for (const auto& [name, value] : flags.environment) file.environment[name] = value;
  override_with(file.build_timeout, flags.build_timeout);
  override_with(file.run_timeout, flags.run_timeout);
  override_with(file.budget, flags.budget);
  override_with(file.max_builds, flags.max_builds);
  override_with(file.retries, flags.retries);
  override_with(file.walk, flags.walk);
  override_with(file.descend, flags.descend);
  override_with(file.database, flags.database);
  override_with(file.work_dir, flags.work_dir);
  override_with(file.seed, flags.seed);
  return file;
}

}  // namespace bisect::config
