#pragma once

#include "reports/report_model.hpp"

#include <string>
#include <vector>

namespace bisect::golden {

struct SampleReport {
  std::string name;
  reports::ReportModel model;
};

/// One finding for each verdict, and some that are hard to write down (hostile text, a failure
/// that was looked for, numbers that are none).
[[nodiscard]] std::vector<SampleReport> sample_reports();

}  // namespace bisect::golden
