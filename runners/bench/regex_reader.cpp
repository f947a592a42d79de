#include "runners/bench/line_pattern.hpp"
#include "runners/bench/output_readers.hpp"
#include "runners/bench/quotation.hpp"
#include "runners/bench/text_lines.hpp"

#include <string>

namespace bisect::bench {
namespace {

struct Skipped {
  int cut = 0;   ///< matches at the end of a last line without its end
  int long_lines = 0;
};

void search(const LinePattern& pattern, std::string_view text, const std::string& name,
            SeriesCollector& series, Skipped& skipped) {
  for_each_line(without_byte_order_mark(text), [&](const TextLine& line) {
    if (line.text.size() > LinePattern::k_longest_line) ++skipped.long_lines;
    pattern.for_each_match(line.text, [&](const LinePattern::Match& match) {
      const bool touches_end = match.whole.data() + match.whole.size() ==
                               line.text.data() + line.text.size();
      if (line.end == LineEnd::missing && touches_end) ++skipped.cut;
      else series.add_text(name, trimmed(match.group), plain_number());
    });
  });
}

}  // namespace

MetricReading read_regex(const core::Metric& metric, const core::Finished& finished) {
  const core::Result<LinePattern> pattern = LinePattern::compile(metric.selector);
  if (!pattern) return {{}, 0, {}, pattern.error().message};
  const std::string name = core::to_text(metric);
  SeriesCollector series;
  Skipped skipped;
  search(*pattern, finished.out, name, series, skipped);
  search(*pattern, finished.err, name, series, skipped);
  std::string nothing = "nothing in the output matches " + in_quotes(metric.selector);
  if (skipped.cut > 0) nothing += " but a last line without its end (print a line feed after it)";
  MetricReading reading = std::move(series).finish(nothing);
  reading.dropped_values += skipped.cut;
  if (skipped.long_lines > 0)
    reading.remarks.push_back(name + ": " + std::to_string(skipped.long_lines) +
                              " lines were too long to be searched");
  return reading;
}

}  // namespace bisect::bench
