#include "harness/store/plan_codec.hpp"

#include "core/digest.hpp"
#include "harness/store/json_text.hpp"

#include <initializer_list>
#include <type_traits>

namespace bisect::store {
namespace {

using nlohmann::json;

// These enumerators carry no number in the core, so their numbers on disk are fixed here.
static_assert(static_cast<int>(core::Walk::everything) == 0);
static_assert(static_cast<int>(core::Walk::first_parent) == 1);
static_assert(static_cast<int>(core::Descend::into_merges) == 0);
static_assert(static_cast<int>(core::Descend::never) == 1);

template <class Enumeration>
json number_of(Enumeration value) {
  return static_cast<int>(value);
}

json encode(const core::Stretch& stretch) {
  return {{"from", json_from_text(stretch.from)}, {"to", json_from_text(stretch.to)}};
}

json encode(const core::PinRequest& pin) {
  return {{"path", json_from_text(pin.path)},
          {"revision", json_from_text(pin.revision)},
          {"stretch", encode(pin.stretch)}};
}

json encode(const core::PatchRequest& patch) {
  return {{"file", json_from_text(patch.file.string())}, {"stretch", encode(patch.stretch)}};
}

json encode(const core::PartRequest& part) {
  json globs = json::array();
  for (const std::string& glob : part.globs) globs.push_back(json_from_text(glob));
  return {{"name", json_from_text(part.name)}, {"globs", std::move(globs)}};
}

json encode(const core::Commands& commands) {
  return {{"prepare", json_from_text(commands.prepare)},
          {"build", json_from_text(commands.build)},
          {"run", json_from_text(commands.run)}};
}

template <class Item>
json encode(const std::vector<Item>& items);

json encode(const std::string& text) { return json_from_text(text); }

json encode(const core::Setting& setting) {
  json fields{{"name", json_from_text(setting.name)},
              {"environment", json_from_map(setting.environment)},
              {"commands", encode(setting.commands)}};
  if (!setting.pins.empty()) fields["pins"] = encode(setting.pins);
  return fields;
}

json encode(const core::Toggle& toggle) {
  return {{"name", json_from_text(toggle.name)},
          {"good", json_from_text(toggle.good)},
          {"bad", json_from_text(toggle.bad)}};
}

json encode(const core::Metric& metric) {
  return {{"source", number_of(metric.source)},
          {"selector", json_from_text(metric.selector)},
          {"better", number_of(metric.better)}};
}

json encode(const core::Limits& limits) {
  return {{"build_ns", limits.build.count()},
          {"run_ns", limits.run.count()},
          {"budget_ns", limits.budget.count()},
          {"max_builds", limits.max_builds},
          {"retries", limits.retries}};
}

template <class Item>
json encode(const std::vector<Item>& items) {
  json list = json::array();
  for (const Item& item : items) list.push_back(encode(item));
  return list;
}

json encode(const core::Plan& plan) {
  json fields{{"repository", json_from_text(plan.repository.string())},
          {"good", json_from_text(plan.good)},
          {"bad", json_from_text(plan.bad)},
          {"commands", encode(plan.commands)},
          {"metrics", encode(plan.metrics)},
          {"look_for", number_of(plan.look_for)},
          {"match", json_from_text(plan.match)},
          {"min_effect", plan.min_effect},
          {"confidence", plan.confidence},
          {"pins", encode(plan.pins)},
          {"patches", encode(plan.patches)},
          {"settings", encode(plan.settings)},
          {"setting", json_from_text(plan.setting)},
          {"environment", json_from_map(plan.environment)},
          {"limits", encode(plan.limits)},
          {"walk", number_of(plan.walk)},
          {"descend", number_of(plan.descend)},
          {"database", json_from_text(plan.database.string())},
          {"work_dir", json_from_text(plan.work_dir.string())},
          {"seed", plan.seed}};
  // What says nothing of a later task is written as programs before the first split wrote it.
  if (plan.task != core::Task::search) fields["task"] = number_of(plan.task);
  if (plan.grain != core::Grain::named) fields["grain"] = number_of(plan.grain);
  if (!plan.parts.empty()) fields["parts"] = encode(plan.parts);
  if (plan.samples > 0) fields["samples"] = plan.samples;
  if (!plan.revisions.empty()) fields["revisions"] = encode(plan.revisions);
  if (!plan.compared.empty()) fields["compared"] = encode(plan.compared);
  if (!plan.toggles.empty()) fields["toggles"] = encode(plan.toggles);
  return fields;
}

// Decoding: each overload fills what is there and throws json::exception on a wrong kind.

void decode(const json& value, std::string& text) { text = text_from_json(value); }
void decode(const json& value, std::filesystem::path& path) { path = text_from_json(value); }
void decode(const json& value, double& number) { number = value.get<double>(); }
void decode(const json& value, int& number) { number = value.get<int>(); }
void decode(const json& value, std::uint64_t& number) { number = value.get<std::uint64_t>(); }
void decode(const json& value, core::Duration& duration) {
  duration = core::Duration{value.get<std::int64_t>()};
}
void decode(const json& value, std::map<std::string, std::string>& map) {
  map = map_from_json(value);
}

template <class Enumeration>
  requires std::is_enum_v<Enumeration>
void decode(const json& value, Enumeration& enumerator) {
  enumerator = static_cast<Enumeration>(value.get<int>());
}

template <class Value>
void decode_field(const json& object, const char* key, Value& value);

template <class Item>
void decode(const json& value, std::vector<Item>& items);

void decode(const json& value, core::Stretch& stretch) {
  decode_field(value, "from", stretch.from);
  decode_field(value, "to", stretch.to);
}

void decode(const json& value, core::PinRequest& pin) {
  decode_field(value, "path", pin.path);
  decode_field(value, "revision", pin.revision);
  decode_field(value, "stretch", pin.stretch);
}

void decode(const json& value, core::PatchRequest& patch) {
  decode_field(value, "file", patch.file);
  decode_field(value, "stretch", patch.stretch);
}

void decode(const json& value, core::PartRequest& part) {
  decode_field(value, "name", part.name);
  decode_field(value, "globs", part.globs);
}

void decode(const json& value, core::Commands& commands) {
  decode_field(value, "prepare", commands.prepare);
  decode_field(value, "build", commands.build);
  decode_field(value, "run", commands.run);
}

void decode(const json& value, core::Setting& setting) {
  decode_field(value, "name", setting.name);
  decode_field(value, "environment", setting.environment);
  decode_field(value, "commands", setting.commands);
  decode_field(value, "pins", setting.pins);
}

void decode(const json& value, core::Toggle& toggle) {
  decode_field(value, "name", toggle.name);
  decode_field(value, "good", toggle.good);
  decode_field(value, "bad", toggle.bad);
}

void decode(const json& value, core::Metric& metric) {
  decode_field(value, "source", metric.source);
  decode_field(value, "selector", metric.selector);
  decode_field(value, "better", metric.better);
}

void decode(const json& value, core::Limits& limits) {
  decode_field(value, "build_ns", limits.build);
  decode_field(value, "run_ns", limits.run);
  decode_field(value, "budget_ns", limits.budget);
  decode_field(value, "max_builds", limits.max_builds);
  decode_field(value, "retries", limits.retries);
}

template <class Item>
void decode(const json& value, std::vector<Item>& items) {
  for (const json& element : value.get_ref<const json::array_t&>())
    decode(element, items.emplace_back());
}

template <class Value>
void decode_field(const json& object, const char* key, Value& value) {
  const auto& fields = object.get_ref<const json::object_t&>();
  const auto found = fields.find(key);
  if (found != fields.end()) decode(found->second, value);
}

void decode(const json& value, core::Plan& plan) {
  decode_field(value, "repository", plan.repository);
  decode_field(value, "good", plan.good);
  decode_field(value, "bad", plan.bad);
  decode_field(value, "commands", plan.commands);
  decode_field(value, "metrics", plan.metrics);
  decode_field(value, "look_for", plan.look_for);
  decode_field(value, "match", plan.match);
  decode_field(value, "min_effect", plan.min_effect);
  decode_field(value, "confidence", plan.confidence);
  decode_field(value, "pins", plan.pins);
  decode_field(value, "patches", plan.patches);
  decode_field(value, "settings", plan.settings);
  decode_field(value, "setting", plan.setting);
  decode_field(value, "environment", plan.environment);
  decode_field(value, "limits", plan.limits);
  decode_field(value, "walk", plan.walk);
  decode_field(value, "descend", plan.descend);
  decode_field(value, "database", plan.database);
  decode_field(value, "work_dir", plan.work_dir);
  decode_field(value, "seed", plan.seed);
  decode_field(value, "task", plan.task);
  decode_field(value, "grain", plan.grain);
  decode_field(value, "parts", plan.parts);
  decode_field(value, "samples", plan.samples);
  decode_field(value, "revisions", plan.revisions);
  decode_field(value, "compared", plan.compared);
  decode_field(value, "toggles", plan.toggles);
}

}  // namespace

std::string encode_plan(const core::Plan& plan) { return encode(plan).dump(); }

core::Result<core::Plan> decode_plan(std::string_view text) {
  try {
    core::Plan plan;
    decode(json::parse(text), plan);
    return plan;
  } catch (const json::exception& exception) {
    return core::environment_error(std::string("a stored plan cannot be read: ") +
                                   exception.what());
  }
}

core::Digest plan_match(const core::Plan& plan) {
  json fields = encode(plan);
  for (const char* key : {"database", "work_dir", "seed"}) fields.erase(key);
  for (const char* key : {"budget_ns", "max_builds"}) fields["limits"].erase(key);
  if (plan.task == core::Task::search)
    for (const char* key : {"grain", "parts", "samples"}) fields.erase(key);
  return core::Hasher().add(fields.dump()).digest();
}

}  // namespace bisect::store
