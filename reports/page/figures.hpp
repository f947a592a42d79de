#pragma once

#include "reports/page/markup.hpp"
#include "reports/report_model.hpp"

namespace bisect::page {

// The pictures of a page, each with its table of numbers. Each writes nothing when the model has nothing
// for it to show.

/// Every measured commit on the axis of history: its starts, its interval, holes as holes.
void write_commit_axis(Markup& out, const reports::ReportModel& model);

/// Raw numbers of what ran side by side: the two ends, and parent and culprit built afresh.
void write_distributions(Markup& out, const reports::ReportModel& model);

/// What the machine did meanwhile: every start without its commit's level, over time.
void write_drift(Markup& out, const reports::ReportModel& model);

/// Variants of a split as intervals around the parent.
void write_variants(Markup& out, const core::Finding& finding);

/// What each part contributes to the total.
void write_shares(Markup& out, const core::Finding& finding);

}  // namespace bisect::page
