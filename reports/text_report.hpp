#pragma once

#include "reports/report_model.hpp"

#include <cstddef>
#include <string>

namespace bisect::reports {

enum class Ink { plain, ansi };

/// How text is laid out for a terminal; `plain` writes no escape sequence at all.
struct Style {
  Ink ink = Ink::plain;
  std::size_t width = 100;  ///< columns, at least 40; commands and tables are never broken
};

/// The answer first, then its evidence, what could not be tested, the cost, and what to do next.
[[nodiscard]] std::string to_text(const ReportModel& model, const Style& style = {});

}  // namespace bisect::reports
