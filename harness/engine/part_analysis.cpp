#include "harness/engine/part_analysis.hpp"

#include "harness/engine/finding_writer.hpp"
#include "harness/engine/log_levels.hpp"
#include "harness/engine/variant_rows.hpp"
#include "stats/contrast.hpp"
#include "stats/multiple_testing.hpp"
#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bisect::engine {
namespace {

int count_of(const Splitting& splitting) { return static_cast<int>(splitting.parts.size()); }

/// An effect and what it is estimated by; no contrast: it cannot be told apart.
struct Asked {
  core::PartEffect effect;
  std::optional<stats::Contrast> contrast;
};

std::vector<Asked> part_effects(const Splitting& splitting, const LogLevels& levels) {
  std::vector<Asked> asked;
  for (int part = 0; part < count_of(splitting); ++part) {
    const std::string& name = splitting.parts[static_cast<std::size_t>(part)].name;
    core::PartEffect effect;
    effect.name = name;
    effect.parts = {name};
    asked.push_back({std::move(effect),
                     stats::part_contrast(count_of(splitting), part, levels.measured())});
  }
  return asked;
}

core::PartEffect interaction(std::string name, std::vector<std::string> parts) {
  core::PartEffect effect;
  effect.kind = core::EffectKind::interaction;
  effect.name = std::move(name);
  effect.parts = std::move(parts);
  return effect;
}

void add_pairs(const Splitting& splitting, const LogLevels& levels, std::vector<Asked>& asked) {
  const int parts = count_of(splitting);
  for (int one = 0; one < parts; ++one)
    for (int other = one + 1; other < parts; ++other) {
      auto contrast = stats::pair_contrast(parts, one, other, levels.measured());
      if (!contrast) continue;
      const std::string& first = splitting.parts[static_cast<std::size_t>(one)].name;
      const std::string& second = splitting.parts[static_cast<std::size_t>(other)].name;
      asked.push_back({interaction(first + " x " + second, {first, second}), std::move(contrast)});
    }
}

void add_others(const Splitting& splitting, const LogLevels& levels, std::vector<Asked>& asked) {
  for (int part = 0; part < count_of(splitting); ++part) {
    auto contrast = stats::others_contrast(count_of(splitting), part, levels.measured());
    const std::string& name = splitting.parts[static_cast<std::size_t>(part)].name;
    if (contrast)
      asked.push_back({interaction(name + " x others", {name, "the others"}), std::move(contrast)});
  }
}

/// Of pairs where their combinations are measured, else of each part with all others; and what no part
/// accounts for.
void add_interactions(const Splitting& splitting, const LogLevels& levels,
                      std::vector<Asked>& asked) {
  if (count_of(splitting) <= stats::k_most_combined_parts) add_pairs(splitting, levels, asked);
  else add_others(splitting, levels, asked);
  if (auto contrast = stats::remainder_contrast(count_of(splitting), levels.measured())) {
    std::vector<std::string> all;
    for (const core::Part& part : splitting.parts) all.push_back(part.name);
    asked.push_back({interaction("together", std::move(all)), std::move(contrast)});
  }
}

stats::Contrast total_of(const Splitting& splitting) {
  return stats::difference(splitting.variants[0].set, splitting.variants[1].set);
}

void estimate(const Splitting& splitting, const LogLevels& levels, std::vector<Asked>& asked) {
  const double confidence = splitting.investigation.question.confidence;
  std::vector<std::size_t> known;
  std::vector<stats::ContrastEstimate> estimates;
  std::vector<double> family;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if (!asked[i].contrast) continue;
    core::PartEffect& effect = asked[i].effect;
    const auto found = stats::estimate_contrast(levels.by_block(*asked[i].contrast), confidence);
    if (!found) continue;
    effect.ratio = ratio_of_logs(found->estimate, found->interval);
    effect.n = static_cast<int>(found->n);
    effect.p_value = found->p_value;
    if (found->standard_error == 0 && found->estimate == 0) {
      effect.verdict = core::Tendency::same;  // the same programs: known without a test
    } else {
      known.push_back(i);
      estimates.push_back(*found);
      family.push_back(found->p_value);
    }
    if (effect.kind != core::EffectKind::part) continue;
    const LogLevels::Paired pairs = levels.paired(*asked[i].contrast, total_of(splitting));
    if (const auto share = stats::estimate_share(pairs.first, pairs.second, confidence))
      effect.share = core::Share{share->share, share->interval.low, share->interval.high};
  }
  const auto adjusted = stats::holm_adjusted(family);
  for (std::size_t i = 0; adjusted && i < known.size(); ++i) {
    core::PartEffect& effect = asked[known[i]].effect;
    effect.p_holm = (*adjusted)[i];
    effect.verdict = tendency_of(splitting, estimates[i], effect.p_holm);
    const bool is_small = std::abs(estimates[i].estimate) <
                          std::log1p(splitting.investigation.question.min_effect);
    // Costs that add up in time do not quite multiply: a small interaction is a matter of the scale.
    if (effect.kind == core::EffectKind::interaction && is_small &&
        effect.verdict != core::Tendency::undecided)
      effect.verdict = core::Tendency::same;
  }
}

}  // namespace

bool is_precise_enough(const Splitting& splitting) {
  const LogLevels levels(splitting);
  const BisectQuestion& question = splitting.investigation.question;
  const double wanted = std::log1p(question.min_effect) / 2;
  const double each = 1 - (1 - question.confidence) / count_of(splitting);
  for (const Asked& asked : part_effects(splitting, levels)) {
    if (!asked.contrast) continue;
    const auto known = stats::estimate_contrast(levels.by_block(*asked.contrast), each);
    if (!known || (known->interval.high - known->interval.low) / 2 > wanted) return false;
  }
  return true;
}

core::Attribution attribute(const Splitting& splitting) {
  const LogLevels levels(splitting);
  core::Attribution attribution;
  attribution.compared = splitting.compared;
  attribution.parts = splitting.parts;
  attribution.screening = splitting.screening;
  attribution.variants = variant_rows(splitting, levels);
  attribution.needs = needs_of(splitting);
  std::vector<Asked> asked = part_effects(splitting, levels);
  add_interactions(splitting, levels, asked);
  estimate(splitting, levels, asked);
  for (Asked& one : asked) attribution.effects.push_back(std::move(one.effect));
  return attribution;
}

std::optional<core::Effect> total_effect(const Splitting& splitting) {
  const LogLevels levels(splitting);
  const auto total = stats::estimate_contrast(levels.by_block(total_of(splitting)),
                                              splitting.investigation.question.confidence);
  const auto mean = [&](std::size_t variant) {
    const auto arm = static_cast<int>(splitting.variants[variant].measured_as);
    return stats::summarize(
        values_of_arm(splitting.trials, splitting.investigation.setup.measure, arm));
  };
  const auto good = mean(0);
  const auto bad = mean(1);
  if (!total || !good || !bad) return std::nullopt;
  core::Effect effect;
  effect.metric = to_text(splitting.investigation.setup.measure.metric);
  effect.unit = splitting.investigation.setup.measure.unit;
  effect.good = good->mean;
  effect.bad = bad->mean;
  effect.ratio = ratio_of_logs(total->estimate, total->interval);
  effect.p_value = total->p_value;
  effect.test = "Student's t on the log ratios of blocks, two-sided";
  return effect;
}

}  // namespace bisect::engine
