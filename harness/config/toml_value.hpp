#pragma once

#include "core/result.hpp"
#include "harness/config/quantities.hpp"

#include <toml++/toml.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bisect::config {

/// One value of a plan file and where it stands. Private to the reader of plan files.
struct TomlValue {
  const toml::node& node;
  std::string key;                    ///< dotted, from the top: "limits.budget"
  const std::filesystem::path& file;  ///< as the user wrote it
};

/// "bisect.toml:3:9: limits.budget"
[[nodiscard]] std::string where(const TomlValue& value);
[[nodiscard]] std::string where(const std::filesystem::path& file, const toml::source_region& region,
                                const std::string& key);

/// "expected a string such as \"3h\", found the number 90"
[[nodiscard]] core::Error wrong_type(const TomlValue& value, const std::string& expected);

[[nodiscard]] core::Result<std::string> read_text(const TomlValue& value);
[[nodiscard]] core::Result<bool> read_flag(const TomlValue& value);
/// A string or a whole number, as text.
[[nodiscard]] core::Result<std::string> read_text_or_whole(const TomlValue& value);
/// A string or any number, as text.
[[nodiscard]] core::Result<std::string> read_text_or_number(const TomlValue& value);
/// Strings, or one string for a list of one.
[[nodiscard]] core::Result<std::vector<std::string>> read_texts(const TomlValue& value);

/// `parse` applied to the text that `read` finds; its errors get their place.
template <class Read, class Parse>
[[nodiscard]] auto read_parsed(const TomlValue& value, Read read, Parse parse)
    -> decltype(parse(std::string())) {
  const core::Result<std::string> text = read(value);
  if (!text) return text.error();
  auto parsed = parse(*text);
  return parsed ? parsed : prefixed(where(value), parsed.error());
}

}  // namespace bisect::config
