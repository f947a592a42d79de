#include "runners/bench/number.hpp"

#include <charconv>
#include <system_error>

namespace bisect::bench {
namespace {

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
  return text;
}

bool is_digit(char character) { return character >= '0' && character <= '9'; }

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  const std::string_view magnitude = without_sign(text);
  if (magnitude.empty() || magnitude.front() == '-') return std::nullopt;
  double value = 0;
  const char* const end = magnitude.data() + magnitude.size();
  const auto [stop, error] = std::from_chars(magnitude.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return text.front() == '-' ? -value : value;
}

bool has_decimal_comma(std::string_view text) {
  const std::string_view digits = without_sign(text);
  return digits.find(',') != std::string_view::npos && !digits.empty() && is_digit(digits.front()) &&
         digits.find_first_not_of("0123456789.,eE+-") == std::string_view::npos;
}

bool begins_like_number(std::string_view text) {
  const std::string_view digits = without_sign(text);
  if (digits.empty()) return false;
  if (is_digit(digits.front())) return true;
  if (digits.front() == '.') return digits.size() > 1 && is_digit(digits[1]);
  const auto number = parse_number(digits);  // nan, inf
  return number.has_value();
}

}  // namespace bisect::bench
