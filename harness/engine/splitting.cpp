#include "harness/engine/splitting.hpp"

#include "harness/engine/calibration.hpp"
#include "harness/engine/comparison.hpp"
#include "harness/engine/look.hpp"
#include "harness/engine/part_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace bisect::engine {
namespace {

std::string name_of(const Splitting& splitting, std::size_t variant) {
  return variant_name(splitting.parts, splitting.variants[variant].set);
}

void drop(Splitting& splitting, std::size_t variant, core::NotTestable why) {
  core::Decision decision;
  decision.subject = name_of(splitting, variant);
  decision.verdict = "untestable";
  decision.test = to_text(why.stage) + ": " + why.reason;
  splitting.investigation.decisions.push_back(std::move(decision));
  splitting.variants[variant].why = std::move(why);
}

/// Where a metric is the program's behaviour, an equal program means an equal metric.
void recognise(Splitting& splitting, std::size_t variant) {
  VariantState& state = splitting.variants[variant];
  state.measured_as = variant;
  const core::Metric& metric = splitting.investigation.setup.measure.metric;
  if (state.program.empty() || metric.source == core::MetricSource::size) return;
  for (std::size_t other = 0; other < splitting.variants.size(); ++other) {
    const VariantState& known = splitting.variants[other];
    const bool is_same = other != variant && known.is_built && !known.why &&
                         known.measured_as == other && known.program == state.program;
    if (!is_same) continue;
    state.measured_as = other;
    core::Decision decision;
    decision.subject = name_of(splitting, variant);
    decision.verdict = "identical";
    decision.test = "same program as " + name_of(splitting, other);
    splitting.investigation.decisions.push_back(std::move(decision));
    return;
  }
}

core::RoundRequest round_of(const Splitting& splitting, core::Purpose purpose,
                            const std::vector<std::size_t>& variants, int blocks) {
  const Setup& setup = splitting.investigation.setup;
  core::RoundRequest round;
  round.purpose = purpose;
  for (const std::size_t variant : variants)
    round.arms.push_back({splitting.variants[variant].candidate, 0});
  round.blocks = blocks;
  round.placement = setup.placement;
  round.run_limit = setup.run_limit;
  return round;
}

/// Awaited for its effect; coroutines of the house end with a value.
struct Done {};

Inquiry<Done> build(Splitting& splitting, std::size_t variant) {
  VariantState& state = splitting.variants[variant];
  splitting.investigation.outlook.activity =
      fmt::format("building variant {} of {}, {}", variant + 1, splitting.variants.size(),
                  name_of(splitting, variant));
  core::RoundRequest probe = round_of(splitting, core::Purpose::probe, {variant}, 0);
  const core::RoundOutcome built = co_await splitting.investigation.dialogue.ask(std::move(probe));
  const core::Build& result = built.builds.front();
  state.is_built = true;
  state.program = result.program;
  for (const std::string& warning : result.warnings) splitting.investigation.warn(warning);
  if (result.failure) drop(splitting, variant, *result.failure);
  co_return Done{};
}

/// A workload that broke off when it was watched may always do so: it is tried alone, lest its failures
/// stop the rounds that all variants share.
Inquiry<Done> try_alone(Splitting& splitting, std::size_t variant) {
  constexpr int k_tries = 2;
  core::RoundRequest round = round_of(splitting, core::Purpose::variants, {variant}, k_tries);
  Collected alone;
  core::RoundOutcome outcome = co_await splitting.investigation.dialogue.ask(std::move(round));
  alone.append(std::move(outcome), 0);
  const auto why = unusable(alone, splitting.investigation.setup.measure, 0);
  if (why) drop(splitting, variant, *why);
  co_return Done{};
}

/// On the parent, or on the whole when the parent cannot be measured.
Inquiry<std::string> calibrate_on_one(Splitting& splitting) {
  const BisectQuestion& question = splitting.investigation.question;
  splitting.investigation.setup.run_limit = question.run_limit;
  for (const std::size_t variant : {std::size_t{0}, std::size_t{1}}) {
    co_await build(splitting, variant);
    if (splitting.variants[variant].why) continue;
    const std::string name = name_of(splitting, variant);
    splitting.investigation.outlook.activity = "calibrating on the " + name;
    const core::Commit commit = variant == 0 ? question.good : question.bad;
    const Calibrated calibrated = co_await calibrate(splitting.investigation, commit);
    if (!calibrated.failure) co_return std::string();
    drop(splitting, variant, *calibrated.failure);
  }
  const core::NotTestable& why = *splitting.variants[1].why;
  co_return fmt::format("neither the parent nor the whole change can be measured: {}: {}",
                        to_text(why.stage), why.reason);
}

std::vector<std::size_t> arms_of(const Splitting& splitting) {
  std::vector<std::size_t> arms;
  for (std::size_t variant = 0; variant < splitting.variants.size(); ++variant)
    if (splitting.is_measurable(variant) && splitting.variants[variant].measured_as == variant)
      arms.push_back(variant);
  return arms;
}

/// How many blocks the round got through; one that was stopped by trouble counts its last one.
int blocks_begun(const core::RoundOutcome& outcome) {
  int begun = 0;
  for (const core::Trial& trial : outcome.trials) begun = std::max(begun, trial.block + 1);
  return begun;
}

/// Arms that ran over the limit or fail too often are measured no further.
void sort_out(Splitting& splitting, const std::vector<std::size_t>& arms) {
  Collected collected;
  collected.trials = splitting.trials;
  for (const std::size_t arm : arms) {
    const int index = static_cast<int>(arm);
    if (over_limit(collected, index)) {
      splitting.variants[arm].over_limit = true;
      continue;
    }
    const auto why = unusable(collected, splitting.investigation.setup.measure, index);
    if (why) drop(splitting, arm, *why);
  }
}

Inquiry<Done> measure_blocks(Splitting& splitting, int wanted) {
  int done = 0;
  for (const core::Trial& trial : splitting.trials) done = std::max(done, trial.block + 1);
  while (done < wanted) {
    const std::vector<std::size_t> arms = arms_of(splitting);
    if (arms.size() < 2) break;
    core::RoundRequest round =
        round_of(splitting, core::Purpose::variants, arms, wanted - done);
    core::RoundOutcome outcome = co_await splitting.investigation.dialogue.ask(std::move(round));
    const int begun = blocks_begun(outcome);
    for (core::Trial& trial : outcome.trials) {
      trial.block += done;
      trial.arm = static_cast<int>(arms[static_cast<std::size_t>(trial.arm)]);
      splitting.trials.push_back(std::move(trial));
    }
    sort_out(splitting, arms);
    if (begun == 0) break;  // an artifact was lost and could not be made again
    done += begun;
  }
  co_return Done{};
}

}  // namespace

Splitting::Splitting(SplitQuestion asked)
    : investigation(std::move(asked.search)), parts(std::move(asked.parts)),
      samples(asked.samples) {
  for (const std::string& warning : asked.warnings) investigation.warn(warning);
  for (SplitVariant& variant : asked.variants) {
    VariantState state;
    state.set = variant.set;
    state.candidate = std::move(variant.candidate);
    state.measured_as = variants.size();
    variants.push_back(std::move(state));
  }
}

bool Splitting::is_measurable(std::size_t variant) const {
  const VariantState& state = variants[variant];
  const VariantState& measured = variants[state.measured_as];
  return state.is_built && !state.why && !measured.why && !measured.over_limit;
}

Inquiry<std::string> measure_variants(Splitting& splitting) {
  std::string problem = co_await calibrate_on_one(splitting);
  if (!problem.empty()) co_return problem;
  for (std::size_t variant = 1; variant < splitting.variants.size(); ++variant) {
    if (!splitting.variants[variant].is_built) co_await build(splitting, variant);
    const VariantState& state = splitting.variants[variant];
    if (!state.why && state.program.empty()) co_await try_alone(splitting, variant);
    if (!state.why) recognise(splitting, variant);
  }
  if (arms_of(splitting).size() < 2)
    co_return std::string(
        "no two variants can be compared: the others do not build or run the same program");
  splitting.investigation.outlook.activity =
      fmt::format("measuring {} variants", arms_of(splitting).size());
  if (splitting.samples > 0) {
    co_await measure_blocks(splitting, splitting.samples);
    co_return std::string();
  }
  for (const std::size_t look : looks()) {
    co_await measure_blocks(splitting, static_cast<int>(look));
    if (is_precise_enough(splitting)) break;
  }
  co_return std::string();
}

}  // namespace bisect::engine
