#include "runners/bench/json_document.hpp"
#include "runners/bench/output_readers.hpp"
#include "runners/bench/quotation.hpp"

#include <string>

namespace bisect::bench {
namespace {

using nlohmann::json;

/// Null when the pointer leads nowhere or is not a pointer.
const json* find(const json& root, const std::string& pointer) {
  try {
    const json::json_pointer where(pointer);
    return root.contains(where) ? &root.at(where) : nullptr;
  } catch (const json::exception&) {
    return nullptr;
  }
}

void add(SeriesCollector& series, const std::string& name, const json& value) {
  if (value.is_number()) series.add(name, value.get<double>(), plain_number());
  else if (value.is_null()) series.drop(name, "null");
  else series.drop(name, std::string("a JSON ") + value.type_name() + ", not a number");
}

}  // namespace

MetricReading read_json(const core::Metric& metric, std::string_view out) {
  const JsonDocument document = parse_json_output(out);
  if (!document.failure.empty()) return {{}, 0, {}, document.failure};
  const json* const found = find(document.root, metric.selector);
  if (found == nullptr)
    return {{}, 0, {}, "nothing at " + in_quotes(metric.selector) + " in the JSON output"};
  const std::string name = core::to_text(metric);
  SeriesCollector series;
  if (found->is_array()) {
    for (const json& value : *found) add(series, name, value);
  } else {
    add(series, name, *found);
  }
  return std::move(series).finish("no number at " + in_quotes(metric.selector));
}

}  // namespace bisect::bench
