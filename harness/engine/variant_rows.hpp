#pragma once

#include "core/attribution.hpp"
#include "harness/engine/log_levels.hpp"
#include "harness/engine/splitting.hpp"
#include "stats/contrast.hpp"

#include <span>
#include <string>
#include <vector>

namespace bisect::engine {

/// +1 where a larger number is worse, else -1.
[[nodiscard]] double worse_sign(const Splitting& splitting);

/// A log ratio and its interval as a ratio of the metric itself.
[[nodiscard]] core::Ratio ratio_of_logs(double estimate, const stats::Interval& interval);

/// Where an effect leads: significant at `p_holm`, it is slower or faster; else the same when its
/// interval lies within the smallest change that counts, undecided when it does not.
[[nodiscard]] core::Tendency tendency_of(const Splitting& splitting,
                                         const stats::ContrastEstimate& estimate, double p_holm);

/// One row for each variant: its numbers, against the parent and against the whole.
[[nodiscard]] std::vector<core::Variant> variant_rows(const Splitting& splitting,
                                                      const LogLevels& levels);

/// "a and c do not stand without b", where every variant with a and without b failed and one with both
/// did not, and so for c.
[[nodiscard]] std::vector<std::string> needs_of(const Splitting& splitting);

}  // namespace bisect::engine
