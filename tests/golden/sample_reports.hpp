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

/// Settings of which one option and one variable fail only together, and a flag fails by itself.
[[nodiscard]] reports::ReportModel sample_settings();

/// Four revisions in three settings, with every kind of cell.
[[nodiscard]] reports::ReportModel sample_matrix();

}  // namespace bisect::golden
