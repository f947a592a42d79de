#include "harness/config/toml_value.hpp"

#include <charconv>

namespace bisect::config {
namespace {

std::string shortest(double number) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, number);
  return error == std::errc{} ? std::string(text, end) : std::string("nan");
}

std::string describe(const toml::node& node) {
  if (const auto* text = node.as_string()) return "the string \"" + text->get() + "\"";
  if (const auto* whole = node.as_integer()) return "the number " + std::to_string(whole->get());
  if (const auto* number = node.as_floating_point()) return "the number " + shortest(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  if (node.is_table()) return "a table";
  if (node.is_array()) return "a list";
  return "a date or time";
}

}  // namespace

std::string where(const std::filesystem::path& file, const toml::source_region& region,
                  const std::string& key) {
  std::string text = file.string();
  if (region.begin)
    text += ":" + std::to_string(region.begin.line) + ":" + std::to_string(region.begin.column);
  return key.empty() ? text : text + ": " + key;
}

std::string where(const TomlValue& value) {
  return where(value.file, value.node.source(), value.key);
}

core::Error wrong_type(const TomlValue& value, const std::string& expected) {
  return core::usage_error(where(value) + ": expected " + expected + ", found " +
                           describe(value.node));
}

core::Result<std::string> read_text(const TomlValue& value) {
  if (const auto* text = value.node.as_string()) return text->get();
  return wrong_type(value, "a string in quotes");
}

core::Result<bool> read_flag(const TomlValue& value) {
  if (const auto* flag = value.node.as_boolean()) return flag->get();
  return wrong_type(value, "true or false");
}

core::Result<std::string> read_text_or_whole(const TomlValue& value) {
  if (const auto* text = value.node.as_string()) return text->get();
  if (const auto* whole = value.node.as_integer()) return std::to_string(whole->get());
  return wrong_type(value, "a whole number");
}

core::Result<std::string> read_text_or_number(const TomlValue& value) {
  if (const auto* number = value.node.as_floating_point()) return shortest(number->get());
  if (value.node.is_string() || value.node.is_integer()) return read_text_or_whole(value);
  return wrong_type(value, "a number or a string");
}

core::Result<std::vector<std::string>> read_texts(const TomlValue& value) {
  if (const auto* text = value.node.as_string()) return std::vector{text->get()};
  const toml::array* list = value.node.as_array();
  if (list == nullptr) return wrong_type(value, "a string or a list of strings");
  std::vector<std::string> texts;
  for (const toml::node& element : *list) {
    const core::Result<std::string> text = read_text({element, value.key, value.file});
    if (!text) return text.error();
    texts.push_back(*text);
  }
  return texts;
}

}  // namespace bisect::config
