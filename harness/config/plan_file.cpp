#include "harness/config/plan_file.hpp"

#include "harness/config/metric_spec.hpp"
#include "harness/config/nearest.hpp"
#include "harness/config/part_table.hpp"
#include "harness/config/places.hpp"
#include "harness/config/requests.hpp"
#include "harness/config/toml_value.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <span>
#include <sstream>

namespace bisect::config {
namespace {

using Done = core::Result<void>;

/// One key that a table may have, and what its value does to the thing being read.
template <class Target>
struct Key {
  std::string_view name;
  Done (*read)(const TomlValue&, Target&);
};

template <class T, class Slot>
Done store(core::Result<T> read, Slot& slot) {
  if (!read) return read.error();
  slot = *std::move(read);
  return {};
}

template <class Parse>
auto parsed_text(const TomlValue& value, Parse parse) {
  return read_parsed(value, read_text, parse);
}

/// Durations get their own wording: a bare number is the commonest mistake, and TOML has a type for it.
core::Result<core::Duration> read_duration(const TomlValue& value) {
  if (value.node.is_number()) return wrong_type(value, "a duration in quotes, such as \"90s\" or \"3h\"");
  return parsed_text(value, parse_duration);
}

/// Relative to the folder of the plan file; "~/" is left for the one who knows the home folder.
core::Result<std::filesystem::path> read_path(const TomlValue& value) {
  const core::Result<std::string> text = read_text(value);
  if (!text) return text.error();
  if (text->empty()) return wrong_type(value, "a path");
  if (text->starts_with("~/")) return std::filesystem::path(*text);
  const std::filesystem::path folder = std::filesystem::absolute(value.file).parent_path();
  return absolute_path(*text, folder, {});
}

core::Error unknown_key(const TomlValue& value, const toml::source_region& at, std::string table) {
  const std::vector<std::string> known = plan_keys();
  std::string meant = nearest(value.key, known);
  if (!table.empty()) table.insert(0, " in ");
  // A key of another table: the usual cause is a top-level key written below the first [table].
  const std::string last = value.key.substr(value.key.rfind('.') + 1);
  const auto elsewhere = std::find_if(known.begin(), known.end(), [&](const std::string& key) {
    return key.substr(key.rfind('.') + 1) == last;
  });
  if (elsewhere != known.end()) meant = *elsewhere;
  std::vector<std::string> hints;
  if (!meant.empty()) hints.push_back("did you mean " + meant + "?");
  if (meant == last)
    hints.push_back("keys of the top level stand above the first [table]");
  hints.push_back("docs/plan-reference.md lists every key");
  return core::usage_error(where(value.file, at, value.key) + ": unknown key" + table,
                           std::move(hints));
}

template <class Target>
Done read_table(const TomlValue& table, std::span<const Key<Target>> keys, Target& target) {
  const toml::table* entries = table.node.as_table();
  if (entries == nullptr) return wrong_type(table, "a table");
  const std::string above = table.key.empty() ? "" : table.key + ".";
  for (const auto& [name, node] : *entries) {
    const TomlValue value{node, above + std::string(name.str()), table.file};
    const auto key = std::find_if(keys.begin(), keys.end(),
                                  [&](const Key<Target>& k) { return k.name == name.str(); });
    if (key == keys.end())
      return unknown_key(value, name.source(), table.key.empty() ? "" : "[" + table.key + "]");
    if (Done done = key->read(value, target); !done) return done;
  }
  return {};
}

Done read_environment(const TomlValue& table, std::map<std::string, std::string>& environment) {
  const toml::table* entries = table.node.as_table();
  if (entries == nullptr) return wrong_type(table, "a table of variables");
  for (const auto& [name, node] : *entries) {
    const TomlValue value{node, table.key + "." + std::string(name.str()), table.file};
    if (const Done sound = check_variable_name(name.str()); !sound)
      return prefixed(where(value), sound.error());
    if (Done done = store(read_text(value), environment[std::string(name.str())]); !done) return done;
  }
  return {};
}

// --- [limits] -----------------------------------------------------------------------------------

constexpr std::array k_limit_keys{
    Key<PlanDraft>{"build_timeout", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_duration(v), d.build_timeout); }},
    Key<PlanDraft>{"run_timeout", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_duration(v), d.run_timeout); }},
    Key<PlanDraft>{"budget", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_duration(v), d.budget); }},
    Key<PlanDraft>{"max_builds", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_parsed(v, read_text_or_whole, parse_count), d.max_builds); }},
    Key<PlanDraft>{"retries", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_parsed(v, read_text_or_whole, parse_count), d.retries); }},
};

// --- [pin], [[pin]], [[patch]] ------------------------------------------------------------------

template <class Request>
constexpr std::array k_stretch_keys{
    Key<Request>{"from", [](const TomlValue& v, Request& r) {
                   return store(read_text(v), r.stretch.from); }},
    Key<Request>{"to", [](const TomlValue& v, Request& r) {
                   return store(read_text(v), r.stretch.to); }},
};

constexpr std::array k_pin_keys{
    Key<core::PinRequest>{"path", [](const TomlValue& v, core::PinRequest& p) {
                            return store(parsed_text(v, parse_submodule_path), p.path); }},
    Key<core::PinRequest>{"revision", [](const TomlValue& v, core::PinRequest& p) {
                            return store(read_text(v), p.revision); }},
    k_stretch_keys<core::PinRequest>[0],
    k_stretch_keys<core::PinRequest>[1],
};

constexpr std::array k_patch_keys{
    Key<core::PatchRequest>{"file", [](const TomlValue& v, core::PatchRequest& p) {
                              return store(read_path(v), p.file); }},
    k_stretch_keys<core::PatchRequest>[0],
    k_stretch_keys<core::PatchRequest>[1],
};

Done complete(const TomlValue& table, const core::Stretch& stretch) {
  if (stretch.from.empty() == stretch.to.empty()) return {};
  return core::usage_error(where(table) + ": a stretch needs both ends, from and to");
}

Done complete(const TomlValue& table, const core::PinRequest& pin) {
  if (pin.path.empty() || pin.revision.empty())
    return core::usage_error(where(table) + ": a pin needs path and revision");
  return complete(table, pin.stretch);
}

Done complete(const TomlValue& table, const core::PatchRequest& patch) {
  if (patch.file.empty()) return core::usage_error(where(table) + ": a patch needs file");
  return complete(table, patch.stretch);
}

template <class Request>
Done read_requests(const TomlValue& value, std::span<const Key<Request>> keys,
                   std::vector<Request>& requests) {
  const toml::array* list = value.node.as_array();
  if (list == nullptr) return wrong_type(value, "tables headed [[" + value.key + "]]");
  for (const toml::node& element : *list) {
    const TomlValue table{element, value.key, value.file};
    Request request;
    if (Done done = read_table(table, keys, request); !done) return done;
    if (Done done = complete(table, request); !done) return done;
    requests.push_back(std::move(request));
  }
  return {};
}

// --- [setting.NAME] -----------------------------------------------------------------------------

/// PATH = "REV" or "REV@FROM..TO".
Done read_pin_table(const TomlValue& value, std::vector<core::PinRequest>& pins) {
  const toml::table* entries = value.node.as_table();
  if (entries == nullptr) return wrong_type(value, "a table of pins");
  for (const auto& [name, node] : *entries) {
    const std::string path(name.str());
    core::Result<core::PinRequest> pin =
        parsed_text(TomlValue{node, value.key + "." + path, value.file},
                    [&](const std::string& text) { return parse_pin(path + "=" + text); });
    if (!pin) return pin.error();
    pins.push_back(*std::move(pin));
  }
  return {};
}

constexpr std::array k_setting_keys{
    Key<core::Setting>{"environment", [](const TomlValue& v, core::Setting& s) {
                         return read_environment(v, s.environment); }},
    Key<core::Setting>{"prepare", [](const TomlValue& v, core::Setting& s) {
                         return store(read_text(v), s.commands.prepare); }},
    Key<core::Setting>{"build", [](const TomlValue& v, core::Setting& s) {
                         return store(read_text(v), s.commands.build); }},
    Key<core::Setting>{"run", [](const TomlValue& v, core::Setting& s) {
                         return store(read_text(v), s.commands.run); }},
    Key<core::Setting>{"pin", [](const TomlValue& v, core::Setting& s) {
                         return read_pin_table(v, s.pins); }},
};

Done read_settings(const TomlValue& value, std::vector<core::Setting>& settings) {
  const toml::table* entries = value.node.as_table();
  if (entries == nullptr)
    return core::usage_error(wrong_type(value, "tables headed [setting.NAME]").message,
                             {"use_setting = \"NAME\" chooses one"});
  for (const auto& [name, node] : *entries) {
    core::Setting setting;
    setting.name = name.str();
    const TomlValue table{node, value.key + "." + setting.name, value.file};
    if (Done done = read_table<core::Setting>(table, k_setting_keys, setting); !done) return done;
    settings.push_back(std::move(setting));
  }
  return {};
}

// --- the top level ------------------------------------------------------------------------------

Done read_metrics(const TomlValue& value, std::vector<core::Metric>& metrics) {
  const core::Result<std::vector<std::string>> texts = read_texts(value);
  if (!texts) return texts.error();
  for (const std::string& text : *texts) {
    core::Result<core::Metric> metric = parse_metric(text);
    if (!metric) return prefixed(where(value), metric.error());
    metrics.push_back(*std::move(metric));
  }
  return {};
}

/// [toggles] NAME = ["GOOD", "BAD"]
Done read_toggles(const TomlValue& table, PlanDraft& draft) {
  const toml::table* entries = table.node.as_table();
  if (entries == nullptr) return wrong_type(table, "a table of variables");
  for (const auto& [name, node] : *entries) {
    const TomlValue value{node, table.key + "." + std::string(name.str()), table.file};
    if (const Done sound = check_variable_name(name.str()); !sound)
      return prefixed(where(value), sound.error());
    const core::Result<std::vector<std::string>> values = read_texts(value);
    if (!values) return values.error();
    if (values->size() != 2 || values->front() == values->back())
      return wrong_type(value, "two values, [\"GOOD\", \"BAD\"]");
    draft.toggles.push_back({std::string(name.str()), values->front(), values->back()});
  }
  return {};
}

Done read_first_parent(const TomlValue& value, PlanDraft& draft) {
  const core::Result<bool> flag = read_flag(value);
  if (!flag) return flag.error();
  draft.walk = *flag ? core::Walk::first_parent : core::Walk::everything;
  return {};
}

template <core::Grain Chosen>
Done read_grain(const TomlValue& value, PlanDraft& draft) {
  const core::Result<bool> flag = read_flag(value);
  if (!flag) return flag.error();
  if (*flag) draft.grain = Chosen;
  return {};
}

Done read_descend(const TomlValue& value, PlanDraft& draft) {
  const core::Result<bool> flag = read_flag(value);
  if (!flag) return flag.error();
  draft.descend = *flag ? core::Descend::into_merges : core::Descend::never;
  return {};
}

Done read_pins(const TomlValue& value, PlanDraft& draft) {
  if (value.node.is_table()) return read_pin_table(value, draft.pins);
  return read_requests<core::PinRequest>(value, k_pin_keys, draft.pins);
}

template <auto Member>
Done read_string(const TomlValue& value, PlanDraft& draft) {
  return store(read_text(value), draft.*Member);
}

template <auto Member>
Done read_file_path(const TomlValue& value, PlanDraft& draft) {
  return store(read_path(value), draft.*Member);
}

template <auto Member>
Done read_percentage(const TomlValue& value, PlanDraft& draft) {
  return store(read_parsed(value, read_text_or_number, parse_percent), draft.*Member);
}

constexpr std::array k_top_keys{
    Key<PlanDraft>{"repo", read_file_path<&PlanDraft::repository>},
    Key<PlanDraft>{"good", read_string<&PlanDraft::good>},
    Key<PlanDraft>{"bad", read_string<&PlanDraft::bad>},
    Key<PlanDraft>{"split", read_string<&PlanDraft::split>},
    Key<PlanDraft>{"per_file", read_grain<core::Grain::per_file>},
    Key<PlanDraft>{"per_hunk", read_grain<core::Grain::per_hunk>},
    Key<PlanDraft>{"samples", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_parsed(v, read_text_or_whole, parse_count), d.samples); }},
    Key<PlanDraft>{"prepare", read_string<&PlanDraft::prepare>},
    Key<PlanDraft>{"build", read_string<&PlanDraft::build>},
    Key<PlanDraft>{"run", read_string<&PlanDraft::run>},
    Key<PlanDraft>{"metric", [](const TomlValue& v, PlanDraft& d) {
                     return read_metrics(v, d.metrics); }},
    Key<PlanDraft>{"look_for", [](const TomlValue& v, PlanDraft& d) {
                     return store(parsed_text(v, parse_look_for), d.look_for); }},
    Key<PlanDraft>{"match", read_string<&PlanDraft::match>},
    Key<PlanDraft>{"min_effect", read_percentage<&PlanDraft::min_effect>},
    Key<PlanDraft>{"confidence", read_percentage<&PlanDraft::confidence>},
    Key<PlanDraft>{"first_parent", read_first_parent},
    Key<PlanDraft>{"descend", read_descend},
    Key<PlanDraft>{"use_setting", read_string<&PlanDraft::setting>},
    Key<PlanDraft>{"revisions", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_texts(v), d.revisions); }},
    Key<PlanDraft>{"good_setting", read_string<&PlanDraft::good_setting>},
    Key<PlanDraft>{"bad_setting", read_string<&PlanDraft::bad_setting>},
    Key<PlanDraft>{"matrix_settings", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_texts(v), d.matrix_settings); }},
    Key<PlanDraft>{"toggles", read_toggles},
    Key<PlanDraft>{"db", read_file_path<&PlanDraft::database>},
    Key<PlanDraft>{"work_dir", read_file_path<&PlanDraft::work_dir>},
    Key<PlanDraft>{"seed", [](const TomlValue& v, PlanDraft& d) {
                     return store(read_parsed(v, read_text_or_whole, parse_seed), d.seed); }},
    Key<PlanDraft>{"environment", [](const TomlValue& v, PlanDraft& d) {
                     return read_environment(v, d.environment); }},
    Key<PlanDraft>{"limits", [](const TomlValue& v, PlanDraft& d) {
                     return read_table<PlanDraft>(v, k_limit_keys, d); }},
    Key<PlanDraft>{"pin", read_pins},
    Key<PlanDraft>{"patch", [](const TomlValue& v, PlanDraft& d) {
                     return read_requests<core::PatchRequest>(v, k_patch_keys, d.patches); }},
    Key<PlanDraft>{"parts", [](const TomlValue& v, PlanDraft& d) {
                     return read_parts(v, d.parts); }},
    Key<PlanDraft>{"setting", [](const TomlValue& v, PlanDraft& d) {
                     return read_settings(v, d.settings); }},
};

template <class Keys>
void append(std::vector<std::string>& names, const std::string& table, const Keys& keys) {
  for (const auto& key : keys) names.push_back(table + std::string(key.name));
}

bool is_table_of_keys(std::string_view name) {
  return name == "environment" || name == "limits" || name == "pin" || name == "patch" ||
         name == "parts" || name == "toggles" || name == "setting";
}

}  // namespace

std::vector<std::string> plan_keys() {
  std::vector<std::string> names;
  append(names, "", k_top_keys);
  std::erase_if(names, [](const std::string& name) { return is_table_of_keys(name); });
  names.emplace_back("environment.NAME");
  append(names, "limits.", k_limit_keys);
  names.emplace_back("pin.PATH");
  append(names, "pin.", k_pin_keys);
  append(names, "patch.", k_patch_keys);
  names.emplace_back("parts.NAME");
  names.emplace_back("toggles.NAME");
  append(names, "setting.NAME.", k_setting_keys);
  return names;
}

core::Result<PlanDraft> parse_plan(std::string_view text, const std::filesystem::path& file) try {
  const toml::table top = toml::parse(text, file.string());
  PlanDraft draft;
  if (Done done = read_table<PlanDraft>({top, "", file}, k_top_keys, draft); !done)
    return done.error();
  return draft;
} catch (const toml::parse_error& error) {
  return core::usage_error(where(file, error.source(), "") + ": " +
                               std::string(error.description()),
                           {"a plan is a TOML file: see docs/plan-reference.md"});
}

core::Result<PlanDraft> read_plan_file(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  std::ostringstream text;
  // Streaming an empty file sets failbit on the sink; only a source that broke is an error.
  if (input) text << input.rdbuf();
  if (!input.is_open() || input.bad() || std::filesystem::is_directory(file))
    return core::usage_error("cannot read the plan file " + file.string(),
                             {"--plan FILE names it; relative paths start at the current folder"});
  return parse_plan(text.str(), file);
}

}  // namespace bisect::config
