#pragma once

#include <optional>
#include <string_view>

namespace bisect::bench {

/// A whole field as a number in C notation (digits, point, exponent; a sign is allowed), whatever
/// the locale. Absent for anything else: "12,345", "5%", "1e400", "". "nan" and "inf" are numbers
/// here, not finite ones.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

/// Does the text look like a number that was printed with a decimal (or grouping) comma? It is
/// neither 12 nor 12345.
[[nodiscard]] bool has_decimal_comma(std::string_view text);

/// Was the text at least meant as a number: does it begin like one?
[[nodiscard]] bool begins_like_number(std::string_view text);

}  // namespace bisect::bench
