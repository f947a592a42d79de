#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace bisect::store {

/// Text as JSON, whatever its bytes: a string where it is valid UTF-8, else {"hex": "…"}.
[[nodiscard]] nlohmann::json json_from_text(const std::string& text);

/// The way back. Throws nlohmann::json::exception where it is neither.
[[nodiscard]] std::string text_from_json(const nlohmann::json& value);

/// An object; a list of pairs where a key is not valid UTF-8.
[[nodiscard]] nlohmann::json json_from_map(const std::map<std::string, std::string>& map);

/// The way back. Throws nlohmann::json::exception where it is neither.
[[nodiscard]] std::map<std::string, std::string> map_from_json(const nlohmann::json& value);

}  // namespace bisect::store
