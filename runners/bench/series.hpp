#pragma once

#include "core/metric.hpp"
#include "runners/bench/unit.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bisect::bench {

/// What one metric's source gave: series by name, and everything that was left out, with reasons.
struct MetricReading {
  std::vector<core::Reading> readings;  ///< sorted by name; core::Reading::metric is not set
  int dropped_values = 0;
  std::vector<std::string> remarks;     ///< each one begins with the name it is about
  std::string failure;                  ///< why there is no reading; empty when there is one
};

/// Gathers the values of one metric and applies the rules of plausibility in one place:
/// - not finite, negative or not a number: dropped and counted;
/// - a time of exactly zero: kept, with a remark (the work was optimised away, or the clock did not
///   tick: whoever compares must not take it for a speed-up);
/// - a decimal comma, an unknown unit or two kinds of unit: the whole series is rejected, because
///   dropping only those values would leave a biased rest.
class SeriesCollector {
 public:
  /// A value as printed, in `unit`.
  void add(const std::string& name, double value, const Unit& unit);
  /// A value in text form.
  void add_text(const std::string& name, std::string_view text, const Unit& unit);
  /// A value that is not a number at all; `why` becomes the failure if nothing else is found.
  void drop(const std::string& name, const std::string& why);
  /// No value of this name may be used.
  void reject(const std::string& name, const std::string& why);
  /// Something to say about a name that takes no value away.
  void remark(const std::string& name, const std::string& what);

  [[nodiscard]] bool empty() const { return m_series.empty(); }

  /// The result; `nothing_found` is its failure when no name was ever mentioned.
  [[nodiscard]] MetricReading finish(const std::string& nothing_found) &&;

 private:
  struct Series {
    std::optional<Unit> unit;  ///< of the first value
    std::vector<double> values;
    int zero_times = 0;
    int dropped = 0;
    std::string last_drop;    ///< reason of the last dropped value
    std::string rejection;
    std::vector<std::string> remarks;
  };
  static void drop(Series& series, const std::string& why);
  static std::string reason_of_none(const Series& series);
  std::map<std::string, Series> m_series;
};

}  // namespace bisect::bench
