#pragma once

#include "reports/report_model.hpp"
#include "reports/table.hpp"

#include <string>
#include <vector>

namespace bisect::reports {

// The parts of a report that text and Markdown share; all of it valid UTF-8 without control
// characters. An empty string or table: the finding has nothing to say there.

/// The finding's reason, where its summary does not give it already.
[[nodiscard]] std::string reason_line(const ReportModel& model);

/// "bad against good: wall 12.3 ms -> 12.8 ms, 4.1 % slower [3.6 %, 4.7 %], p = 1.2e-07 (test)"
[[nodiscard]] std::string effect_line(const ReportModel& model);

/// "range: GOOD (subject) .. BAD (subject), 12 candidates"
[[nodiscard]] std::string range_line(const ReportModel& model);

/// The commits that the finding names: commit, what it did, probability, title.
[[nodiscard]] Table named_commits(const ReportModel& model);

/// Why several commits stay: "2 of them do not build, 1 of them does not run".
[[nodiscard]] std::string candidates_line(const ReportModel& model);

/// Every measured commit with its standing, mean, ratio to the good end, and the test's z and bound.
[[nodiscard]] Table evidence(const ReportModel& model);

/// Commits that could not be tested: commit, stage, reason, title.
[[nodiscard]] Table untestable_commits(const ReportModel& model);

/// "9 builds (3 min 20 s), 340 trials (6 min 1 s), 10 min 5 s in all"
[[nodiscard]] std::string cost_line(const ReportModel& model);

/// "session 7, bisect 0.1.0, 2024-05-06T07:08:09Z"
[[nodiscard]] std::string origin_line(const ReportModel& model);

/// Something to do next; the command may be empty.
struct NextStep {
  std::string text;
  std::string command;
};

[[nodiscard]] std::vector<NextStep> next_steps(const ReportModel& model);

}  // namespace bisect::reports
