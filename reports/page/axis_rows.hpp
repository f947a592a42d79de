#pragma once

#include "reports/report_model.hpp"

#include <string>
#include <vector>

namespace bisect::page {

/// One line of the history as the page shows it, the good end first.
struct AxisRow {
  enum class Kind {
    measured,  ///< `measured` is set
    hole,      ///< commits that cannot be tested: `untestable` is set
    gap,       ///< `skipped` commits that were not measured
  };
  Kind kind = Kind::gap;
  const core::MeasuredCommit* measured = nullptr;
  std::vector<const core::UntestableCommit*> untestable;  ///< neighbours
  int skipped = 0;
};

/// Every measured commit (without what the confirmation added), holes and gaps, in the order of history.
/// Pointers into the finding.
[[nodiscard]] std::vector<AxisRow> axis_rows(const reports::ReportModel& model);

/// "good end", "bad end", "named" or empty: what a reader must know of a commit first.
enum class Role { none, good_end, bad_end, merge_base, named };

[[nodiscard]] Role role_of(const core::Finding& finding, const core::CommitId& commit);

}  // namespace bisect::page
