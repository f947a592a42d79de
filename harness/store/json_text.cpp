#include "harness/store/json_text.hpp"

#include <charconv>
#include <string_view>

namespace bisect::store {
namespace {

using nlohmann::json;

constexpr std::string_view k_digits = "0123456789abcdef";

bool is_utf8(const std::string& text) {
  try {
    (void)json(text).dump();
    return true;
  } catch (const json::exception&) {
    return false;
  }
}

std::string to_hex(const std::string& bytes) {
  std::string hex;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    hex += k_digits[value >> 4U];
    hex += k_digits[value & 0xFU];
  }
  return hex;
}

std::string from_hex(const std::string& hex) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < hex.size(); at += 2) {
    unsigned value = 0;
    std::from_chars(hex.data() + at, hex.data() + at + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return bytes;
}

/// For maps with a key that JSON cannot have: a list of pairs.
json pairs_from_map(const std::map<std::string, std::string>& map) {
  json list = json::array();
  for (const auto& [key, text] : map)
    list.push_back(json::array({json_from_text(key), json_from_text(text)}));
  return list;
}

}  // namespace

json json_from_text(const std::string& text) {
  if (is_utf8(text)) return text;
  return json::object({{"hex", to_hex(text)}});
}

std::string text_from_json(const json& value) {
  if (value.is_object()) return from_hex(value.at("hex").get<std::string>());
  return value.get<std::string>();
}

json json_from_map(const std::map<std::string, std::string>& map) {
  json object = json::object();
  for (const auto& [key, text] : map) {
    const json name = json_from_text(key);
    if (!name.is_string()) return pairs_from_map(map);
    object[key] = json_from_text(text);
  }
  return object;
}

std::map<std::string, std::string> map_from_json(const json& value) {
  std::map<std::string, std::string> map;
  if (value.is_array())
    for (const json& pair : value) map[text_from_json(pair.at(0))] = text_from_json(pair.at(1));
  else
    for (const auto& [key, text] : value.get_ref<const json::object_t&>())
      map[key] = text_from_json(text);
  return map;
}

}  // namespace bisect::store
