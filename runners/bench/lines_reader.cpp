#include "runners/bench/number.hpp"
#include "runners/bench/output_readers.hpp"
#include "runners/bench/quotation.hpp"
#include "runners/bench/text_lines.hpp"

#include <array>
#include <optional>
#include <set>
#include <string>

namespace bisect::bench {
namespace {

constexpr std::size_t k_longest_name = 200;

struct Fields {
  std::string_view name;
  std::string_view value;
  std::string_view unit;
};

/// Absent unless the line has just three fields, the first one not empty.
std::optional<Fields> split(std::string_view line) {
  const std::size_t first = line.find('\t');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = line.find('\t', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  if (line.find('\t', second + 1) != std::string_view::npos) return std::nullopt;
  const Fields fields{trimmed(line.substr(0, first)),
                      trimmed(line.substr(first + 1, second - first - 1)),
                      trimmed(line.substr(second + 1))};
  if (fields.name.empty()) return std::nullopt;
  return fields;
}

class LinesReading {
 public:
  explicit LinesReading(const core::Metric& metric) : m_metric(metric) {}

  void take(const TextLine& line) {
    if (line.end == LineEnd::missing) {
      m_last_line_cut = line.text.find('\t') != std::string_view::npos;
      return;
    }
    const std::optional<Fields> fields = split(line.text);
    if (!fields) return;
    const std::optional<Unit> unit = parse_unit(fields->unit);
    // A table's heading has the shape of a sample, but neither a number nor a unit.
    if (!unit && !begins_like_number(fields->value)) return;
    const std::string name = printable(fields->name, k_longest_name);
    m_names.insert(name);
    if (!m_metric.selector.empty() && fields->name != m_metric.selector) return;
    if (unit) m_series.add_text(name, fields->value, *unit);
    else m_series.reject(name, "unknown unit " + in_quotes(fields->unit));
  }

  MetricReading finish(std::string_view out) && {
    MetricReading reading = std::move(m_series).finish(nothing_found(out));
    if (m_last_line_cut)
      reading.remarks.push_back("the last line has no end and was left out");
    return reading;
  }

 private:
  [[nodiscard]] std::string nothing_found(std::string_view out) const {
    if (out.empty()) return "the program printed nothing";
    std::string text = "no line " +
                       (m_metric.selector.empty() ? "NAME" : in_quotes(m_metric.selector)) +
                       "<TAB>VALUE<TAB>UNIT in the output";
    if (m_last_line_cut) text += " (the last line has no end and was left out)";
    constexpr std::size_t k_listed = 5;
    std::size_t listed = 0;
    for (const std::string& name : m_names) {
      if (listed == k_listed) return text + ", ...";
      text += (listed++ == 0 ? "; there are: " : ", ") + name;
    }
    return text;
  }

  const core::Metric& m_metric;
  SeriesCollector m_series;
  std::set<std::string> m_names;
  bool m_last_line_cut = false;
};

}  // namespace

MetricReading read_lines(const core::Metric& metric, std::string_view out) {
  LinesReading reading(metric);
  for_each_line(without_byte_order_mark(out), [&](const TextLine& line) { reading.take(line); });
  return std::move(reading).finish(out);
}

}  // namespace bisect::bench
