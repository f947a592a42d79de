#include "harness/git/message_text.hpp"

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <iconv.h>

namespace bisect::git {
namespace {

constexpr std::string_view k_replacement = "\xEF\xBF\xBD";

/// Length of the well-formed sequence at the start (Unicode standard, table 3-7); 0: there is none.
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t at) {
    return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
  };
  const auto continues = [&](std::size_t at) { return (byte(at) & 0xC0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (lead == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
    if (lead == 0xED && byte(1) > 0x9F) return 0;  // surrogate
    return continues(1) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (lead == 0xF0 && byte(1) < 0x90) return 0;
    if (lead == 0xF4 && byte(1) > 0x8F) return 0;
    return continues(1) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::string replace_invalid(std::string_view text) {
  std::string valid;
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) valid += k_replacement;
    else valid += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return valid;
}

/// Empty when the encoding is unknown or the bytes do not fit it.
std::string convert(std::string_view bytes, const std::string& encoding) {
  const iconv_t converter = iconv_open("UTF-8", encoding.c_str());
  if (converter == reinterpret_cast<iconv_t>(-1)) return {};
  std::string source(bytes);
  std::string target(bytes.size() * 4, '\0');
  char* in = source.data();
  char* out = target.data();
  std::size_t in_left = source.size();
  std::size_t out_left = target.size();
  const bool converted =
      iconv(converter, &in, &in_left, &out, &out_left) != static_cast<std::size_t>(-1);
  iconv_close(converter);
  target.resize(converted ? target.size() - out_left : 0);
  return target;
}

}  // namespace

std::string to_utf8(std::string_view bytes, const std::string& encoding) {
  if (!encoding.empty()) {
    if (std::string converted = convert(bytes, encoding); !converted.empty()) return converted;
  }
  return replace_invalid(bytes);
}

std::string iso_date(std::int64_t seconds, int offset_minutes) {
  using namespace std::chrono;
  const sys_seconds local{std::chrono::seconds{seconds + std::int64_t{offset_minutes} * 60}};
  const sys_days day = floor<days>(local);
  const year_month_day date{day};
  const hh_mm_ss time{local - day};
  const int offset = std::abs(offset_minutes);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d%c%02d:%02d",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
                offset_minutes < 0 ? '-' : '+', offset / 60, offset % 60);
  return text;
}

}  // namespace bisect::git
