#pragma once

#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/config/toml_value.hpp"

#include <vector>

namespace bisect::config {

/// Reads [parts]: NAME = "GLOB,GLOB" or NAME = ["GLOB", "GLOB"], in the order in which they stand in the
/// file: the first part that names a path gets it.
[[nodiscard]] core::Result<void> read_parts(const TomlValue& value,
                                            std::vector<core::PartRequest>& parts);

}  // namespace bisect::config
