#pragma once

#include "core/clock.hpp"
#include "core/result.hpp"
#include "harness/app/cli.hpp"
#include "harness/app/toolbox.hpp"
#include "harness/store/trial_store.hpp"
#include "reports/report_model.hpp"

#include <map>
#include <string>
#include <vector>

namespace bisect::app {

/// Where and when a finding was made.
struct Origin {
  core::SessionId session{};  ///< 0 = not stored
  std::map<std::string, std::string> host_facts;
  std::string date;           ///< ISO 8601, UTC
};

/// What a report says, without what was measured. Looks up the files of the named commits.
[[nodiscard]] reports::ReportModel model_of(core::Finding finding, const core::Plan& plan, Origin origin,
                                            git::History& history, const Invocation& invocation);

/// Adds the numbers that the finding was drawn from, in the order of history.
[[nodiscard]] core::Result<void> add_measurements(reports::ReportModel& model, git::History& history,
                                                  const std::vector<store::RecordedRound>& rounds);

/// May the culprit be split into declared parts: a search whose plan declares some?
[[nodiscard]] bool is_splittable(const reports::ReportModel& model);

/// Names the declared parts that the culprit touches, where it may be split.
[[nodiscard]] core::Result<void> add_touched_parts(reports::ReportModel& model, Foundation& foundation);

/// "2026-03-21T08:00:00Z"
[[nodiscard]] std::string utc_text(const core::Clock& clock);

}  // namespace bisect::app
