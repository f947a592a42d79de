#pragma once

#include "reports/page/markup.hpp"
#include "reports/report_model.hpp"

namespace bisect::page {

// The parts of a page in the order of a reader's questions. Each is a section with a heading.

/// Which commit, how much, how sure.
void write_answer(Markup& out, const reports::ReportModel& model);

/// Why to believe it: pictures and the numbers behind them.
void write_evidence(Markup& out, const reports::ReportModel& model);

/// Of a split: what each part and each variant does. The finding has an attribution.
void write_parts(Markup& out, const reports::ReportModel& model);

/// What else was seen: holes, warnings, other names.
void write_else(Markup& out, const reports::ReportModel& model);

/// The command, the plan, the machine; what to do next.
void write_repeat(Markup& out, const reports::ReportModel& model);

void write_cost(Markup& out, const reports::ReportModel& model);

}  // namespace bisect::page
