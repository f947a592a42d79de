#include "harness/app/surroundings.hpp"

#include "harness/config/finish.hpp"
#include "harness/config/plan_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <system_error>

namespace bisect::app {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// Gives the plan the variable, unless it has it. Where one of its settings has it, the others get it for
/// themselves: what the plan itself says would come before what the setting says.
void add_usual(core::Plan& plan, const std::string& name, const std::string& value) {
  if (plan.environment.contains(name)) return;
  const bool is_set = std::any_of(plan.settings.begin(), plan.settings.end(), [&](const auto& setting) {
    return setting.environment.contains(name);
  });
  if (!is_set) {
    plan.environment.emplace(name, value);
    return;
  }
  for (core::Setting& setting : plan.settings) setting.environment.emplace(name, value);
  const std::vector<std::string>& in_use = plan.compared;
  const bool is_bare = in_use.empty() ? plan.setting.empty()
                                      : std::find(in_use.begin(), in_use.end(), "") != in_use.end();
  if (is_bare) plan.environment.emplace(name, value);
}

}  // namespace

core::Result<config::Surroundings> gather_surroundings() {
  config::Surroundings surroundings;
  std::error_code failed;
  surroundings.cwd = std::filesystem::current_path(failed);
  if (failed)
    return core::environment_error("the current folder does not exist any more", {"cd somewhere else"});
  surroundings.home = variable("HOME");
  surroundings.state_home = variable("XDG_STATE_HOME");
  surroundings.cache_home = variable("XDG_CACHE_HOME");
  std::random_device entropy;
  surroundings.seed = (static_cast<std::uint64_t>(entropy()) << 32) | entropy();
  return surroundings;
}

core::Result<config::PlanDraft> draft_of(const Invocation& invocation) {
  constexpr const char* k_default_plan = "bisect.toml";
  std::filesystem::path file = invocation.plan_file.value_or("");
  if (!invocation.plan_file) {
    if (!std::filesystem::is_regular_file(k_default_plan)) return invocation.draft;
    file = k_default_plan;
  }
  auto draft = config::read_plan_file(file);
  if (!draft) return std::move(draft).error();
  return config::merge(std::move(*draft), invocation.draft);
}

std::map<std::string, std::string> fixed_environment() {
  return {{"PATH", variable("PATH")}, {"HOME", variable("HOME")}, {"LC_ALL", "C"}};
}

core::Result<core::Plan> plan_of(const Invocation& invocation) {
  auto draft = draft_of(invocation);
  if (!draft) return std::move(draft).error();
  const auto surroundings = gather_surroundings();
  if (!surroundings) return surroundings.error();
  auto plan = config::finish(*draft, *surroundings);
  if (!plan) return plan;
  for (const auto& [name, value] : fixed_environment()) add_usual(*plan, name, value);
  return plan;
}

core::Result<config::Places> places_of(const Invocation& invocation) {
  auto draft = draft_of(invocation);
  if (!draft) return std::move(draft).error();
  const auto surroundings = gather_surroundings();
  if (!surroundings) return surroundings.error();
  return config::find_places(*draft, *surroundings);
}

}  // namespace bisect::app
