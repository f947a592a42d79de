#include "harness/engine/ends.hpp"

#include "harness/engine/calibration.hpp"
#include "harness/engine/comparison.hpp"
#include "harness/engine/endings.hpp"

#include "stats/modality.hpp"
#include "stats/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bisect::engine {
namespace {

std::string which(const Investigation& investigation, const core::Commit& commit) {
  return commit.id == investigation.question.good.id ? "good" : "bad";
}

EndsVerdict unusable_end(const Investigation& investigation, const core::Commit& commit,
                         const core::NotTestable& why) {
  EndsVerdict verdict;
  verdict.why = why;
  verdict.failed_end = commit;
  const std::string end = which(investigation, commit);
  if (why.stage == core::Stage::run)
    verdict.reason = fmt::format("the workload cannot be measured on the {} end: {}", end, why.reason);
  else if (why.stage == core::Stage::build || why.stage == core::Stage::prepare)
    verdict.reason = fmt::format("the {} end does not build: {} failed, {}", end,
                                 to_text(why.stage), why.reason);
  else
    verdict.reason = fmt::format("the {} end cannot be checked out: {}", end, why.reason);
  return verdict;
}

void warn_of_foreign_libraries(Investigation& investigation, const core::Build& build) {
  for (const std::string& library : build.foreign_libraries)
    investigation.warn("the workload loads " + library + ", from outside the build");
}

/// Starts that fall into two modes further apart than what counts: each start shows one of them, so
/// few starts tell little, and the reader should learn why.
void warn_of_two_modes(Investigation& investigation, const Collected& collected) {
  const Measure& measure = investigation.setup.measure;
  for (int arm = 0; arm < 2; ++arm) {
    const std::vector<double> values = values_of_arm(collected.trials, measure, arm);
    const auto modes = stats::find_two_modes(values);
    if (!modes || !modes->is_two_modes || modes->low <= 0) continue;
    const double apart = modes->high / modes->low - 1;
    if (apart < investigation.question.min_effect) continue;
    investigation.warn(fmt::format(
        "starts of the {} end fall into two modes, {:.3g} % apart ({:.0f} % of {} starts in the higher "
        "one): address randomisation or code layout may decide at each start; `setarch -R` before the "
        "command, or building with -falign-functions=64 -falign-loops=64, fixes the layout",
        arm == 0 ? "good" : "bad", 100 * apart, 100 * modes->high_share, values.size()));
  }
}

void assess_end(Investigation& investigation, const core::Commit& commit, core::Standing standing,
                const Collected& collected, int arm) {
  Assessment assessment;
  assessment.commit = commit;
  assessment.standing = standing;
  assessment.purpose = core::Purpose::ends;
  const Measure& measure = investigation.setup.measure;
  assessment.decision = decision_of(collected.look, 0, investigation.setup.bound);
  assessment.trouble = trouble_of_arm(collected.trials, measure, arm);
  assessment.values = values_of_arm(collected.trials, measure, arm);
  assessment.logs = logs_of_arm(collected, measure, arm);
  assessment.measured_at = mean_start(collected.trials, arm);
  assessment.program = collected.builds[static_cast<std::size_t>(arm)].program;
  assessment.error = investigation.ends_error;
  investigation.add(std::move(assessment));
}

/// In percent of the good end, as the user reads the metric (not as the search turns it).
double percent(const Measure& measure, double difference) {
  return 100 * std::expm1(measure.direction * difference);
}

core::Effect effect_of(const Investigation& investigation, const Collected& collected) {
  const Measure& measure = investigation.setup.measure;
  core::Effect effect;
  effect.metric = to_text(measure.metric);
  effect.unit = measure.unit;
  const auto mean = [&](int arm) {
    const auto summary = stats::summarize(values_of_arm(collected.trials, measure, arm));
    return summary ? summary->mean : 0.0;
  };
  effect.good = mean(0);
  effect.bad = mean(1);
  effect.ratio = ratio_of(measure, collected.look);
  effect.p_value = std::min(1.0, 2 * error_bound(collected.look.z));
  effect.test = "Wilcoxon signed rank, group-sequential, two-sided";
  return effect;
}

/// The bad end did not come to an end: slower than any number, so the limit stands for its time.
EndsVerdict differ_by_time_limit(Investigation& investigation, const Collected& collected) {
  Setup& setup = investigation.setup;
  std::vector<double> good;
  for (const core::Trial& trial : collected.trials)
    if (trial.arm == 0) good.push_back(static_cast<double>(trial.usage.wall.count()));
  const auto summary = stats::summarize(good);
  const double base = summary ? std::max(1.0, summary->median) : 1.0;
  setup.effect = std::log(std::max(2.0, static_cast<double>(setup.run_limit.count()) / base));
  investigation.warn(fmt::format(
      "the bad end ran over the time limit of {:.3g} s: it counts as slow, its effect is a lower bound",
      static_cast<double>(setup.run_limit.count()) / 1e9));
  EndsVerdict verdict;
  verdict.relation = EndsRelation::differ;
  return verdict;
}

EndsVerdict from_look(Investigation& investigation, const Collected& collected) {
  const BisectQuestion& question = investigation.question;
  Setup& setup = investigation.setup;
  const Look& look = collected.look;
  const double smallest = std::log1p(question.min_effect);
  const double change = percent(setup.measure, look.estimate);
  investigation.effect = effect_of(investigation, collected);
  EndsVerdict verdict;
  const bool significant = look.side != Side::open;
  if (significant && std::abs(look.estimate) >= smallest &&
      (look.side == Side::above || question.look_for == core::LookFor::changed)) {
    verdict.relation = EndsRelation::differ;
    if (look.side == Side::below) setup.measure.direction = -setup.measure.direction;
    setup.effect = std::abs(look.estimate);
    return verdict;
  }
  const double largest = std::max(std::abs(percent(setup.measure, look.high)),
                                  question.look_for == core::LookFor::changed
                                      ? std::abs(percent(setup.measure, look.low))
                                      : 0.0);
  if (significant && look.side == Side::below && -look.estimate >= smallest) {
    verdict.relation = EndsRelation::opposite;
    verdict.reason = fmt::format(
        "the change goes the other way: bad is {:+.2g} % against good; look for it with --look-for {}",
        change, question.look_for == core::LookFor::faster ? "slower" : "faster");
  } else if (significant && look.side == Side::above) {
    verdict.relation = EndsRelation::same;
    verdict.reason = fmt::format(
        "the ends differ by {:+.2g} %, less than the {:.3g} % that count (--min-effect)", change,
        100 * question.min_effect);
  } else {
    verdict.relation = EndsRelation::same;
    verdict.reason = fmt::format("no change larger than {:.2g} % between the ends ({} pairs)",
                                 largest, look.pairs);
  }
  return verdict;
}

/// Enough is known about the ends: a difference to lean on, or that there is none that counts.
bool ends_are_clear(const BisectQuestion& question, const Look& look) {
  const double smallest = std::log1p(question.min_effect);
  if (!look.has_interval) return false;
  const double half_width = (look.high - look.low) / 2;
  if (look.side != Side::open && std::abs(look.estimate) >= smallest)
    return half_width <= std::abs(look.estimate) / 4;
  const bool none_above = look.high < smallest;
  const bool none_below = look.low > -smallest;
  return question.look_for == core::LookFor::changed ? none_above && none_below : none_above;
}

Comparison comparison_of_ends(const Investigation& investigation) {
  const BisectQuestion& question = investigation.question;
  Comparison comparison;
  comparison.round =
      investigation.request(core::Purpose::ends, {question.good, question.bad}, 0);
  comparison.looks = looks();
  comparison.bound = investigation.setup.bound;
  comparison.differences = [measure = investigation.setup.measure](
                               std::span<const core::Trial> trials) {
    return pair_differences(trials, measure, 0, 1);
  };
  comparison.enough = [&question](const Look& look) { return ends_are_clear(question, look); };
  return comparison;
}

bool all_zero(const Collected& collected, const Measure& measure) {
  for (int arm = 0; arm < 2; ++arm) {
    const Trouble trouble = trouble_of_arm(collected.trials, measure, arm);
    if (trouble.trials == 0 || trouble.zeros != trouble.trials) return false;
  }
  return true;
}

EndsVerdict judge(Investigation& investigation, const Collected& collected) {
  const BisectQuestion& question = investigation.question;
  const Measure& measure = investigation.setup.measure;
  EndsVerdict verdict;
  if (all_zero(collected, measure)) {
    verdict.relation = EndsRelation::same;
    verdict.reason = "both ends report only zeros: nothing was measured (optimised away?)";
    return verdict;
  }
  if (over_limit(collected, 0))
    return unusable_end(investigation, question.good,
                        {core::Stage::run, "it runs over the time limit (--run-timeout)", ""});
  for (int arm = 0; arm < 2; ++arm)
    if (const auto why = unusable(collected, measure, arm); why && !over_limit(collected, arm))
      return unusable_end(investigation, arm == 0 ? question.good : question.bad, *why);
  if (over_limit(collected, 1)) {
    if (question.look_for != core::LookFor::faster)
      return differ_by_time_limit(investigation, collected);
    return unusable_end(investigation, question.bad,
                        {core::Stage::run, "it runs over the time limit (--run-timeout)", ""});
  }
  investigation.ends_error = error_bound(collected.look.z);
  return from_look(investigation, collected);
}

/// Where a metric is the program's behaviour, an equal program means an equal metric. A file's size
/// is not behaviour.
bool programs_settle(const Investigation& investigation) {
  return investigation.setup.measure.metric.source != core::MetricSource::size;
}

Inquiry<core::Build> build_end(Investigation& investigation, core::Commit end) {
  investigation.outlook.activity = "building the " + which(investigation, end) + " end";
  core::RoundRequest probe = investigation.request(core::Purpose::probe, {end}, 0);
  const core::RoundOutcome built = co_await investigation.dialogue.ask(std::move(probe));
  const core::Build& build = built.builds.front();
  for (const std::string& warning : build.warnings) investigation.warn(warning);
  warn_of_foreign_libraries(investigation, build);
  co_return build;
}

/// What a trial and a build take, for the search to weigh one against the other.
void note_costs(Investigation& investigation, const Collected& collected) {
  Setup& setup = investigation.setup;
  core::Duration trials{};
  for (const core::Trial& trial : collected.trials) trials += trial.usage.wall;
  core::Duration builds{};
  for (const core::Build& build : collected.builds) builds += build.elapsed;
  const auto mean = [](core::Duration sum, std::size_t count) {
    return std::max(1e-3, static_cast<double>(sum.count()) * 1e-9 / static_cast<double>(std::max<std::size_t>(count, 1)));
  };
  setup.start_seconds = mean(trials, collected.trials.size());
  setup.build_seconds = mean(builds, collected.builds.size());
}

Inquiry<EndsVerdict> compare_ends(Investigation& investigation) {
  Comparison comparison = comparison_of_ends(investigation);
  Collected collected = co_await compare(investigation, std::move(comparison));
  warn_of_two_modes(investigation, collected);
  note_costs(investigation, collected);
  const double direction = investigation.setup.measure.direction;
  EndsVerdict verdict = judge(investigation, collected);
  if (investigation.setup.measure.direction != direction) collected.look = mirrored(collected.look);
  if (verdict.relation != EndsRelation::unusable) {
    assess_end(investigation, investigation.question.good, core::Standing::good, collected, 0);
    assess_end(investigation, investigation.question.bad,
               verdict.relation == EndsRelation::differ ? core::Standing::bad : core::Standing::good,
               collected, 1);
  }
  co_return verdict;
}

}  // namespace

Inquiry<EndsVerdict> judge_ends(Investigation& investigation) {
  const BisectQuestion& question = investigation.question;
  const double alpha = 1 - question.confidence;
  investigation.setup.bound = critical_z(alpha);
  // Naming a commit is the one thing that must not be wrong: a fifth of the error for it.
  investigation.setup.confirm_bound = critical_z(alpha / 5);

  // One end is calibrated before the other is built: the first run of a program that never ends must
  // not take longer than a run may. Where failures are looked for it is the end that passes.
  const bool passing = question.look_for == core::LookFor::passing;
  const core::Commit& reference = passing ? question.bad : question.good;
  const core::Commit& other = passing ? question.good : question.bad;
  investigation.setup.run_limit = question.run_limit;
  const core::Build built = co_await build_end(investigation, reference);
  if (built.failure) co_return unusable_end(investigation, reference, *built.failure);
  investigation.outlook.activity = "calibrating on the " + which(investigation, reference) + " end";
  const Calibrated calibrated = co_await calibrate(investigation, question.candidate_of(reference));
  if (calibrated.failure) co_return unusable_end(investigation, reference, *calibrated.failure);
  const core::Build other_built = co_await build_end(investigation, other);
  if (other_built.failure) co_return unusable_end(investigation, other, *other_built.failure);

  investigation.outlook.activity = "measuring the ends";
  if (judges_endings(question)) {
    EndsVerdict by_endings = co_await judge_ends_by_ending(investigation);
    co_return by_endings;
  }
  if (programs_settle(investigation) && !built.program.empty() &&
      built.program == other_built.program) {
    EndsVerdict same;
    same.relation = EndsRelation::same;
    same.reason = "good and bad run the same program: every file of the build that the workload opens "
                  "is equal";
    co_return same;
  }
  EndsVerdict verdict = co_await compare_ends(investigation);
  co_return verdict;
}

}  // namespace bisect::engine
