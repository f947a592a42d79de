#pragma once

#include "reports/report_model.hpp"

#include <string>

namespace bisect::reports {

/// The finding as one JSON object, `schema` 1: valid UTF-8, no NaN or infinity (null instead), keys
/// in alphabetical order, a newline at the end. What was measured follows as the last two keys, `history`
/// and `rounds`, a line each: with them every page can be made again.
[[nodiscard]] std::string to_json(const ReportModel& model);

}  // namespace bisect::reports
