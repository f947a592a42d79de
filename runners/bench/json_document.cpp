#include "runners/bench/json_document.hpp"

#include "runners/bench/quotation.hpp"
#include "runners/bench/text_lines.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace bisect::bench {
namespace {

constexpr std::string_view k_letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view k_number = "0123456789.eE+-";

std::size_t end_of_string(std::string_view text, std::size_t quote) {
  std::size_t position = quote + 1;
  while (position < text.size() && text[position] != '"') position += text[position] == '\\' ? 2 : 1;
  return std::min(position + 1, text.size());
}

bool is_not_a_number(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char letter) { return static_cast<char>(letter | 0x20); });
  return lower == "nan" || lower == "inf" || lower == "infinity";
}

/// JSON has no word for what is not a number; printf has several, in either sign.
std::string with_nulls_for_bare_words(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t position = 0; position < text.size();) {
    const char character = text[position];
    std::size_t end = position + 1;
    std::string_view piece = text.substr(position, 1);
    if (character == '"') {
      end = end_of_string(text, position);
      piece = text.substr(position, end - position);
    } else if (k_letters.find(character) != std::string_view::npos || character == '-') {
      const std::size_t word = character == '-' ? position + 1 : position;
      const std::size_t stop = std::min(text.find_first_not_of(k_letters, word), text.size());
      if (is_not_a_number(text.substr(word, stop - word))) {
        piece = "null";
        end = stop;
      } else {
        end = std::max(stop, position + 1);
        piece = text.substr(position, end - position);
      }
    } else if (k_number.find(character) != std::string_view::npos) {
      end = std::min(text.find_first_not_of(k_number, position), text.size());
      piece = text.substr(position, end - position);
    }
    result += piece;
    position = end;
  }
  return result;
}

JsonDocument parse(std::string_view text) {
  try {
    return {nlohmann::json::parse(with_nulls_for_bare_words(text)), ""};
  } catch (const nlohmann::json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: …": the bracket is noise.
    std::string_view why = error.what();
    if (const auto bracket = why.find("] "); bracket != std::string_view::npos)
      why.remove_prefix(bracket + 2);
    constexpr std::size_t k_longest_reason = 240;
    return {nullptr, "the output is not valid JSON: " + printable(why, k_longest_reason)};
  }
}

/// From the first line that begins with a brace; absent when no line does.
std::optional<std::string_view> after_banner(std::string_view text) {
  const std::size_t feed = text.find("\n{");
  if (feed == std::string_view::npos) return std::nullopt;
  return text.substr(feed + 1);
}

}  // namespace

JsonDocument parse_json_output(std::string_view out) {
  const std::string_view text = trimmed(without_byte_order_mark(out));
  if (text.empty()) return {nullptr, "the program printed nothing (JSON is expected)"};
  JsonDocument document = parse(text);
  if (document.failure.empty()) {
    // "12" may be the beginning of 123 where the line's end is missing.
    if (document.root.is_number() && out.back() != '\n')
      return {nullptr, "the number's line has no end"};
    return document;
  }
  if (text.front() == '{' || text.front() == '[') return document;
  if (const auto rest = after_banner(text)) {
    JsonDocument behind = parse(*rest);
    if (behind.failure.empty()) return behind;
  }
  return {nullptr, "the output does not begin with JSON but with " +
                       in_quotes(text.substr(0, text.find('\n')))};
}

}  // namespace bisect::bench
