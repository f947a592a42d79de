#pragma once

#include "core/launcher.hpp"
#include "core/metric.hpp"
#include "core/result.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace bisect::bench {

/// What one trial's output and usage say. Takes what is certain, drops and counts what is not,
/// never turns it into a number.
struct MetricReadings {
  std::vector<core::Reading> readings;  ///< by metric, then by name
  int dropped_values = 0;            ///< numbers left out: NaN, infinite, negative, unparsable, and
                                     ///< all those of a rejected series
  std::vector<std::string> remarks;  ///< "A: error \"no device\"", "B: skipped", …
  std::string failure;               ///< why there is no reading of the *first* metric; else empty
};

/// Reads every metric of `metrics` from a finished trial; `tree` is where size: paths start.
/// Times come out in "ns", memory and sizes in "bytes", everything else as printed (unit.hpp lists
/// the units that are understood). With an empty selector lines: and gbench: give one reading for
/// each name. Output that was cut in the middle gives none. What the sources accept stands in
/// output_readers.hpp, what is plausible in series.hpp.
[[nodiscard]] MetricReadings read_metrics(std::span<const core::Metric> metrics,
                                          const core::Finished& finished,
                                          const std::filesystem::path& tree);

/// Can the metric's selector be used at all? Error `usage` says why not: an expression that does not
/// compile or has not exactly one capture (regex:), a text that is no JSON pointer (json:), a path
/// that leaves the tree (size:), a selector where the source takes none.
core::Result<void> check_metric(const core::Metric& metric);

}  // namespace bisect::bench
