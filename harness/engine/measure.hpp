#pragma once

#include "core/metric.hpp"
#include "core/round.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bisect::engine {

/// The one number of a trial that decides.
struct Measure {
  core::Metric metric;
  int index = 0;          ///< of the metric in the plan's list
  std::string name;       ///< of the reading
  std::string unit;
  double direction = 1;   ///< +1: the change that is looked for makes the number larger; -1: smaller
};

/// The number of a trial; nothing when it failed, ran over its limit or did not report it.
[[nodiscard]] std::optional<double> value_of(const core::Trial& trial, const Measure& measure);

/// Log ratios other/base in the direction looked for, from blocks in which both arms have a number.
[[nodiscard]] std::vector<double> pair_differences(std::span<const core::Trial> trials,
                                                   const Measure& measure, int base, int other);

/// Log ratio of `middle` to the geometric mean of `low` and `high`, from complete blocks of three.
[[nodiscard]] std::vector<double> midpoint_differences(std::span<const core::Trial> trials,
                                                       const Measure& measure);

/// All numbers of one arm, in order of measurement.
[[nodiscard]] std::vector<double> values_of_arm(std::span<const core::Trial> trials,
                                                const Measure& measure, int arm);

/// The numbers by block and arm.
[[nodiscard]] std::map<int, std::map<int, double>> values_by_block(
    std::span<const core::Trial> trials, const Measure& measure);

/// Mean start of an arm's trials, in seconds since 1970; 0 without any.
[[nodiscard]] double mean_start(std::span<const core::Trial> trials, int arm);

/// What went wrong with an arm's trials.
struct Trouble {
  int trials = 0;
  int over_limit = 0;
  int failed = 0;
  int zeros = 0;               ///< numbers that are not positive: no ratio can be formed
  std::string first_failure;
};

[[nodiscard]] Trouble trouble_of_arm(std::span<const core::Trial> trials, const Measure& measure,
                                     int arm);

}  // namespace bisect::engine
