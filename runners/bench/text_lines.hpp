#pragma once

#include <functional>
#include <string_view>

namespace bisect::bench {

/// Does a line feed close the line? A last line without its end may have been cut anywhere.
enum class LineEnd { present, missing };

/// One line without its LF or CRLF.
struct TextLine {
  std::string_view text;
  LineEnd end = LineEnd::present;
};

/// Visits the lines of `text` in order; a text that ends in a line feed has no empty last line.
void for_each_line(std::string_view text, const std::function<void(const TextLine&)>& visit);

/// Without the UTF-8 byte order mark that some programs put first.
[[nodiscard]] std::string_view without_byte_order_mark(std::string_view text);

/// Without blanks (space, tab, CR, LF) at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace bisect::bench
