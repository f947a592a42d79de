#include "runners/bench/quotation.hpp"

#include <cstdint>

namespace bisect::bench {
namespace {

/// Bytes of the well-formed UTF-8 sequence at `position`; 0 when there is none
/// (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
std::size_t sequence_length(std::string_view text, std::size_t position) {
  const auto byte = [&](std::size_t offset) -> std::uint8_t {
    return position + offset < text.size() ? static_cast<std::uint8_t>(text[position + offset]) : 0;
  };
  const auto continues = [&](std::size_t offset) { return (byte(offset) & 0xC0U) == 0x80U; };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool overlong = lead == 0xE0 && byte(1) < 0xA0;
    const bool surrogate = lead == 0xED && byte(1) > 0x9F;
    return continues(1) && continues(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool overlong = lead == 0xF0 && byte(1) < 0x90;
    const bool too_large = lead == 0xF4 && byte(1) > 0x8F;
    return continues(1) && continues(2) && continues(3) && !overlong && !too_large ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string printable(std::string_view text, std::size_t limit) {
  std::string result;
  for (std::size_t position = 0; position < text.size();) {
    const std::size_t length = sequence_length(text, position);
    const bool control = length == 1 && (static_cast<std::uint8_t>(text[position]) < 0x20 ||
                                         text[position] == 0x7F);
    const std::string_view piece =
        length == 0 || control ? std::string_view("?") : text.substr(position, length);
    if (result.size() + piece.size() > limit) return result + "...";
    result += piece;
    position += length == 0 ? 1 : length;
  }
  return result;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t k_longest = 80;
  return '"' + printable(text, k_longest) + '"';
}

}  // namespace bisect::bench
