#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::reports {

/// The text as valid UTF-8: each byte that is not part of a character becomes U+FFFD (replacement
/// of maximal subparts, Unicode 15, 3.9).
[[nodiscard]] std::string valid_utf8(std::string_view text);

/// Valid UTF-8 on one line: control characters become blanks, escape sequences for terminals go.
[[nodiscard]] std::string one_line(std::string_view text);

/// The same, line by line; empty lines at the end are dropped.
[[nodiscard]] std::vector<std::string> clean_lines(std::string_view text);

/// Columns on a terminal, counting one for each character. `text` is valid UTF-8.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// At most `width` columns (>= 1); what is cut off is marked with "…".
[[nodiscard]] std::string shortened(const std::string& text, std::size_t width);

/// Lines of at most `width` columns, broken at blanks; longer words stay whole.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, std::size_t width);

}  // namespace bisect::reports
