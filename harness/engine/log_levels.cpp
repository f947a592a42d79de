#include "harness/engine/log_levels.hpp"

#include "harness/engine/measure.hpp"

#include <cmath>
#include <optional>

namespace bisect::engine {
namespace {

constexpr double k_cancelled = 1e-12;

using Block = std::map<stats::PartSet, double>;

std::optional<double> value_in(const Block& block, const stats::Contrast& contrast) {
  double sum = 0;
  for (const auto& [variant, weight] : contrast) {
    const auto level = block.find(variant);
    if (level == block.end()) return std::nullopt;
    sum += weight * level->second;
  }
  return sum;
}

}  // namespace

LogLevels::LogLevels(const Splitting& splitting) {
  std::map<stats::PartSet, int> counts;
  for (const core::Trial& trial : splitting.trials) {
    const auto variant = static_cast<std::size_t>(trial.arm);
    const auto value = value_of(trial, splitting.investigation.setup.measure);
    if (!value || *value <= 0 || !splitting.is_measurable(variant)) continue;
    m_blocks[trial.block][splitting.variants[variant].set] = std::log(*value);
    ++counts[splitting.variants[variant].set];
  }
  for (std::size_t variant = 0; variant < splitting.variants.size(); ++variant) {
    if (!splitting.is_measurable(variant)) continue;
    const VariantState& state = splitting.variants[variant];
    const stats::PartSet source = splitting.variants[state.measured_as].set;
    m_measured_as[state.set] = source;
    if (counts[source] >= 2) m_measured.insert(state.set);
  }
}

stats::Contrast LogLevels::resolved(const stats::Contrast& contrast) const {
  stats::Contrast by_source;
  for (const auto& [variant, weight] : contrast) {
    const auto source = m_measured_as.find(variant);
    by_source[source == m_measured_as.end() ? variant : source->second] += weight;
  }
  std::erase_if(by_source, [](const auto& term) { return std::abs(term.second) < k_cancelled; });
  return by_source;
}

std::vector<double> LogLevels::by_block(const stats::Contrast& contrast) const {
  const stats::Contrast sources = resolved(contrast);
  std::vector<double> values;
  for (const auto& [number, block] : m_blocks)
    if (const auto value = value_in(block, sources)) values.push_back(*value);
  return values;
}

LogLevels::Paired LogLevels::paired(const stats::Contrast& first,
                                    const stats::Contrast& second) const {
  const stats::Contrast one = resolved(first);
  const stats::Contrast other = resolved(second);
  Paired values;
  for (const auto& [number, block] : m_blocks) {
    const auto a = value_in(block, one);
    const auto b = value_in(block, other);
    if (!a || !b) continue;
    values.first.push_back(*a);
    values.second.push_back(*b);
  }
  return values;
}

}  // namespace bisect::engine
