#include "harness/engine/confirmation.hpp"

#include "harness/engine/comparison.hpp"
#include "harness/engine/endings.hpp"

#include <cmath>

namespace bisect::engine {
namespace {

core::RoundRequest fresh_pair(const Investigation& investigation, const core::Commit& parent,
                              const core::Commit& culprit) {
  core::RoundRequest round =
      investigation.request(core::Purpose::confirm, {parent, culprit}, 0);
  for (core::Arm& arm : round.arms) arm.generation = investigation.setup.generation + 1;
  return round;
}

Assessment row(const core::Commit& commit, core::Standing standing, const Collected& collected,
               const Measure& measure, int arm) {
  Assessment assessment;
  assessment.commit = commit;
  assessment.standing = standing;
  assessment.purpose = core::Purpose::confirm;
  assessment.trouble = trouble_of_arm(collected.trials, measure, arm);
  assessment.values = values_of_arm(collected.trials, measure, arm);
  return assessment;
}

Inquiry<Confirmation> confirm_by_ending(Investigation& investigation, core::Commit parent,
                                        core::Commit culprit) {
  constexpr int k_runs = 5;
  core::RoundRequest round = fresh_pair(investigation, parent, culprit);
  round.blocks = k_runs;
  const core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));
  Confirmation result;
  if (outcome.builds[0].failure || outcome.builds[1].failure) co_return result;
  const Endings before = endings_of_arm(outcome.trials, 0);
  const Endings after = endings_of_arm(outcome.trials, 1);
  const bool failing = investigation.question.look_for == core::LookFor::failing;
  const bool as_expected = failing ? before == Endings::all_pass && after == Endings::all_fail
                                   : before == Endings::all_fail && after == Endings::all_pass;
  result.confirmed = as_expected ? Confirmed::yes : Confirmed::no;
  co_return result;
}

Comparison comparison_of(const Investigation& investigation, core::RoundRequest round,
                         const Measure& measure, double expected) {
  const Setup& setup = investigation.setup;
  Comparison comparison;
  comparison.round = std::move(round);
  comparison.looks = looks();
  comparison.threshold = expected / 2;
  comparison.bound = setup.confirm_bound;
  comparison.differences = [measure](std::span<const core::Trial> trials) {
    return pair_differences(trials, measure, 0, 1);
  };
  // What is quoted comes from here, so the interval must be worth quoting as well.
  comparison.enough = [](const Look& look) {
    if (look.side == Side::below) return true;
    return look.side == Side::above && look.has_interval &&
           (look.high - look.low) / 2 <= std::abs(look.estimate) / 3;
  };
  return comparison;
}

}  // namespace

Inquiry<Confirmation> confirm(Investigation& investigation, core::Commit parent,
                              core::Commit culprit, double expected) {
  investigation.outlook.activity =
      "confirming " + core::short_id(culprit.id) + " with fresh builds";
  investigation.outlook.steps_left = 0;
  if (judges_endings(investigation.question)) {
    Confirmation by_ending = co_await confirm_by_ending(investigation, parent, culprit);
    co_return by_ending;
  }
  Measure measure = investigation.setup.measure;
  const bool opposite = expected < 0;
  if (opposite) measure.direction = -measure.direction;
  expected = std::abs(expected);
  core::RoundRequest round = fresh_pair(investigation, parent, culprit);
  Comparison comparison = comparison_of(investigation, std::move(round), measure, expected);
  const Collected collected = co_await compare(investigation, std::move(comparison));

  Confirmation result;
  if (collected.builds[0].failure || collected.builds[1].failure) co_return result;
  const int slow_arm = investigation.seeks_slowdown() != opposite ? 1 : 0;
  if (over_limit(collected, slow_arm) && !over_limit(collected, 1 - slow_arm)) {
    result.confirmed = Confirmed::yes;
    co_return result;
  }
  const bool usable = !unusable(collected, measure, 0) && !unusable(collected, measure, 1);
  const bool above = usable && collected.look.side == Side::above;
  result.confirmed = above ? Confirmed::yes : Confirmed::no;
  result.error = above ? error_bound(collected.look.z) : 1;
  result.ratio = ratio_of(measure, collected.look);
  result.parent = row(parent, core::Standing::good, collected, measure, 0);
  result.culprit = row(culprit, above ? core::Standing::bad : core::Standing::between, collected,
                       measure, 1);
  result.culprit->decision =
      decision_of(collected.look, expected / 2, investigation.setup.confirm_bound);
  core::Decision decision = result.culprit->decision;
  decision.subject = culprit.id.text();
  decision.verdict = above ? "confirmed" : "not confirmed";
  investigation.decisions.push_back(std::move(decision));
  co_return result;
}

}  // namespace bisect::engine
