#include "reports/table.hpp"

#include "reports/plain_text.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace bisect::reports {
namespace {

std::string trimmed_right(std::string text) {
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string padded(const std::string& text, std::size_t width, Align align) {
  const std::string blanks(width - std::min(width, display_width(text)), ' ');
  return align == Align::left ? text + blanks : blanks + text;
}

/// Width of each column; 0 for one that no row fills.
std::vector<std::size_t> column_widths(const Table& table) {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    std::size_t width = 0;
    for (const auto& row : table.rows) width = std::max(width, display_width(row[c]));
    widths.push_back(width == 0 ? 0 : std::max(width, display_width(table.columns[c].title)));
  }
  return widths;
}

void fit_last_column(std::vector<std::size_t>& widths, std::size_t width) {
  constexpr std::size_t k_least = 8;
  if (widths.empty()) return;
  std::size_t others = 2;
  for (std::size_t c = 0; c + 1 < widths.size(); ++c) others += widths[c] == 0 ? 0 : widths[c] + 2;
  const std::size_t room = width > others ? width - others : 0;
  if (widths.back() <= room) return;
  widths.back() = room < k_least ? 0 : room;
}

std::vector<std::string> titles(const Table& table) {
  std::vector<std::string> row;
  for (const Column& column : table.columns) row.push_back(column.title);
  return row;
}

std::string markdown_row(const std::vector<std::string>& cells,
                         const std::vector<std::size_t>& widths) {
  std::string line = "|";
  for (std::size_t c = 0; c < cells.size(); ++c)
    if (widths[c] > 0) line += " " + markdown_escaped(cells[c]) + " |";
  return line + "\n";
}

}  // namespace

std::string to_text(const Table& table, std::size_t width) {
  std::vector<std::size_t> widths = column_widths(table);
  fit_last_column(widths, width);
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (widths[c] > 0)
        text += "  " + padded(shortened(cells[c], widths[c]), widths[c], table.columns[c].align);
    return trimmed_right(text) + "\n";
  };
  std::string out = line(titles(table));
  for (const auto& row : table.rows) out += line(row);
  return out;
}

std::string to_markdown(const Table& table) {
  const std::vector<std::size_t> widths = column_widths(table);
  std::string out = markdown_row(titles(table), widths) + "|";
  for (std::size_t c = 0; c < widths.size(); ++c)
    if (widths[c] > 0) out += table.columns[c].align == Align::left ? " --- |" : " ---: |";
  out += "\n";
  for (const auto& row : table.rows) out += markdown_row(row, widths);
  return out;
}

std::string markdown_escaped(const std::string& text) {
  constexpr std::string_view k_special = "\\`*_[]<>|~";
  std::string result;
  bool after_word = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    // "#12" and "@name" would link to an unrelated issue and notify a stranger.
    const bool is_reference = (c == '#' || c == '@') && !after_word && i + 1 < text.size();
    if (k_special.find(c) != std::string_view::npos) result += '\\';
    result += c;
    if (is_reference) result += "\xE2\x80\x8B";  // zero-width space
    after_word = std::isalnum(static_cast<unsigned char>(c)) != 0;
  }
  return result;
}

}  // namespace bisect::reports
