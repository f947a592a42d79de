#include "runners/bench/line_pattern.hpp"
#include "runners/bench/metric_reader.hpp"
#include "runners/bench/quotation.hpp"

#include <string>

namespace bisect::bench {
namespace {

core::Error unusable(const core::Metric& metric, const std::string& why, std::string hint) {
  return core::usage_error("metric " + in_quotes(core::to_text(metric)) + ": " + why, {std::move(hint)});
}

core::Result<void> check_expression(const core::Metric& metric, std::size_t groups) {
  const auto pattern = LinePattern::compile(metric.selector);
  if (!pattern) return pattern.error();
  if (groups == 0 || pattern->groups() == groups) return {};
  return unusable(metric, "it has " + std::to_string(pattern->groups()) + " captures instead of one",
                  "put the number, and nothing else, in (...) and write other groups as (?:...)");
}

core::Result<void> check_pointer(const core::Metric& metric) {
  // RFC 6901: empty or "/…", with "~" only as "~0" or "~1".
  const std::string& pointer = metric.selector;
  bool valid = pointer.empty() || pointer.front() == '/';
  for (std::size_t tilde = pointer.find('~'); tilde != std::string::npos;
       tilde = pointer.find('~', tilde + 1))
    valid = valid && tilde + 1 < pointer.size() &&
            (pointer[tilde + 1] == '0' || pointer[tilde + 1] == '1');
  if (valid) return {};
  return unusable(metric, "this is no JSON pointer", "write it like json:/results/0/seconds");
}

core::Result<void> check_path(const core::Metric& metric) {
  const std::filesystem::path path = std::filesystem::path(metric.selector).lexically_normal();
  if (!path.empty() && path.is_relative() && *path.begin() != "..") return {};
  return unusable(metric, "the path must lie inside the tree",
                  "write it relative to the top of the tree, like size:build/app");
}

}  // namespace

core::Result<void> check_metric(const core::Metric& metric) {
  switch (metric.source) {
    case core::MetricSource::regex: return check_expression(metric, 1);
    case core::MetricSource::gbench: return check_expression(metric, 0);
    case core::MetricSource::json: return check_pointer(metric);
    case core::MetricSource::size: return check_path(metric);
    case core::MetricSource::lines:
      if (metric.selector.find_first_of("\t\n\r") == std::string::npos) return {};
      return unusable(metric, "a name holds no tab and no line end", "write one name");
    default:
      if (metric.selector.empty()) return {};
      return unusable(metric, "this source takes nothing behind a colon", "leave it out");
  }
}

}  // namespace bisect::bench
