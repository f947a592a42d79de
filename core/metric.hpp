#pragma once

#include <compare>
#include <string>
#include <vector>

namespace bisect::core {

/// Where a metric's numbers come from. Numbers are frozen: they are stored.
enum class MetricSource {
  wall = 1,   ///< elapsed time of the process, from the kernel's clock (ns)
  cpu = 2,    ///< user + system time of the process and the descendants it waited for (ns)
  rss = 3,    ///< peak resident memory of the largest process (bytes)
  exit = 4,   ///< exit status
  size = 5,   ///< size of a file of the build (bytes); selector = path relative to the tree
  lines = 6,  ///< output lines NAME<TAB>VALUE<TAB>UNIT; selector = NAME, empty = the only one
  gbench = 7, ///< Google Benchmark JSON on stdout; selector = regular expression on the run name
  regex = 8,  ///< the one capture of a regular expression on stdout; selector = the expression
  json = 9,   ///< a number in JSON output; selector = JSON pointer
};

enum class Better { smaller = 1, larger = 2 };

/// Name, source and direction of what is measured.
struct Metric {
  MetricSource source = MetricSource::cpu;
  std::string selector;
  Better better = Better::smaller;

  auto operator<=>(const Metric&) const = default;
};

/// The way it is written on the command line: "lines:decode", "json:/time,max".
[[nodiscard]] std::string to_text(const Metric& metric);

/// One number series read from one trial: the repetitions the program reported, in its order.
struct Reading {
  int metric = 0;              ///< index in the plan's list of metrics
  std::string name;            ///< benchmark name; the metric's own text where there is none
  std::string unit;            ///< "ns", "bytes", "" (plain number): already normalised
  std::vector<double> values;  ///< finite
};

/// The single value of a trial: the median of its repetitions. Repetitions inside one process are
/// not independent, so a trial never counts as more than one.
[[nodiscard]] double trial_value(const Reading& reading);

}  // namespace bisect::core
