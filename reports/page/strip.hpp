#pragma once

#include "reports/page/markup.hpp"
#include "reports/page/scale.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bisect::page {

struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

struct Box {
  double q1 = 0;
  double median = 0;
  double q3 = 0;
};

/// One row's picture: numbers on a common scale, as dots, an interval, a box.
struct Strip {
  std::string title;  ///< says in words what is drawn
  std::vector<double> dots;
  std::optional<Interval> interval;
  std::optional<Box> box;
};

/// A table one column of which is a picture: every row has its strip on the scale in the head, and the
/// numbers stand beside it as text. Narrow screens put the strip below its row.
class StripTable {
 public:
  struct Head {
    std::string caption;
    std::string first;                 ///< title of the row headings
    std::string picture;               ///< title of the column of strips
    std::vector<std::string> columns;  ///< titles of the columns of text
    Scale scale;
    std::vector<double> marks;         ///< ticks
    std::function<std::string(double)> mark_text;
    std::optional<double> zero;        ///< where the line of no change is drawn
  };

  /// Writes the head. The table ends with the object.
  StripTable(Markup& out, Head head);

  /// `kind` is a class of the style sheet: "good", "bad", "named", "hole", …; `heading` writes the row's
  /// heading; as many cells as the head has columns. A row without a strip has an empty place.
  void row(const std::string& kind, const std::function<void(Markup&)>& heading,
           const std::optional<Strip>& strip, const std::vector<std::string>& cells);
  /// A row that only says something, across all columns.
  void note(const std::string& kind, const std::function<void(Markup&)>& text);

 private:
  void write_head();
  void write_strip(const Strip* strip);

  Markup& m_out;
  Head m_head;
  Markup::Scope m_frame;
  Markup::Scope m_table;
};

/// A label below or above an axis, at `x` of k_width.
void write_mark(Markup& out, const std::string& text, double x);

/// Path of round dots, each a line without length. Spread over the height in a fixed pattern; those
/// beyond the scale are left out.
[[nodiscard]] std::string dots_path(const std::vector<double>& values, const Scale& scale);

}  // namespace bisect::page
