#include "core/plan.hpp"

#include <algorithm>

namespace bisect::core {
namespace {

const Setting* setting_in_force(const Plan& plan) {
  const auto found = std::find_if(plan.settings.begin(), plan.settings.end(),
                                  [&](const Setting& s) { return s.name == plan.setting; });
  return found == plan.settings.end() ? nullptr : &*found;
}

void replace_if_given(std::string& command, const std::string& replacement) {
  if (!replacement.empty()) command = replacement;
}

}  // namespace

std::string to_text(LookFor look_for) {
  switch (look_for) {
    case LookFor::slower: return "slower";
    case LookFor::faster: return "faster";
    case LookFor::changed: return "changed";
    case LookFor::failing: return "failing";
    case LookFor::passing: return "passing";
  }
  return "?";
}

Commands effective_commands(const Plan& plan) {
  Commands commands = plan.commands;
  if (const Setting* setting = setting_in_force(plan)) {
    replace_if_given(commands.prepare, setting->commands.prepare);
    replace_if_given(commands.build, setting->commands.build);
    replace_if_given(commands.run, setting->commands.run);
  }
  return commands;
}

std::map<std::string, std::string> effective_environment(const Plan& plan) {
  std::map<std::string, std::string> environment = plan.environment;
  if (const Setting* setting = setting_in_force(plan)) environment.insert(
      setting->environment.begin(), setting->environment.end());
  return environment;
}

}  // namespace bisect::core
