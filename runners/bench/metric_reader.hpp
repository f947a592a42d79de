#pragma once

#include "core/launcher.hpp"
#include "core/metric.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace bisect::bench {

/// What one trial's output and usage say. Takes what is certain, drops and counts what is not,
/// never turns it into a number.
struct MetricReadings {
  std::vector<core::Reading> readings;
  int dropped_values = 0;            ///< NaN, infinite, negative or unparsable numbers left out
  std::vector<std::string> remarks;  ///< "A: error \"no device\"", "B: skipped", …
  std::string failure;               ///< why there is no reading of the *first* metric; else empty
};

/// Reads every metric of `metrics` from a finished trial; `tree` is where size: paths start.
/// Times come out in "ns", memory and sizes in "bytes", everything else as printed.
[[nodiscard]] MetricReadings read_metrics(std::span<const core::Metric> metrics,
                                          const core::Finished& finished,
                                          const std::filesystem::path& tree);

}  // namespace bisect::bench
