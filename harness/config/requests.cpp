#include "harness/config/requests.hpp"

#include "harness/config/nearest.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

namespace bisect::config {
namespace {

/// "FROM..TO" behind an '@'; everywhere when `tail` is not of this form.
core::Stretch as_stretch(std::string_view tail) {
  if (tail.starts_with('{')) return {};  // "@{upstream}" belongs to the revision before it
  const std::size_t dots = tail.find("..");
  if (dots == std::string_view::npos) return {};
  const std::string_view from = tail.substr(0, dots);
  const std::string_view to = tail.substr(dots + 2);
  // A path such as "a@b/../fix.patch" is no stretch: no revision ends or begins with a slash.
  const bool ends_given = !from.empty() && !to.empty() && !from.ends_with('/') &&
                          !to.starts_with('/') && !to.starts_with('.');
  return ends_given ? core::Stretch{std::string(from), std::string(to)} : core::Stretch{};
}

struct Stretched {
  std::string_view what;
  core::Stretch where;
};

Stretched split_stretch(std::string_view text) {
  for (std::size_t at = text.rfind('@'); at != std::string_view::npos && at > 0;
       at = text.rfind('@', at - 1)) {
    core::Stretch stretch = as_stretch(text.substr(at + 1));
    if (!stretch.everywhere()) return {text.substr(0, at), std::move(stretch)};
  }
  return {text, {}};
}

std::string with_stretch(std::string text, const core::Stretch& stretch) {
  if (!stretch.everywhere()) text += "@" + stretch.from + ".." + stretch.to;
  return text;
}

/// What stands between commas; nothing is left out.
std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> entries;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    const std::string_view entry = text.substr(0, comma);
    if (!entry.empty()) entries.emplace_back(entry);
    text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  }
  return entries;
}

}  // namespace

core::Result<std::string> parse_submodule_path(std::string_view text) {
  std::string path = std::filesystem::path(text).lexically_normal().generic_string();
  while (path.ends_with('/')) path.pop_back();
  const bool inside = !path.empty() && path != "." && !path.starts_with('/') && path != ".." &&
                      !path.starts_with("../");
  if (inside) return path;
  return core::usage_error("'" + std::string(text) + "' is not the path of a submodule",
                           {"give it relative to the top of the subject, as in .gitmodules"});
}

core::Result<core::PinRequest> parse_pin(std::string_view text) {
  const std::string form = "a pin is written PATH=REV or PATH=REV@FROM..TO";
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return core::usage_error("'" + std::string(text) + "' has no '='", {form});
  core::Result<std::string> path = parse_submodule_path(text.substr(0, equals));
  if (!path) return path.error();
  Stretched revision = split_stretch(text.substr(equals + 1));
  if (revision.what.empty())
    return core::usage_error("'" + std::string(text) + "' names no revision", {form});
  if (revision.what.find("..") != std::string_view::npos)
    return core::usage_error("'" + std::string(text) + "' has no whole stretch",
                             {form + ", with both ends"});
  return core::PinRequest{*std::move(path), std::string(revision.what), std::move(revision.where)};
}

core::Result<core::PatchRequest> parse_patch(std::string_view text) {
  Stretched file = split_stretch(text);
  if (file.what.empty() || file.what.starts_with('@'))
    return core::usage_error("'" + std::string(text) + "' names no file",
                             {"a patch is written FILE or FILE@FROM..TO"});
  return core::PatchRequest{std::filesystem::path(file.what), std::move(file.where)};
}

std::string to_text(const core::PinRequest& pin) {
  return with_stretch(pin.path + "=" + pin.revision, pin.stretch);
}

std::string to_text(const core::PatchRequest& patch) {
  return with_stretch(patch.file.string(), patch.stretch);
}

core::Result<void> check_part_name(std::string_view name) {
  const bool sound = !name.empty() && name.find_first_of(" \t\n,=+") == std::string_view::npos;
  if (!sound)
    return core::usage_error("'" + std::string(name) + "' is not the name of a part",
                             {"a part is written NAME=GLOB[,GLOB]; names have no blanks, ',', '+' and '='"});
  if (name == "rest" || name == "parent" || name == "whole" || name == "together")
    return core::usage_error("a part cannot be called " + std::string(name),
                             {"rest is what no part names, parent and whole are all parts left out and "
                              "put in, together is what only several parts do"});
  return {};
}

core::Result<std::vector<std::string>> parse_globs(std::string_view text) {
  std::vector<std::string> globs = listed(text);
  if (globs.empty())
    return core::usage_error("the part names no path",
                             {"a part is written NAME=GLOB[,GLOB], such as backend='src/**,include'"});
  return globs;
}

core::Result<std::vector<std::string>> parse_names(std::string_view text) {
  std::vector<std::string> names = listed(text);
  if (names.empty()) return core::usage_error("no name is given", {"write NAME,NAME"});
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::find(names.begin(), name, *name) != name)
      return core::usage_error("'" + *name + "' is named twice", {"name it once"});
  return names;
}

core::Result<core::PartRequest> parse_part(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return core::usage_error("'" + std::string(text) + "' has no '='",
                             {"a part is written NAME=GLOB[,GLOB], such as backend='src/**,include'"});
  const std::string_view name = text.substr(0, equals);
  if (const core::Result<void> sound = check_part_name(name); !sound) return sound.error();
  core::Result<std::vector<std::string>> globs = parse_globs(text.substr(equals + 1));
  if (!globs) return globs.error();
  return core::PartRequest{std::string(name), *std::move(globs)};
}

std::string to_text(const core::PartRequest& part) {
  std::string text = part.name + "=";
  for (std::size_t i = 0; i < part.globs.size(); ++i) text += (i == 0 ? "" : ",") + part.globs[i];
  return text;
}

core::Result<void> check_variable_name(std::string_view name) {
  const auto is_allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const bool sound = !name.empty() && !(name.front() >= '0' && name.front() <= '9') &&
                     std::all_of(name.begin(), name.end(), is_allowed);
  if (sound) return {};
  return core::usage_error("'" + std::string(name) + "' is not the name of a variable",
                           {"letters, digits and _, not starting with a digit"});
}

core::Result<Assignment> parse_assignment(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos)
    return core::usage_error("'" + std::string(text) + "' has no '='",
                             {"a variable is written NAME=VALUE"});
  const std::string_view name = text.substr(0, equals);
  if (const core::Result<void> sound = check_variable_name(name); !sound) return sound.error();
  return Assignment{std::string(name), std::string(text.substr(equals + 1))};
}

core::Result<core::Toggle> parse_toggle(const std::string& name, std::string_view values) {
  const std::size_t bar = values.find('|');
  const bool is_pair = bar != std::string_view::npos && values.find('|', bar + 1) == std::string_view::npos;
  if (!is_pair || values.substr(0, bar) == values.substr(bar + 1))
    return core::usage_error("'" + std::string(values) + "' is not two values of " + name,
                             {"write the good value and the bad one: " + name + "=GOOD|BAD"});
  return core::Toggle{name, std::string(values.substr(0, bar)), std::string(values.substr(bar + 1))};
}

core::Result<core::LookFor> parse_look_for(std::string_view text) {
  using core::LookFor;
  std::vector<std::string> names;
  for (const LookFor look_for : std::array{LookFor::slower, LookFor::faster, LookFor::changed,
                                           LookFor::failing, LookFor::passing}) {
    names.push_back(core::to_text(look_for));
    if (names.back() == text) return look_for;
  }
  return core::usage_error("'" + std::string(text) + "' cannot be looked for",
                           {"look for " + alternatives(names)});
}

}  // namespace bisect::config
