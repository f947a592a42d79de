#pragma once

#include "runners/bench/metric_reader.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::bench {

using ValuesByName = std::map<std::string, std::vector<double>>;

inline ValuesByName values_of(const MetricReadings& read) {
  ValuesByName values;
  for (const core::Reading& reading : read.readings) values[reading.name] = reading.values;
  return values;
}

inline core::Finished printed(std::string_view out, std::string_view err = {}) {
  core::Finished finished;
  finished.out = out;
  finished.err = err;
  return finished;
}

/// What one metric reads from a program that printed `out` and `err`.
inline MetricReadings read_one_metric(core::MetricSource source, const std::string& selector,
                                      std::string_view out, std::string_view err = {}) {
  const std::vector<core::Metric> metrics{{source, selector, core::Better::smaller}};
  return read_metrics(metrics, printed(out, err), {});
}

inline std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += text + "\n";
  return all;
}

}  // namespace bisect::bench
