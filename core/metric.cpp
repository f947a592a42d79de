#include "core/metric.hpp"

#include <algorithm>

namespace bisect::core {
namespace {

const char* source_text(MetricSource source) {
  switch (source) {
    case MetricSource::wall: return "wall";
    case MetricSource::cpu: return "cpu";
    case MetricSource::rss: return "rss";
    case MetricSource::exit: return "exit";
    case MetricSource::size: return "size";
    case MetricSource::lines: return "lines";
    case MetricSource::gbench: return "gbench";
    case MetricSource::regex: return "regex";
    case MetricSource::json: return "json";
  }
  return "?";
}

}  // namespace

std::string to_text(const Metric& metric) {
  std::string text = source_text(metric.source);
  if (!metric.selector.empty()) text += ":" + metric.selector;
  if (metric.better == Better::larger) text += ",max";
  return text;
}

double trial_value(const Reading& reading) {
  std::vector<double> sorted = reading.values;
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

}  // namespace bisect::core
