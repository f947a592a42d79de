#pragma once

#include "core/finding.hpp"
#include "core/ids.hpp"
#include "core/plan.hpp"
#include "reports/measurements.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bisect::reports {

/// Everything that a report says: the answer, and what a reader needs to repeat and to doubt it.
struct ReportModel {
  core::Finding finding;
  core::Plan plan;
  std::string plan_toml;                    ///< the merged plan as a plan file; empty = left out
  std::string plan_file;                    ///< where it came from, as written; empty = flags only
  /// Variables that commands see without being told: left out of the command that repeats the search.
  std::map<std::string, std::string> usual_environment;
  /// Declared parts that the culprit of a search touches; from two on a split can tell them apart.
  std::vector<std::string> touched_parts;
  std::shared_ptr<const ReportModel> split;  ///< of the culprit, where it was made at once
  std::map<std::string, std::string> host;  ///< facts about the machine
  Measurements measurements;                ///< what the finding was drawn from; may be empty
  core::SessionId session{};                ///< 0 = not stored
  std::string version;                      ///< of bisect
  std::string date;                         ///< of the answer, ISO 8601, UTC
};

/// One sentence: the answer. `plan` words it: what was looked for, how small a change counts.
[[nodiscard]] std::string summary_line(const core::Finding& finding, const core::Plan& plan = {});

}  // namespace bisect::reports
