#pragma once

#include "core/plan.hpp"
#include "core/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace bisect::config {

/// PATH=REV[@FROM..TO]. REV, FROM and TO may contain "@{…}" as git writes it: the stretch is what
/// follows the last '@' that has "FROM..TO" behind it.
[[nodiscard]] core::Result<core::PinRequest> parse_pin(std::string_view text);

/// FILE[@FROM..TO]; the file stays as written (relative to whatever the caller means).
[[nodiscard]] core::Result<core::PatchRequest> parse_patch(std::string_view text);

/// A submodule path without "./", doubled or trailing slashes; error when it leads out of the
/// subject or is empty.
[[nodiscard]] core::Result<std::string> parse_submodule_path(std::string_view text);

/// The way they are written on the command line.
[[nodiscard]] std::string to_text(const core::PinRequest& pin);
[[nodiscard]] std::string to_text(const core::PatchRequest& patch);
[[nodiscard]] std::string to_text(const core::PartRequest& part);

/// NAME=GLOB[,GLOB]...
[[nodiscard]] core::Result<core::PartRequest> parse_part(std::string_view text);

/// NAME[,NAME]..., each once, at least one.
[[nodiscard]] core::Result<std::vector<std::string>> parse_names(std::string_view text);

/// GLOB[,GLOB]..., at least one.
[[nodiscard]] core::Result<std::vector<std::string>> parse_globs(std::string_view text);

/// A part's name: not empty, without blanks, ',' and '='; not "rest", which holds what no part names.
[[nodiscard]] core::Result<void> check_part_name(std::string_view name);

/// A variable for the environment.
struct Assignment {
  std::string name;
  std::string value;
};

/// K=V; V may be empty. K: letters, digits and '_', not starting with a digit.
[[nodiscard]] core::Result<Assignment> parse_assignment(std::string_view text);
[[nodiscard]] core::Result<void> check_variable_name(std::string_view name);

/// GOOD|BAD, the two values of the variable `name`, which differ; each may be empty.
[[nodiscard]] core::Result<core::Toggle> parse_toggle(const std::string& name, std::string_view values);

[[nodiscard]] core::Result<core::LookFor> parse_look_for(std::string_view text);

}  // namespace bisect::config
