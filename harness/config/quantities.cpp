#include "harness/config/quantities.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace bisect::config {
namespace {

struct Unit {
  std::string_view name;
  std::int64_t milliseconds;
};

// Largest first: to_text takes them in this order.
constexpr std::array k_units{Unit{"d", 86'400'000}, Unit{"h", 3'600'000}, Unit{"m", 60'000},
                             Unit{"s", 1'000}, Unit{"ms", 1}};
constexpr double k_longest_ms = 10.0 * 365 * 86'400'000;

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : k_units)
    if (unit.name == name) return &unit;
  return nullptr;
}

core::Error not_a_duration(std::string_view text) {
  return core::usage_error(quoted(text) + " is not a duration",
                           {"write it like 500ms, 90s, 20m, 3h or 1h30m"});
}

core::Error without_unit(std::string_view text) {
  const std::string number(text);
  return core::usage_error(quoted(text) + " has no unit",
                           {"write " + number + "s for seconds, " + number + "m for minutes or " +
                            number + "h for hours"});
}

template <class Number>
bool parse_whole(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

core::Result<core::Duration> parse_duration(std::string_view text) {
  double total_ms = 0;
  std::string_view rest = text;
  while (!rest.empty()) {
    double number = 0;
    const char* const end = rest.data() + rest.size();
    const auto [after, error] = std::from_chars(rest.data(), end, number, std::chars_format::fixed);
    if (error != std::errc{} || !std::isfinite(number) || std::signbit(number))
      return not_a_duration(text);
    const auto digits = static_cast<std::size_t>(after - rest.data());
    rest.remove_prefix(digits);
    const std::string_view name = rest.substr(0, rest.find_first_of("0123456789."));
    if (name.empty()) return digits == text.size() ? without_unit(text) : not_a_duration(text);
    const Unit* unit = find_unit(name);
    if (unit == nullptr) return not_a_duration(text);
    rest.remove_prefix(name.size());
    total_ms += number * static_cast<double>(unit->milliseconds);
  }
  if (text.empty()) return not_a_duration(text);
  if (total_ms > k_longest_ms) return core::usage_error(quoted(text) + " is more than ten years");
  return core::Duration(std::chrono::nanoseconds(std::llround(total_ms * 1e6)));
}

std::string to_text(core::Duration duration) {
  std::int64_t left = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  std::string text;
  for (const Unit& unit : k_units) {
    if (left < unit.milliseconds) continue;
    text += std::to_string(left / unit.milliseconds) + std::string(unit.name);
    left %= unit.milliseconds;
  }
  return text.empty() ? "0s" : text;
}

core::Result<double> parse_percent(std::string_view text) {
  std::string_view number = text;
  if (number.ends_with('%')) number.remove_suffix(1);
  while (number.ends_with(' ')) number.remove_suffix(1);
  double percent = 0;
  if (!parse_whole(number, percent) || !std::isfinite(percent) || std::signbit(percent))
    return core::usage_error(quoted(text) + " is not a percentage", {"write it like 2, 2% or 0.5"});
  return percent / 100;
}

core::Result<int> parse_count(std::string_view text) {
  constexpr int k_most = 1'000'000;
  int number = 0;
  if (!parse_whole(text, number) || number < 0 || number > k_most)
    return core::usage_error(quoted(text) + " is not a whole number from 0 to 1000000");
  return number;
}

core::Result<std::uint64_t> parse_seed(std::string_view text) {
  std::uint64_t number = 0;
  if (!parse_whole(text, number))
    return core::usage_error(quoted(text) + " is not a whole number from 0 to 18446744073709551615");
  return number;
}

core::Error prefixed(const std::string& where, core::Error error) {
  error.message = where + ": " + error.message;
  return error;
}

}  // namespace bisect::config
