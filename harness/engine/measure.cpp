#include "harness/engine/measure.hpp"

#include "stats/effect.hpp"

#include <algorithm>

namespace bisect::engine {
std::optional<double> value_of(const core::Trial& trial, const Measure& measure) {
  if (trial.ending == core::Ending::timed_out || !trial.failure.empty()) return std::nullopt;
  const auto found =
      std::find_if(trial.readings.begin(), trial.readings.end(), [&](const core::Reading& reading) {
        return reading.metric == measure.index && reading.name == measure.name;
      });
  if (found == trial.readings.end() || found->values.empty()) return std::nullopt;
  return core::trial_value(*found);
}

std::map<int, std::map<int, double>> values_by_block(std::span<const core::Trial> trials,
                                                     const Measure& measure) {
  std::map<int, std::map<int, double>> blocks;
  for (const core::Trial& trial : trials)
    if (const auto value = value_of(trial, measure)) blocks[trial.block][trial.arm] = *value;
  return blocks;
}

std::vector<double> pair_differences(std::span<const core::Trial> trials, const Measure& measure,
                                     int base, int other) {
  std::vector<double> differences;
  for (const auto& [block, values] : values_by_block(trials, measure)) {
    const auto b = values.find(base);
    const auto o = values.find(other);
    if (b == values.end() || o == values.end()) continue;
    if (const auto ratio = stats::log_ratio(b->second, o->second))
      differences.push_back(measure.direction * *ratio);
  }
  return differences;
}

std::vector<double> midpoint_differences(std::span<const core::Trial> trials,
                                         const Measure& measure) {
  std::vector<double> differences;
  for (const auto& [block, values] : values_by_block(trials, measure)) {
    if (values.size() != 3) continue;
    const auto from_good = stats::log_ratio(values.at(0), values.at(1));
    const auto from_bad = stats::log_ratio(values.at(2), values.at(1));
    if (from_good && from_bad)
      differences.push_back(measure.direction * (*from_good + *from_bad) / 2);
  }
  return differences;
}

std::vector<double> values_of_arm(std::span<const core::Trial> trials, const Measure& measure,
                                  int arm) {
  std::vector<double> values;
  for (const core::Trial& trial : trials) {
    if (trial.arm != arm) continue;
    if (const auto value = value_of(trial, measure)) values.push_back(*value);
  }
  return values;
}

double mean_start(std::span<const core::Trial> trials, int arm) {
  double sum = 0;
  int count = 0;
  for (const core::Trial& trial : trials) {
    if (trial.arm != arm) continue;
    sum += static_cast<double>(trial.started.time_since_epoch().count()) * 1e-9;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

Trouble trouble_of_arm(std::span<const core::Trial> trials, const Measure& measure, int arm) {
  Trouble trouble;
  for (const core::Trial& trial : trials) {
    if (trial.arm != arm) continue;
    ++trouble.trials;
    const std::optional<double> value = value_of(trial, measure);
    if (trial.ending == core::Ending::timed_out) {
      ++trouble.over_limit;
    } else if (!value) {
      ++trouble.failed;
      if (trouble.first_failure.empty())
        trouble.first_failure =
            trial.failure.empty() ? "no reading of " + to_text(measure.metric) : trial.failure;
    } else if (*value <= 0) {
      ++trouble.zeros;
    }
  }
  return trouble;
}

}  // namespace bisect::engine
