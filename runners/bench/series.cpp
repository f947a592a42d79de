#include "runners/bench/series.hpp"

#include "runners/bench/number.hpp"
#include "runners/bench/quotation.hpp"

#include <cmath>
#include <utility>

namespace bisect::bench {

void SeriesCollector::drop(Series& series, const std::string& why) {
  ++series.dropped;
  series.last_drop = why;
}

void SeriesCollector::add(const std::string& name, double value, const Unit& unit) {
  Series& series = m_series[name];
  if (!series.unit) series.unit = unit;
  if (series.unit->name != unit.name) {
    series.rejection = "two units: " + in_quotes(series.unit->name) + " and " + in_quotes(unit.name);
    return;
  }
  const double normalised = value * unit.factor;
  if (!std::isfinite(normalised)) return drop(series, "not a finite number");
  if (normalised < 0) return drop(series, "negative");
  if (normalised == 0 && unit.quantity == Quantity::time) ++series.zero_times;
  series.values.push_back(normalised);
}

void SeriesCollector::add_text(const std::string& name, std::string_view text, const Unit& unit) {
  if (has_decimal_comma(text))
    return reject(name, in_quotes(text) + " has a decimal comma (run with LC_ALL=C)");
  const auto number = parse_number(text);
  if (!number) return drop(name, in_quotes(text) + " is not a number");
  add(name, *number, unit);
}

void SeriesCollector::drop(const std::string& name, const std::string& why) {
  drop(m_series[name], why);
}

void SeriesCollector::reject(const std::string& name, const std::string& why) {
  m_series[name].rejection = why;
}

void SeriesCollector::remark(const std::string& name, const std::string& what) {
  m_series[name].remarks.push_back(what);
}

/// Why a series has no values; empty when its remarks already say so.
std::string SeriesCollector::reason_of_none(const Series& series) {
  if (!series.rejection.empty()) return series.rejection;
  if (series.dropped == 1) return "its only value is dropped: " + series.last_drop;
  if (series.dropped > 1)
    return "all " + std::to_string(series.dropped) + " values are dropped, the last one: " +
           series.last_drop;
  return "";
}

MetricReading SeriesCollector::finish(const std::string& nothing_found) && {
  MetricReading result;
  std::string failures;
  for (auto& [name, series] : m_series) {
    const bool rejected = !series.rejection.empty();
    result.dropped_values += series.dropped + (rejected ? static_cast<int>(series.values.size()) : 0);
    for (const std::string& remark : series.remarks) result.remarks.push_back(name + ": " + remark);
    if (series.zero_times > 0)
      result.remarks.push_back(name + ": zero times (implausible: optimised away?)");
    if (!rejected && !series.values.empty()) {
      result.readings.push_back({0, name, series.unit->name, std::move(series.values)});
      continue;
    }
    std::string why = reason_of_none(series);
    if (why.empty() && !series.remarks.empty()) why = series.remarks.back();
    else result.remarks.push_back(name + ": " + why);
    if (!failures.empty()) failures += "; ";
    failures += name + ": " + why;
  }
  if (result.readings.empty()) result.failure = failures.empty() ? nothing_found : failures;
  return result;
}

}  // namespace bisect::bench
