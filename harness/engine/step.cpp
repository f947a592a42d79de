#include "harness/engine/step.hpp"

#include "harness/engine/comparison.hpp"
#include "harness/engine/endings.hpp"

#include <algorithm>
#include <array>

namespace bisect::engine {
namespace {

// With the bad end in every block the question no longer leans on the estimated effect. It costs
// half as much again, so it is the second resort, and it is given up earlier.
constexpr std::array<std::size_t, 3> k_looks_of_three{48, 96, 192};

Assessment untestable(const core::Commit& commit, core::NotTestable why) {
  Assessment assessment;
  assessment.commit = commit;
  assessment.standing = core::Standing::untestable;
  assessment.why = std::move(why);
  return assessment;
}

Assessment shared(const core::Commit& commit, const Assessment& twin) {
  Assessment assessment;
  assessment.commit = commit;
  assessment.standing = twin.standing;
  assessment.same_as = twin.commit.id;
  assessment.program = twin.program;
  assessment.error = twin.error;
  return assessment;
}

/// Clearly neither: the interval excludes both levels and their neighbourhoods.
bool clearly_between(double low, double high, double effect) {
  return low > effect / 4 && high < effect * 3 / 4;
}

/// Where the interval is narrow, a level of its own says more than the side on which it lies.
core::Standing standing_of(const Look& look, double effect) {
  if (look.has_interval && clearly_between(look.low, look.high, effect))
    return core::Standing::between;
  return look.side == Side::above   ? core::Standing::bad
         : look.side == Side::below ? core::Standing::good
                                    : core::Standing::between;
}

/// A reference arm that broke off leaves too few pairs to say anything about the commit beside it.
std::optional<core::NotTestable> broken_reference(const Investigation& investigation,
                                                  const Collected& collected, int commits_arm) {
  if (collected.look.side != Side::open) return std::nullopt;
  for (int arm = 0; arm < static_cast<int>(collected.builds.size()); ++arm) {
    if (arm == commits_arm) continue;
    const std::string end = arm == 0 ? "good" : "bad";
    if (over_limit(collected, arm))
      return core::NotTestable{core::Stage::run,
                               "the " + end + " end, run beside it, went over the time limit", ""};
    if (const auto why = unusable(collected, investigation.setup.measure, arm))
      return core::NotTestable{why->stage, "the " + end + " end, run beside it: " + why->reason,
                               why->log};
  }
  return std::nullopt;
}

Assessment from_collected(const Investigation& investigation, const core::Commit& commit,
                          const Collected& collected, int arm) {
  const Setup& setup = investigation.setup;
  if (over_limit(collected, arm)) {
    Assessment slow;
    slow.commit = commit;
    slow.standing =
        investigation.seeks_slowdown() ? core::Standing::bad : core::Standing::good;
    slow.trouble = trouble_of_arm(collected.trials, setup.measure, arm);
    return slow;
  }
  if (const auto why = unusable(collected, setup.measure, arm)) return untestable(commit, *why);
  if (const auto why = broken_reference(investigation, collected, arm))
    return untestable(commit, *why);

  Assessment assessment;
  assessment.commit = commit;
  assessment.trouble = trouble_of_arm(collected.trials, setup.measure, arm);
  assessment.values = values_of_arm(collected.trials, setup.measure, arm);
  assessment.logs = logs_of_arm(collected, setup.measure, arm);
  assessment.measured_at = mean_start(collected.trials, arm);
  assessment.program = collected.builds[static_cast<std::size_t>(arm)].program;
  const Look& look = collected.look;
  assessment.standing = standing_of(look, setup.effect);
  assessment.error = error_bound(look.z);
  assessment.decision = decision_of(look, setup.effect / 2, setup.bound);
  return assessment;
}

Inquiry<Assessment> against_good(Investigation& investigation, core::Commit commit) {
  const Setup& setup = investigation.setup;
  Comparison comparison;
  comparison.round = investigation.request(core::Purpose::step,
                                           {investigation.question.good, commit}, 0);
  comparison.looks = looks();
  comparison.threshold = setup.effect / 2;
  comparison.bound = setup.bound;
  comparison.differences = [measure = setup.measure](std::span<const core::Trial> trials) {
    return pair_differences(trials, measure, 0, 1);
  };
  comparison.enough = [effect = setup.effect](const Look& look) {
    return look.side != Side::open ||
           (look.has_interval && clearly_between(look.low, look.high, effect));
  };
  const Collected collected = co_await compare(investigation, std::move(comparison));
  co_return from_collected(investigation, commit, collected, 1);
}

Inquiry<Assessment> against_both(Investigation& investigation, core::Commit commit) {
  const BisectQuestion& question = investigation.question;
  Comparison comparison;
  comparison.round = investigation.request(core::Purpose::step,
                                           {question.good, commit, question.bad}, 0);
  comparison.looks = k_looks_of_three;
  comparison.bound = investigation.setup.bound;
  comparison.differences = [measure = investigation.setup.measure](
                               std::span<const core::Trial> trials) {
    return midpoint_differences(trials, measure);
  };
  comparison.enough = [](const Look& look) { return look.side != Side::open; };
  Collected collected = co_await compare(investigation, std::move(comparison));
  // The interval is that of the distance to the middle; everybody wants the distance to the good end.
  const double middle = investigation.setup.effect / 2;
  collected.look.estimate += middle;
  collected.look.low += middle;
  collected.look.high += middle;
  co_return from_collected(investigation, commit, collected, 1);
}

/// An end that was cut off at the limit has no number to stand beside.
bool bad_end_has_numbers(const Investigation& investigation) {
  const Assessment* bad = investigation.find(investigation.question.bad.id);
  return bad != nullptr && !bad->values.empty();
}

Inquiry<Assessment> measure_step(Investigation& investigation, core::Commit commit) {
  core::RoundRequest probe = investigation.request(core::Purpose::probe, {commit}, 0);
  const core::RoundOutcome built = co_await investigation.dialogue.ask(std::move(probe));
  const core::Build& build = built.builds.front();
  if (build.failure) co_return untestable(commit, *build.failure);
  for (const std::string& warning : build.warnings) investigation.warn(warning);
  const bool by_size = investigation.setup.measure.metric.source == core::MetricSource::size;
  if (const Assessment* twin = investigation.find_program(build.program); twin && !by_size)
    co_return shared(commit, *twin);

  if (judges_endings(investigation.question)) {
    Assessment by_ending = co_await judge_step_by_ending(investigation, commit);
    co_return by_ending;
  }
  Assessment assessment = co_await against_good(investigation, commit);
  const bool open = assessment.standing == core::Standing::between &&
                    !clearly_between(assessment.decision.low, assessment.decision.high,
                                     investigation.setup.effect);
  if (open && bad_end_has_numbers(investigation)) {
    Assessment again = co_await against_both(investigation, commit);
    co_return again;
  }
  co_return assessment;
}

}  // namespace

Inquiry<Assessment> judge_step(Investigation& investigation, core::Commit commit) {
  if (const Assessment* known = investigation.find(commit.id)) co_return Assessment(*known);
  investigation.outlook.activity = "testing " + core::short_id(commit.id) + " " + commit.subject;
  Assessment assessment = co_await measure_step(investigation, commit);
  investigation.add(assessment);
  co_return assessment;
}

}  // namespace bisect::engine
