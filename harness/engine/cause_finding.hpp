#pragma once

#include "core/finding.hpp"
#include "harness/engine/cause_search.hpp"

#include <string>

namespace bisect::engine {

/// Every combination that was tried, the causes that were found, and what the parts outside of them do. Parts
/// that were not named are the causes' and "rest".
[[nodiscard]] core::Attribution causes_of(const CauseSearch& search);

/// The finding when the search went through: one cause of one part (culprit) or of several that do it only
/// together (interaction), or several causes (culprits).
[[nodiscard]] core::Finding cause_finding(const CauseSearch& search);

/// A finding without an answer, and why.
[[nodiscard]] core::Finding no_cause(const CauseSearch& search, core::Verdict verdict,
                                     const std::string& reason);

}  // namespace bisect::engine
