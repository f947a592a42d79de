#pragma once

#include "core/launcher.hpp"
#include "core/metric.hpp"
#include "runners/bench/series.hpp"

#include <filesystem>
#include <string_view>

namespace bisect::bench {

// One reader for each kind of source. All of them take what is certain and never turn anything else
// into a number; what "plausible" means stands in series.hpp.

/// Lines NAME<TAB>VALUE<TAB>UNIT of `out`; the selector is a name, empty = every name. LF or CRLF; a
/// byte order mark is skipped; a last line without its end is no sample; lines of another shape are
/// none of our business.
[[nodiscard]] MetricReading read_lines(const core::Metric& metric, std::string_view out);

/// Google Benchmark's JSON: real_time of the rows of run_type "iteration", by run_name (a
/// "/repeats:N" in it is left out, so that asking for repetitions renames nothing). The selector is
/// a regular expression looked for in that name, empty = every benchmark. Aggregates are never
/// samples; rows with an error or a skip become remarks.
[[nodiscard]] MetricReading read_gbench(const core::Metric& metric, std::string_view out);

/// Every match of the selector, line by line, first in `out`, then in `err`: its one capture is a
/// repetition. A match that touches the end of a last line without line feed may be cut: no sample.
[[nodiscard]] MetricReading read_regex(const core::Metric& metric, const core::Finished& finished);

/// The number, or array of numbers (repetitions), at the selector's JSON pointer (RFC 6901).
[[nodiscard]] MetricReading read_json(const core::Metric& metric, std::string_view out);

/// wall, cpu, rss and exit from what the kernel said, size from the files below `tree` (links inside
/// a folder are not followed, `.git` is left out).
[[nodiscard]] MetricReading read_process(const core::Metric& metric, const core::Finished& finished,
                                         const std::filesystem::path& tree);

}  // namespace bisect::bench
