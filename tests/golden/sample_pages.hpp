#pragma once

#include "tests/golden/sample_reports.hpp"

namespace bisect::golden {

/// The sample reports and the split, with measurements as a session would leave them: ends, steps and a
/// confirmation, or variants; drift, spikes and failures among them.
[[nodiscard]] std::vector<SampleReport> sample_pages();

/// A culprit whose session has about `starts` starts of the program, each with `repetitions` numbers.
[[nodiscard]] reports::ReportModel large_page(std::size_t starts, std::size_t repetitions);

}  // namespace bisect::golden
