#pragma once

#include "core/metric.hpp"
#include "core/result.hpp"

#include <string>
#include <string_view>

namespace bisect::config {

/// `wall`, `cpu`, `rss`, `exit`, `size:PATH`, `lines[:NAME]`, `gbench[:REGEX]`, `regex:RE`,
/// `json:POINTER`; suffix `,max` when larger is better. Error `usage`, with the known forms.
[[nodiscard]] core::Result<core::Metric> parse_metric(std::string_view text);

/// What cannot be seen from the form alone: do the regular expressions compile (ECMAScript), has
/// `regex` exactly one capture, does `size` stay inside the tree, does the pointer start with "/"?
[[nodiscard]] core::Result<void> check_metric(const core::Metric& metric);

/// Does `expression` compile? Error `usage` with the expression and what is wrong with it.
[[nodiscard]] core::Result<void> check_regex(const std::string& expression);

}  // namespace bisect::config
