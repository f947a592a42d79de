#pragma once

#include "reports/report_model.hpp"

#include <string>

namespace bisect::reports {

/// The finding as one HTML file that needs nothing else: no network, no script to be read (a small one
/// adds copying). Well-formed XML as well. What commits and programs wrote is escaped. At
/// most about 2 MB however much was measured: pictures keep their shape and their outliers, and the
/// raw numbers inside are thinned, which the page then says.
[[nodiscard]] std::string to_html(const ReportModel& model);

}  // namespace bisect::reports
