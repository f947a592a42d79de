#include "harness/engine/splitting.hpp"

#include "core/digest.hpp"
#include "harness/engine/calibration.hpp"
#include "harness/engine/comparison.hpp"
#include "harness/engine/look.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace bisect::engine {
namespace {

std::string name_of(const Splitting& splitting, std::size_t variant) {
  return splitting.name_of(splitting.variants[variant].set);
}

void drop(Splitting& splitting, std::size_t variant, core::NotTestable why) {
  note_untestable(splitting, name_of(splitting, variant), why);
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
  state.program = splitting.program_of(state.candidate, result);
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

/// What the build of a variant says beyond that it is there.
Inquiry<Done> examine(Splitting& splitting, std::size_t variant) {
  const VariantState& state = splitting.variants[variant];
  if (!state.why && state.program.empty()) co_await try_alone(splitting, variant);
  if (!state.why) recognise(splitting, variant);
  co_return Done{};
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

void note_untestable(Splitting& splitting, const std::string& variant, const core::NotTestable& why) {
  core::Decision decision;
  decision.subject = variant;
  decision.verdict = "untestable";
  decision.test = to_text(why.stage) + ": " + why.reason;
  splitting.investigation.decisions.push_back(std::move(decision));
}

Splitting::Splitting(SplitQuestion asked)
    : investigation(std::move(asked.search)), compared(std::move(asked.compared)), parts(std::move(asked.parts)),
      samples(asked.samples), is_screened(asked.is_screened), compose(std::move(asked.compose)),
      workload_of(std::move(asked.workload_of)) {
  for (const std::string& warning : asked.warnings) investigation.warn(warning);
  for (SplitVariant& variant : asked.variants) {
    VariantState state;
    state.set = variant.set;
    state.candidate = std::move(variant.candidate);
    state.measured_as = variants.size();
    variants.push_back(std::move(state));
  }
  if (!is_screened) return;
  files = std::exchange(parts, {{"change", {}}});
  variants[1].set = 1;
}

void Splitting::replace_parts(std::vector<core::Part> found) {
  parts = std::move(found);
  trials.clear();
  variants.resize(2);
  variants[1].set = (1U << parts.size()) - 1;
  for (const stats::PartSet set : sets_to_measure(static_cast<int>(parts.size()))) {
    if (set == 0 || set == variants[1].set) continue;
    VariantState state;
    state.set = set;
    state.measured_as = variants.size();
    std::vector<std::string> paths;
    for (std::size_t part = 0; part < parts.size(); ++part)
      if ((set >> part & 1U) != 0)
        paths.insert(paths.end(), parts[part].paths.begin(), parts[part].paths.end());
    if (auto candidate = compose(std::move(paths))) state.candidate = std::move(*candidate);
    else state.why = core::NotTestable{core::Stage::checkout, candidate.error().message, ""};
    state.is_built = state.why.has_value();
    variants.push_back(std::move(state));
  }
}

std::string Splitting::end_name(std::size_t end) const {
  const bool is_change = compared.kind == core::WholeKind::change;
  if (end == 0) return is_change ? "the parent" : compared.base;
  return is_change ? "the whole change" : compared.whole;
}

core::Digest Splitting::program_of(const core::Candidate& candidate, const core::Build& build) const {
  if (workload_of == nullptr || build.program.empty()) return build.program;
  return core::Hasher().add(build.program.text()).add(workload_of(candidate).text()).digest();
}

bool Splitting::is_measurable(std::size_t variant) const {
  const VariantState& state = variants[variant];
  const VariantState& measured = variants[state.measured_as];
  return state.is_built && !state.why && !measured.why && !measured.over_limit;
}

Inquiry<Obstacle> prepare_split(Splitting& splitting) {
  const BisectQuestion& question = splitting.investigation.question;
  splitting.investigation.setup.run_limit = question.run_limit;
  bool is_calibrated = false;
  for (const std::size_t variant : {std::size_t{0}, std::size_t{1}}) {
    co_await build(splitting, variant);
    if (is_calibrated || splitting.variants[variant].why) continue;
    splitting.investigation.outlook.activity = "calibrating on the " + name_of(splitting, variant);
    const Calibrated calibrated =
        co_await calibrate(splitting.investigation, splitting.variants[variant].candidate);
    is_calibrated = !calibrated.failure;
    if (calibrated.failure) drop(splitting, variant, *calibrated.failure);
  }
  if (is_calibrated) {
    co_await examine(splitting, 1);
    co_return Obstacle{};
  }
  const core::NotTestable& why = *splitting.variants[1].why;
  co_return Obstacle{core::Verdict::refused,
                     fmt::format("neither {} nor {} can be measured: {}: {}", splitting.end_name(0),
                                 splitting.end_name(1), to_text(why.stage), why.reason)};
}

Inquiry<Obstacle> measure_variants(Splitting& splitting, bool (*is_enough)(const Splitting&)) {
  for (std::size_t variant = 0; variant < splitting.variants.size(); ++variant) {
    if (splitting.variants[variant].is_built) continue;
    co_await build(splitting, variant);
    co_await examine(splitting, variant);
  }
  if (arms_of(splitting).size() < 2) {
    const bool both = !splitting.variants[0].why && !splitting.variants[1].why;
    co_return Obstacle{both ? core::Verdict::none : core::Verdict::refused,
                       "no two variants can be compared: the others do not build or run the same program"};
  }
  splitting.investigation.outlook.activity =
      fmt::format("measuring {} variants", arms_of(splitting).size());
  if (splitting.samples > 0) {
    co_await measure_blocks(splitting, splitting.samples);
    co_return Obstacle{};
  }
  for (const std::size_t look : looks()) {
    co_await measure_blocks(splitting, static_cast<int>(look));
    if (is_enough(splitting)) break;
  }
  co_return Obstacle{};
}

}  // namespace bisect::engine
