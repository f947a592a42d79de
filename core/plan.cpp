#include "core/plan.hpp"

#include <algorithm>

namespace bisect::core {
namespace {

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

Setting complete_setting(const Plan& plan, const std::string& name) {
  Setting complete{name, plan.environment, plan.commands, plan.pins};
  const auto found = std::find_if(plan.settings.begin(), plan.settings.end(),
                                  [&](const Setting& setting) { return setting.name == name; });
  if (found == plan.settings.end()) return complete;
  complete.environment.insert(found->environment.begin(), found->environment.end());
  replace_if_given(complete.commands.prepare, found->commands.prepare);
  replace_if_given(complete.commands.build, found->commands.build);
  replace_if_given(complete.commands.run, found->commands.run);
  complete.pins.insert(complete.pins.end(), found->pins.begin(), found->pins.end());
  return complete;
}

Commands effective_commands(const Plan& plan) {
  return complete_setting(plan, plan.setting).commands;
}

std::map<std::string, std::string> effective_environment(const Plan& plan) {
  return complete_setting(plan, plan.setting).environment;
}

}  // namespace bisect::core
