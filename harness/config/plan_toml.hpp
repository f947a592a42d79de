#pragma once

#include "core/plan.hpp"

#include <string>

namespace bisect::config {

/// The plan as a commented plan file: what `--dry-run` shows and reports keep. Reading it back with
/// parse_plan and finishing it gives the same plan.
[[nodiscard]] std::string to_toml(const core::Plan& plan);

}  // namespace bisect::config
