#pragma once

#include "core/result.hpp"
#include "harness/config/plan_draft.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::config {

/// Reads a TOML plan (docs/plan-reference.md). Relative paths in it start at the file's own folder.
/// Errors name file, line, column and key; kind `usage` for the content, also for a file that cannot
/// be read, because the user named it.
[[nodiscard]] core::Result<PlanDraft> read_plan_file(const std::filesystem::path& file);

/// The same for text that is already there; `file` is what errors call it, and its folder is where
/// relative paths start.
[[nodiscard]] core::Result<PlanDraft> parse_plan(std::string_view text,
                                                 const std::filesystem::path& file);

/// Every key that a plan may have, as the reference names it: "run", "limits.budget", "pin.path",
/// "setting.NAME.build", "environment.NAME".
[[nodiscard]] std::vector<std::string> plan_keys();

}  // namespace bisect::config
