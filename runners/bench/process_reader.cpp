#include "runners/bench/output_readers.hpp"
#include "runners/bench/quotation.hpp"

#include <optional>
#include <string>
#include <system_error>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;

double as_number(core::Duration duration) { return static_cast<double>(duration.count()); }

double folder_size(const fs::path& folder, std::error_code& error) {
  std::uintmax_t total = 0;
  for (fs::recursive_directory_iterator entry(folder, error);
       !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    const fs::file_status status = entry->symlink_status(error);
    if (error) break;
    if (fs::is_directory(status) && entry->path().filename() == ".git")
      entry.disable_recursion_pending();
    if (fs::is_regular_file(status)) total += entry->file_size(error);
  }
  return static_cast<double>(total);
}

/// Absent when there is nothing at `path`, or not all of it can be seen.
std::optional<double> size_of(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (error) return std::nullopt;
  const double size = fs::is_directory(status) ? folder_size(path, error)
                                               : static_cast<double>(fs::file_size(path, error));
  return error ? std::nullopt : std::optional<double>(size);
}

}  // namespace

MetricReading read_process(const core::Metric& metric, const core::Finished& finished,
                           const fs::path& tree) {
  const std::string name = core::to_text(metric);
  SeriesCollector series;
  switch (metric.source) {
    case core::MetricSource::wall:
      series.add(name, as_number(finished.usage.wall), nanoseconds());
      break;
    case core::MetricSource::cpu:
      series.add(name, as_number(finished.usage.cpu()), nanoseconds());
      break;
    case core::MetricSource::rss:
      series.add(name, static_cast<double>(finished.usage.peak_rss_bytes), bytes());
      break;
    case core::MetricSource::exit:
      if (finished.ending == core::Ending::exited) series.add(name, finished.code, plain_number());
      break;
    case core::MetricSource::size:
      if (const auto size = size_of(tree / metric.selector)) series.add(name, *size, bytes());
      break;
    default: break;
  }
  return std::move(series).finish(metric.source == core::MetricSource::size
                                      ? "no file or folder " + in_quotes(metric.selector)
                                      : "the process has no " + name);
}

}  // namespace bisect::bench
