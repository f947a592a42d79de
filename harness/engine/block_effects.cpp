#include "harness/engine/block_effects.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bisect::engine {

std::vector<std::vector<double>> without_block_effects(std::span<const core::Trial> trials,
                                                       std::size_t arms, const Measure& measure) {
  std::vector<std::vector<double>> logs(arms);  // of complete blocks, by arm
  for (const auto& [number, block] : values_by_block(trials, measure)) {
    const bool complete = block.size() == arms && std::all_of(block.begin(), block.end(),
                                                              [](const auto& arm) { return arm.second > 0; });
    if (!complete) continue;
    for (const auto& [arm, value] : block)
      logs[static_cast<std::size_t>(arm)].push_back(measure.direction * std::log(value));
  }
  if (arms < 2 || logs.front().empty()) return logs;

  const auto blocks = static_cast<double>(logs.front().size());
  std::vector<double> means;
  for (const std::vector<double>& arm : logs)
    means.push_back(std::accumulate(arm.begin(), arm.end(), 0.0) / blocks);
  const auto count = static_cast<double>(arms);
  const double spread = std::sqrt(count / (count - 1.0));
  for (std::size_t block = 0; block < logs.front().size(); ++block) {
    double shared = 0.0;
    for (std::size_t arm = 0; arm < arms; ++arm) shared += (logs[arm][block] - means[arm]) / count;
    for (std::size_t arm = 0; arm < arms; ++arm)
      logs[arm][block] = means[arm] + (logs[arm][block] - means[arm] - shared) * spread;
  }
  return logs;
}

}  // namespace bisect::engine
