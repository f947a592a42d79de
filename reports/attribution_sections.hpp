#pragma once

#include "reports/report_model.hpp"
#include "reports/report_sections.hpp"
#include "reports/table.hpp"

#include <string>
#include <vector>

namespace bisect::reports {

// What a report says about the parts of a change; all of it valid UTF-8 without control characters.
// The finding has an attribution.

/// The answer in one sentence: the total, then what each part did, then what they need and do together.
[[nodiscard]] std::string attribution_line(const core::Finding& finding);

/// How the parts were found, where they were not named; else empty.
[[nodiscard]] std::string screening_line(const core::Finding& finding);

/// Part or interaction, where it leads, its effect, its share of the total, and its p-values.
[[nodiscard]] Table effects_table(const core::Finding& finding);

/// Each variant's numbers in the metric's unit, and its ratio to the parent.
[[nodiscard]] Table variants_table(const core::Finding& finding);

/// Each variant beside the whole change: ratio, Student's pooled t, and the p-values.
[[nodiscard]] Table against_whole_table(const core::Finding& finding);

/// Variants that could not be tested: variant, stage, reason.
[[nodiscard]] Table untestable_variants(const core::Finding& finding);

/// Which paths are in which part.
[[nodiscard]] Table parts_table(const core::Finding& finding);

/// What to do with the answer.
[[nodiscard]] std::vector<NextStep> attribution_steps(const core::Finding& finding);

}  // namespace bisect::reports
