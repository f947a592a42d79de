#pragma once

#include "stats/interval.hpp"
#include "stats/tail.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace bisect::reports {

/// One of the two samples.
struct SampleRow {
  std::string name;  ///< the file, or "first"/"second"
  std::size_t n = 0;
  double mean = 0;
  double sd = 0;
};

/// What `bisect ttest` answers.
struct TTestReport {
  std::string test;            ///< "pooled", "welch", "paired", "rank"
  stats::Tail tail = stats::Tail::greater;
  double confidence = 0.95;
  SampleRow first;
  SampleRow second;
  double statistic = 0;        ///< t, for the rank test z; infinite when neither sample varies
  std::optional<double> dof;   ///< absent for the rank test
  double p_value = 1;
  double difference = 0;       ///< first - second (rank test: Hodges-Lehmann shift)
  std::optional<stats::Interval> interval;  ///< of the difference, two-sided

  [[nodiscard]] bool is_significant() const { return p_value < 1 - confidence; }
};

[[nodiscard]] std::string to_text(const TTestReport& report);

/// One JSON object: schema, test, tail, t or z, dof, p_value, significant, difference, low, high,
/// percent, first, second. null where there is no finite number.
[[nodiscard]] std::string to_json(const TTestReport& report);

}  // namespace bisect::reports
