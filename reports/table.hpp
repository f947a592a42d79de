#pragma once

#include <string>
#include <vector>

namespace bisect::reports {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
};

/// Rows of cells (valid UTF-8, one line each); every row has as many cells as there are columns.
struct Table {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

/// Aligned with blanks, each line indented by two; lines end without blanks. Columns without any
/// content are left out. To keep lines within `width` the last column is shortened, or left out where
/// hardly anything of it would remain; the others are never cut.
[[nodiscard]] std::string to_text(const Table& table, std::size_t width);

/// A GitHub Flavored Markdown table; cells are escaped.
[[nodiscard]] std::string to_markdown(const Table& table);

/// Text that Markdown shows as it stands, inside a table or outside.
[[nodiscard]] std::string markdown_escaped(const std::string& text);

}  // namespace bisect::reports
