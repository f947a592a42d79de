#include "harness/app/setting_book.hpp"

#include "core/digest.hpp"
#include "runners/bench/host.hpp"

namespace bisect::app {

SettingBook::SettingBook(const core::Plan& plan) {
  add(core::complete_setting(plan, plan.setting));
  for (const std::string& name : plan.compared) add(core::complete_setting(plan, name));
}

void SettingBook::add(const core::Setting& setting) {
  engine::Outfit outfit;
  outfit.commands = setting.commands;
  for (const auto& [name, value] : setting.environment)
    outfit.environment.push_back(name + "=" + value);
  const auto path = setting.environment.find("PATH");
  if (path != setting.environment.end()) {
    const auto known = m_tools.find(path->second);
    outfit.tools = known != m_tools.end()
                       ? known->second
                       : m_tools[path->second] = bench::tool_versions(path->second);
  }
  m_outfits.insert_or_assign(setting.name, std::move(outfit));
}

const engine::Outfit& SettingBook::outfit_of(const std::string& name) const {
  return m_outfits.at(name);
}

core::Digest SettingBook::workload_of(const core::Candidate& candidate) const {
  const engine::Outfit& outfit = outfit_of(candidate.setting);
  core::Hasher hasher;
  hasher.add(outfit.commands.run);
  for (const std::string& entry : outfit.environment) hasher.add(entry);
  return hasher.digest();
}

}  // namespace bisect::app
