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

/// Shares the changes out to parts: each goes to the first part that names its path. A renaming is
/// one change: it goes where its new name belongs, else where its old one does. What nobody names is
/// the part "rest", the last one. Error `usage` when a part names nothing that changed (the hint lists
/// what did), or when there is a single part left, so that nothing can be told apart.
[[nodiscard]] core::Result<std::vector<core::Part>> share_out(
    const std::vector<Change>& changes, const std::vector<core::PartRequest>& requests);

}  // namespace bisect::git
