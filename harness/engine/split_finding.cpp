#include "harness/engine/part_analysis.hpp"

#include "harness/engine/variant_rows.hpp"
#include "stats/autocorrelation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace bisect::engine {
namespace {

using core::Tendency;

Tendency sought(const BisectQuestion& question) {
  return question.look_for == core::LookFor::faster ? Tendency::faster : Tendency::slower;
}

bool is_sought(const BisectQuestion& question, Tendency tendency) {
  if (question.look_for == core::LookFor::changed)
    return tendency == Tendency::slower || tendency == Tendency::faster;
  return tendency == sought(question);
}

std::vector<const core::PartEffect*> effects_of(const core::Attribution& attribution,
                                                core::EffectKind kind) {
  std::vector<const core::PartEffect*> effects;
  for (const core::PartEffect& effect : attribution.effects)
    if (effect.kind == kind) effects.push_back(&effect);
  return effects;
}

bool any_alone(const BisectQuestion& question, const core::Attribution& attribution) {
  return std::any_of(attribution.variants.begin(), attribution.variants.end(),
                     [&](const core::Variant& variant) {
                       return variant.parts.size() == 1 && is_sought(question, variant.verdict);
                     });
}

/// Parts whose effect goes the way that is looked for.
std::vector<const core::PartEffect*> guilty(const BisectQuestion& question,
                                            const core::Attribution& attribution) {
  std::vector<const core::PartEffect*> effects = effects_of(attribution, core::EffectKind::part);
  std::erase_if(effects, [&](const auto* effect) { return !is_sought(question, effect->verdict); });
  return effects;
}

/// "Neither half alone is slow": a real interaction the way that is looked for, and no part alone.
const core::PartEffect* lone_interaction(const BisectQuestion& question,
                                         const core::Attribution& attribution) {
  if (any_alone(question, attribution)) return nullptr;
  for (const core::PartEffect* effect : effects_of(attribution, core::EffectKind::interaction))
    if (is_sought(question, effect->verdict)) return effect;
  return nullptr;
}

bool all_effects_are(const core::Attribution& attribution, std::initializer_list<Tendency> allowed) {
  return std::all_of(attribution.effects.begin(), attribution.effects.end(), [&](const auto& effect) {
    return std::find(allowed.begin(), allowed.end(), effect.verdict) != allowed.end();
  });
}

/// Variants that were cut off have no number, and neither have the effects that need them.
std::string cut_off(const Splitting& splitting) {
  std::string names;
  for (const VariantState& state : splitting.variants)
    if (state.over_limit)
      names += (names.empty() ? "" : ", ") + splitting.name_of(state.set);
  return names;
}

/// A part that cannot be told from those it needs was not judged.
std::string open_reason(const Splitting& splitting, const core::Attribution& attribution) {
  if (const std::string over = cut_off(splitting); !over.empty())
    return fmt::format("these ran over the time limit, so that no effect can be computed from them: {}; a "
                       "larger --run-timeout would tell",
                       over);
  std::string open;
  for (const core::PartEffect& effect : attribution.effects)
    if (effect.verdict == Tendency::undecided && effect.kind == core::EffectKind::part)
      open += (open.empty() ? "" : ", ") + effect.name;
  return fmt::format("the effect of {} is not clear yet: more trials with --samples N, a larger "
                     "--min-effect, or a quieter machine would tell",
                     open.empty() ? "several parts together" : open);
}

void decide(const Splitting& splitting, core::Finding& finding) {
  const BisectQuestion& question = splitting.investigation.question;
  const core::Attribution& attribution = *finding.attribution;
  const auto parts = guilty(question, attribution);
  const core::PartEffect* together = lone_interaction(question, attribution);
  if (splitting.variants[splitting.variants[1].measured_as].over_limit) {
    finding.verdict = core::Verdict::undecided;
    finding.reason = open_reason(splitting, attribution);
  } else if (together != nullptr) {
    finding.verdict = core::Verdict::interaction;
    finding.probability = 1 - together->p_holm;
  } else if (!parts.empty()) {
    finding.verdict = parts.size() == 1 ? core::Verdict::culprit : core::Verdict::culprits;
    double error = 0;
    for (const core::PartEffect* part : parts) error = std::max(error, part->p_holm);
    finding.probability = 1 - error;
  } else if (finding.effect && all_effects_are(attribution, {Tendency::same})) {
    finding.verdict = core::Verdict::none;
    finding.probability = question.confidence;
    finding.reason = fmt::format("no part changes it by the {:.3g} % that count (--min-effect)",
                                 100 * question.min_effect);
  } else if (finding.effect && all_effects_are(attribution, {Tendency::same, Tendency::faster,
                                                             Tendency::slower})) {
    finding.verdict = core::Verdict::improvement;
    finding.probability = question.confidence;
    finding.reason = "what its parts change goes the other way";
  } else {
    finding.verdict = core::Verdict::undecided;
    finding.reason = open_reason(splitting, attribution);
  }
}

core::ChangeKind kind_of(const Splitting& splitting, const core::Finding& finding) {
  if (!finding.effect) return core::ChangeKind::changed;
  const bool is_worse = (finding.effect->ratio.value > 1) == (worse_sign(splitting) > 0);
  return is_worse ? core::ChangeKind::slower : core::ChangeKind::faster;
}

/// The pooled test takes samples for independent; the reader should know when they are not.
void remark_dependence(const Splitting& splitting, core::Finding& finding) {
  constexpr double k_clear = 0.01;
  const auto values = values_of_arm(splitting.trials, splitting.investigation.setup.measure,
                                    static_cast<int>(splitting.variants[1].measured_as));
  const auto serial = stats::lag_one_rank_correlation(values);
  if (!serial || serial->p_value >= k_clear) return;
  finding.warnings.push_back(fmt::format(
      "neighbouring trials of one variant are alike (rank correlation {:.2f}): the pooled t-test, "
      "which takes them for independent, is rough; ratios, shares and rank tests compare within "
      "blocks and are not touched by it",
      serial->rho));
}

core::SearchedRange range_of(const BisectQuestion& question) {
  core::SearchedRange range;
  range.good = question.good;
  range.bad = question.bad;
  range.candidates = 1;
  return range;
}

}  // namespace

core::Finding split_finding(const Splitting& splitting, const Obstacle& obstacle) {
  const BisectQuestion& question = splitting.investigation.question;
  core::Finding finding;
  finding.range = range_of(question);
  finding.warnings = splitting.investigation.warnings;
  finding.attribution = attribute(splitting);
  const VariantState& parent = splitting.variants[0];
  const VariantState& whole = splitting.variants[1];
  if (!obstacle.reason.empty()) {
    finding.verdict = obstacle.verdict;
    finding.reason = obstacle.reason;
    if (obstacle.verdict == core::Verdict::none) finding.probability = question.confidence;
    if (parent.why) finding.untestable.push_back({question.good, *parent.why});
    if (whole.why) finding.untestable.push_back({question.bad, *whole.why});
    return finding;
  }
  finding.effect = total_effect(splitting);
  decide(splitting, finding);
  remark_dependence(splitting, finding);
  if (splitting.compared.kind != core::WholeKind::change) return finding;  // no commit did it
  core::NamedCommit named;
  named.commit = question.bad;
  named.kind = kind_of(splitting, finding);
  if (finding.effect) named.ratio = finding.effect->ratio;
  named.probability = finding.probability;
  finding.commits.push_back(std::move(named));
  return finding;
}

}  // namespace bisect::engine
