#pragma once

#include "core/attribution.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/git/change.hpp"

#include <string>
#include <vector>

namespace bisect::git {

/// The part that holds what no other part names.
inline constexpr const char* k_rest = "rest";

inline constexpr std::size_t k_most_parts = 12;

/// Shares the changes out to parts: each goes to the first part that names its path. A renaming is
/// one change: it goes where its new name belongs, else where its old one does. What nobody names is
/// the part "rest", the last one; a part without any path is left out.
[[nodiscard]] std::vector<core::Part> share_out(const std::vector<Change>& changes,
                                                const std::vector<core::PartRequest>& requests);

/// Error `usage` when one of the requests is not among the parts: it named nothing that changed. The
/// hint lists what did.
[[nodiscard]] core::Result<void> check_all_found(const std::vector<core::Part>& parts,
                                                 const std::vector<core::PartRequest>& requests);

/// Error `usage` when nothing can be told apart: fewer than two parts, or more than k_most_parts.
[[nodiscard]] core::Result<void> check_number(const std::vector<core::Part>& parts);

/// The changes in the order in which they are most likely to stand one upon the other: descriptions of the
/// build, declarations, compiled sources, everything else, and last tests and documents; by path within
/// each. Told from names alone: it decides how many variants do not build, never what a part costs.
[[nodiscard]] std::vector<Change> providers_first(std::vector<Change> changes);

}  // namespace bisect::git
