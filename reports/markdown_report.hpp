#pragma once

#include "reports/report_model.hpp"

#include <string>

namespace bisect::reports {

/// A comment for an issue (GitHub Flavored Markdown): the answer, the evidence, and, folded away,
/// logs, plan and machine. What commits and programs wrote is escaped.
[[nodiscard]] std::string to_markdown(const ReportModel& model);

}  // namespace bisect::reports
