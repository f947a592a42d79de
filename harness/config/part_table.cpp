#include "harness/config/part_table.hpp"

#include "harness/config/requests.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace bisect::config {
namespace {

core::Result<core::PartRequest> read_part(const TomlValue& value, std::string_view name) {
  if (const core::Result<void> sound = check_part_name(name); !sound)
    return prefixed(where(value), sound.error());
  const core::Result<std::vector<std::string>> texts = read_texts(value);
  if (!texts) return texts.error();
  core::PartRequest part{std::string(name), {}};
  for (const std::string& text : *texts) {
    core::Result<std::vector<std::string>> globs = parse_globs(text);
    if (!globs) return prefixed(where(value), globs.error());
    part.globs.insert(part.globs.end(), globs->begin(), globs->end());
  }
  return part;
}

}  // namespace

core::Result<void> read_parts(const TomlValue& value, std::vector<core::PartRequest>& parts) {
  const toml::table* entries = value.node.as_table();
  if (entries == nullptr) return wrong_type(value, "a table of parts");
  std::map<std::pair<toml::source_index, toml::source_index>, core::PartRequest> by_place;
  for (const auto& [name, node] : *entries) {
    const TomlValue part{node, value.key + "." + std::string(name.str()), value.file};
    core::Result<core::PartRequest> request = read_part(part, name.str());
    if (!request) return request.error();
    const toml::source_position at = name.source().begin;
    by_place.emplace(std::pair(at.line, at.column), *std::move(request));
  }
  for (auto& [place, part] : by_place) parts.push_back(std::move(part));
  return {};
}

}  // namespace bisect::config
