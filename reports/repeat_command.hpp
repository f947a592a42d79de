#pragma once

#include "reports/report_model.hpp"

#include <string>

namespace bisect::reports {

/// The command line that asks the same question again, with the same seed: full ids where the range
/// is known, every value that differs from its default. Quoted for a POSIX shell.
[[nodiscard]] std::string repeat_command(const ReportModel& model);

/// The command line that splits the culprit of a search into its touched parts; everything else as in
/// the search. Empty when there is no single culprit, or nothing to tell apart.
[[nodiscard]] std::string split_command(const ReportModel& model);

/// One word for a POSIX shell, in quotes when it needs them.
[[nodiscard]] std::string shell_quoted(const std::string& text);

}  // namespace bisect::reports
