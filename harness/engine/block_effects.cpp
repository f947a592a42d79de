#include "harness/engine/block_effects.hpp"

#include <cmath>
#include <map>

namespace bisect::engine {

std::vector<std::vector<double>> without_block_effects(std::span<const core::Trial> trials,
                                                       std::size_t arms, const Measure& measure) {
  std::map<int, std::map<int, double>> blocks;
  for (const core::Trial& trial : trials)
    if (const auto value = value_of(trial, measure))
      blocks[trial.block][trial.arm] = measure.direction * std::log(*value);
  std::erase_if(blocks, [&](const auto& block) { return block.second.size() != arms; });
  std::vector<std::vector<double>> result(arms);
  if (blocks.empty()) return result;
  std::vector<double> arm_means(arms, 0.0);
  for (const auto& [number, values] : blocks)
    for (const auto& [arm, value] : values) arm_means[static_cast<std::size_t>(arm)] += value;
  for (double& mean : arm_means) mean /= static_cast<double>(blocks.size());
  const double spread =
      arms > 1 ? std::sqrt(static_cast<double>(arms) / static_cast<double>(arms - 1)) : 1.0;
  for (const auto& [number, values] : blocks) {
    double shared = 0.0;
    for (const auto& [arm, value] : values) shared += value - arm_means[static_cast<std::size_t>(arm)];
    shared = arms > 1 ? shared / static_cast<double>(arms) : 0.0;
    for (const auto& [arm, value] : values) {
      const double mean = arm_means[static_cast<std::size_t>(arm)];
      result[static_cast<std::size_t>(arm)].push_back(mean + (value - mean - shared) * spread);
    }
  }
  return result;
}

}  // namespace bisect::engine
