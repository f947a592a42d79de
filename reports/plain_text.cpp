#include "reports/plain_text.hpp"

#include <algorithm>

namespace bisect::reports {
namespace {

constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

bool is_continuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

/// Second bytes that a lead byte allows (Unicode 15, table 3-7): no overlong forms, surrogates or
/// code points above U+10FFFF.
bool is_second_byte(unsigned char lead, unsigned char byte) {
  switch (lead) {
    case 0xE0: return byte >= 0xA0 && byte <= 0xBF;
    case 0xED: return byte >= 0x80 && byte <= 0x9F;
    case 0xF0: return byte >= 0x90 && byte <= 0xBF;
    case 0xF4: return byte >= 0x80 && byte <= 0x8F;
    default: return is_continuation(byte);
  }
}

std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return 2;
  if (lead >= 0xE0 && lead <= 0xEF) return 3;
  if (lead >= 0xF0 && lead <= 0xF4) return 4;
  return 0;
}

struct Piece {
  std::size_t length;  ///< bytes, at least 1
  bool is_valid;
};

Piece piece_at(std::string_view text, std::size_t i) {
  const unsigned char lead = byte_at(text, i);
  const std::size_t wanted = sequence_length(lead);
  if (wanted == 0) return {1, false};
  std::size_t length = 1;
  while (length < wanted && i + length < text.size()) {
    const unsigned char byte = byte_at(text, i + length);
    if (length == 1 ? !is_second_byte(lead, byte) : !is_continuation(byte)) break;
    ++length;
  }
  return {length, length == wanted};
}

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7F;
}

/// Length of the terminal sequence that starts at `i` ("ESC [ … final byte", ECMA-48); 0 = none.
std::size_t escape_length(std::string_view text, std::size_t i) {
  if (text[i] != '\x1b') return 0;
  if (i + 1 >= text.size() || text[i + 1] != '[') return 1;
  std::size_t end = i + 2;
  while (end < text.size() && (byte_at(text, end) < 0x40 || byte_at(text, end) > 0x7E)) ++end;
  return std::min(end + 1, text.size()) - i;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const Piece piece = piece_at(text, i);
    result += piece.is_valid ? text.substr(i, piece.length) : k_replacement;
    i += piece.length;
  }
  return result;
}

std::string one_line(std::string_view text) {
  const std::string valid = valid_utf8(text);
  std::string result;
  for (std::size_t i = 0; i < valid.size();) {
    if (const std::size_t escape = escape_length(valid, i); escape > 0) {
      i += escape;
      continue;
    }
    result += is_control(valid[i]) ? ' ' : valid[i];
    ++i;
  }
  return result;
}

std::vector<std::string> clean_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(one_line(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return !is_continuation(static_cast<unsigned char>(c));
  }));
}

std::string shortened(const std::string& text, std::size_t width) {
  if (display_width(text) <= width) return text;
  std::size_t end = 0;
  for (std::size_t columns = 0; columns + 1 < width; ++columns)
    end += piece_at(text, end).length;
  return text.substr(0, end) + "…";
}

namespace {

/// Width of a word and of the percent sign that must follow it on the same line.
std::size_t columns_until_break(const std::string& word, std::string_view rest) {
  const std::size_t sign = rest.starts_with('%') ? 1 + std::min(rest.find(' '), rest.size()) : 0;
  return display_width(word) + sign;
}

}  // namespace

std::vector<std::string> wrapped(const std::string& text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string word(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    // A percent sign stays with its number.
    const bool may_break = !line.empty() && !word.starts_with('%');
    if (may_break && display_width(line) + 1 + columns_until_break(word, rest) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace bisect::reports
