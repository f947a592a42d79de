#include "runners/bench/metric_reader.hpp"

#include "runners/bench/output_readers.hpp"

#include <cstdint>
#include <utility>

namespace bisect::bench {
namespace {

/// Bytes of the streams a source reads that the launcher had to leave out. The place of the cut is
/// not marked, so two halves of different numbers may stand side by side there.
std::int64_t missing_bytes(core::MetricSource source, const core::Finished& finished) {
  switch (source) {
    case core::MetricSource::lines:
    case core::MetricSource::gbench:
    case core::MetricSource::json: return finished.out_dropped;
    case core::MetricSource::regex: return finished.out_dropped + finished.err_dropped;
    default: return 0;
  }
}

MetricReading read_one(const core::Metric& metric, const core::Finished& finished,
                       const std::filesystem::path& tree) {
  if (const std::int64_t missing = missing_bytes(metric.source, finished); missing > 0)
    return {{}, 0, {}, "too much output: " + std::to_string(missing) + " bytes had to be left out"};
  switch (metric.source) {
    case core::MetricSource::lines: return read_lines(metric, finished.out);
    case core::MetricSource::gbench: return read_gbench(metric, finished.out);
    case core::MetricSource::regex: return read_regex(metric, finished);
    case core::MetricSource::json: return read_json(metric, finished.out);
    default: return read_process(metric, finished, tree);
  }
}

}  // namespace

MetricReadings read_metrics(std::span<const core::Metric> metrics, const core::Finished& finished,
                            const std::filesystem::path& tree) {
  MetricReadings all;
  for (std::size_t index = 0; index < metrics.size(); ++index) {
    MetricReading one = read_one(metrics[index], finished, tree);
    for (core::Reading& reading : one.readings) {
      reading.metric = static_cast<int>(index);
      all.readings.push_back(std::move(reading));
    }
    all.dropped_values += one.dropped_values;
    for (std::string& remark : one.remarks) all.remarks.push_back(std::move(remark));
    if (one.failure.empty()) continue;
    if (index == 0) all.failure = std::move(one.failure);
    else all.remarks.push_back(core::to_text(metrics[index]) + ": " + one.failure);
  }
  return all;
}

}  // namespace bisect::bench
