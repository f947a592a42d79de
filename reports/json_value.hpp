#pragma once

// Internal to the JSON reports: values as every one of them writes them.

#include "core/attribution.hpp"
#include "reports/plain_text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace bisect::reports {

/// null where there is no finite number.
[[nodiscard]] inline nlohmann::json finite(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr);
}

/// Valid UTF-8, whatever the bytes.
[[nodiscard]] inline nlohmann::json text(const std::string& value) { return valid_utf8(value); }

[[nodiscard]] inline nlohmann::json texts(const std::vector<std::string>& values) {
  nlohmann::json list = nlohmann::json::array();
  for (const std::string& value : values) list.push_back(text(value));
  return list;
}

/// Always a number from 0 to 1: what is none says nothing, which is `unknown`.
[[nodiscard]] inline double between_0_and_1(double value, double unknown) {
  return std::isfinite(value) ? std::clamp(value, 0.0, 1.0) : unknown;
}

/// The keys ratio, low and high.
inline void put_ratio(nlohmann::json& object, const std::optional<core::Ratio>& ratio) {
  object["ratio"] = ratio ? finite(ratio->value) : nlohmann::json(nullptr);
  object["low"] = ratio ? finite(ratio->low) : nlohmann::json(nullptr);
  object["high"] = ratio ? finite(ratio->high) : nlohmann::json(nullptr);
}

}  // namespace bisect::reports
