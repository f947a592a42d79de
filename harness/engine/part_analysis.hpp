#pragma once

#include "core/attribution.hpp"
#include "core/finding.hpp"
#include "harness/engine/splitting.hpp"

#include <string>

namespace bisect::engine {

/// Are all effects of parts known to half of the smallest change that counts, with all their intervals
/// together at the confidence asked for (Bonferroni)? Looks at the noise, never at an effect.
[[nodiscard]] bool is_precise_enough(const Splitting& splitting);

/// Everything that follows from what was built and measured so far.
[[nodiscard]] core::Attribution attribute(const Splitting& splitting);

/// The whole change against its parent; nothing when either was not measured.
[[nodiscard]] std::optional<core::Effect> total_effect(const Splitting& splitting);

/// The finding: verdict, the change as the commit it names, effect, attribution. With an
/// obstacle: its verdict and reason.
[[nodiscard]] core::Finding split_finding(const Splitting& splitting, const Obstacle& obstacle);

}  // namespace bisect::engine
