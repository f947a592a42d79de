#include "runners/bench/text_lines.hpp"

namespace bisect::bench {

void for_each_line(std::string_view text, const std::function<void(const TextLine&)>& visit) {
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    TextLine line{text.substr(0, feed),
                  feed == std::string_view::npos ? LineEnd::missing : LineEnd::present};
    if (!line.text.empty() && line.text.back() == '\r') line.text.remove_suffix(1);
    visit(line);
    if (feed == std::string_view::npos) return;
    text.remove_prefix(feed + 1);
  }
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view k_mark = "\xEF\xBB\xBF";
  if (text.starts_with(k_mark)) text.remove_prefix(k_mark.size());
  return text;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view k_blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(k_blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(k_blanks) - first + 1);
}

}  // namespace bisect::bench
