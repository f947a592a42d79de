#include "runners/bench/json_document.hpp"
#include "runners/bench/line_pattern.hpp"
#include "runners/bench/output_readers.hpp"
#include "runners/bench/quotation.hpp"

#include <optional>
#include <set>
#include <string>

namespace bisect::bench {
namespace {

using nlohmann::json;

constexpr std::size_t k_longest_name = 200;

std::string text_of(const json& row, const char* key) {
  const auto field = row.find(key);
  return field != row.end() && field->is_string() ? field->get<std::string>() : std::string();
}

bool is_set(const json& row, const char* key) {
  const auto field = row.find(key);
  return field != row.end() && field->is_boolean() && field->get<bool>();
}

/// Rows written before run_type existed (version 1.4.1) tell aggregates by their names alone.
bool has_aggregate_suffix(const std::string& name) {
  for (const char* suffix : {"_mean", "_median", "_stddev", "_cv", "_BigO", "_RMS"})
    if (name.ends_with(suffix)) return true;
  return false;
}

bool is_aggregate(const json& row, const std::string& name) {
  const std::string run_type = text_of(row, "run_type");
  if (run_type.empty()) return row.contains("aggregate_name") || has_aggregate_suffix(name);
  return run_type != "iteration";
}

/// "A/repeats:3/threads:2" -> "A/threads:2": how often it was run is no part of what was run.
std::string without_repeats(std::string name) {
  const std::size_t begin = name.find("/repeats:");
  if (begin == std::string::npos) return name;
  const std::size_t end = name.find('/', begin + 1);
  return name.erase(begin, end == std::string::npos ? std::string::npos : end - begin);
}

std::string name_of(const json& row, const std::string& printed) {
  std::string name = text_of(row, "run_name");
  if (name.empty()) {
    name = printed;
    if (is_aggregate(row, printed) && name.rfind('_') != std::string::npos)
      name.erase(name.rfind('_'));
  }
  return printable(without_repeats(std::move(name)), k_longest_name);
}

std::string with_message(const char* what, const std::string& message) {
  if (message.empty()) return what;
  return std::string(what) + " " + in_quotes(message);
}

class GbenchReading {
 public:
  explicit GbenchReading(const LinePattern& wanted) : m_wanted(wanted) {}

  void take(const json& row) {
    const std::string printed = row.is_object() ? text_of(row, "name") : std::string();
    if (printed.empty()) return;
    const std::string name = name_of(row, printed);
    m_names.insert(name);
    if (!m_wanted.matches(name)) return;
    if (is_aggregate(row, printed)) {
      m_aggregated.insert(name);
      return;
    }
    m_single.insert(name);
    if (is_set(row, "error_occurred"))
      m_series.remark(name, with_message("error", text_of(row, "error_message")));
    else if (is_set(row, "skipped"))
      m_series.remark(name, with_message("skipped", text_of(row, "skip_message")));
    else
      add_time(row, name);
  }

  MetricReading finish(const std::string& selector) && {
    for (const std::string& name : m_aggregated)
      if (!m_single.contains(name))
        m_series.remark(name,
                        "only aggregates are printed, but the repetitions are needed (run it "
                        "without --benchmark_report_aggregates_only)");
    return std::move(m_series).finish(nothing_found(selector));
  }

 private:
  void add_time(const json& row, const std::string& name) {
    const std::string unit_text = text_of(row, "time_unit");
    const auto unit = unit_text.empty() ? nanoseconds() : parse_unit(unit_text);
    if (!unit || unit->quantity != Quantity::time)
      return m_series.reject(name, "unknown time unit " + in_quotes(unit_text));
    const auto time = row.find("real_time");
    if (time == row.end()) return m_series.drop(name, "no real_time");
    if (time->is_number()) return m_series.add(name, time->get<double>(), *unit);
    const std::string printed = time->dump(-1, ' ', false, json::error_handler_t::replace);
    m_series.drop(name, "real_time is " + printable(printed, k_longest_name) + ", not a number");
  }

  [[nodiscard]] std::string nothing_found(const std::string& selector) const {
    if (m_names.empty()) return "no benchmark rows in the JSON output";
    return "no benchmark matches " + in_quotes(selector) + "; the first one is " +
           in_quotes(*m_names.begin());
  }

  const LinePattern& m_wanted;
  SeriesCollector m_series;
  std::set<std::string> m_names;
  std::set<std::string> m_aggregated;
  std::set<std::string> m_single;  ///< names with rows of single runs, whatever became of them
};

}  // namespace

MetricReading read_gbench(const core::Metric& metric, std::string_view out) {
  const core::Result<LinePattern> wanted = LinePattern::compile(metric.selector);
  if (!wanted) return {{}, 0, {}, wanted.error().message};
  const JsonDocument document = parse_json_output(out);
  if (!document.failure.empty()) return {{}, 0, {}, document.failure};
  const auto rows = document.root.is_object() ? document.root.find("benchmarks")
                                              : document.root.end();
  if (rows == document.root.end() || !rows->is_array())
    return {{}, 0, {}, "the JSON output has no array \"benchmarks\" (Google Benchmark is expected)"};
  GbenchReading reading(*wanted);
  for (const json& row : *rows) reading.take(row);
  return std::move(reading).finish(metric.selector);
}

}  // namespace bisect::bench
