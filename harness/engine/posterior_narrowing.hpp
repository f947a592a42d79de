#pragma once

#include "harness/engine/narrowing.hpp"

#include <optional>
#include <vector>

namespace bisect::engine {

/// Narrows a chain by the posterior of a change point (stats/change_point): every round is the one that
/// is expected to teach most per second, always beside a build whose side is known, until each change
/// lies in one commit, or in commits that cannot be told apart, with the question's confidence. The
/// first and last commit must have been measured.
///
/// Nothing when numbers do not serve: an end without any, a reference that broke off, or levels that a few
/// steps do not explain.
Inquiry<std::optional<Narrowed>> narrow_by_posterior(Investigation& investigation,
                                                     std::vector<core::Commit> chain);

}  // namespace bisect::engine
