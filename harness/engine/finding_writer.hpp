#pragma once

#include "harness/engine/investigation.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bisect::engine {

/// A finding with everything that does not depend on the verdict: range, effect, evidence rows,
/// untestable commits, warnings.
[[nodiscard]] core::Finding start_finding(const Investigation& investigation);

/// Kind of change that a commit named by this investigation made.
[[nodiscard]] core::ChangeKind kind_of_change(const Investigation& investigation);

/// One evidence row.
[[nodiscard]] core::MeasuredCommit evidence_row(const Investigation& investigation,
                                                const Assessment& assessment);

/// Mean level of a commit against the good end (log ratio in the direction looked for): measured,
/// or that of the commit it shares its program with.
[[nodiscard]] double level_of(const Investigation& investigation, const core::CommitId& commit);

/// Bound on the probability that good..bad of a bracket is not what it says: the ends or either of
/// the two commits misjudged.
[[nodiscard]] double bracket_error(const Investigation& investigation, const core::CommitId& before,
                                   const core::CommitId& after);

}  // namespace bisect::engine
