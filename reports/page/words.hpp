#pragma once

#include "reports/report_model.hpp"

#include <string>
#include <vector>

namespace bisect::page {

/// The headline: the answer in a few words, without intervals.
[[nodiscard]] std::string headline(const reports::ReportModel& model);

/// "Culprit found", "No change", …
[[nodiscard]] std::string verdict_words(const core::Finding& finding);

/// How much and how sure, a sentence each.
[[nodiscard]] std::vector<std::string> explained(const reports::ReportModel& model);

/// A check of the method on commits whose truth the answer knows: those before the change must not
/// differ from the good end. Empty when there are none.
[[nodiscard]] std::string same_side_check(const core::Finding& finding);

/// "about once in 18,000"
[[nodiscard]] std::string once_in(double p);

}  // namespace bisect::page
