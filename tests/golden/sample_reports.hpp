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

/// A split with everything it can say: opposite signs, an interaction, a variant that does not build, one
/// that runs the same program as another, one over its time limit.
[[nodiscard]] reports::ReportModel sample_split();

}  // namespace bisect::golden
