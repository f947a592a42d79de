#include "harness/engine/endings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bisect::engine {
namespace {

// A flaky failure of rate f escapes n equal runs with probability (1-f)^n.
constexpr int k_runs_of_ends = 5;
constexpr int k_runs_of_step = 3;

bool failed(const core::Trial& trial) {
  return !trial.failure.empty() || trial.ending == core::Ending::timed_out;
}

std::string first_failure(const std::vector<core::Trial>& trials, int arm) {
  const auto found = std::find_if(trials.begin(), trials.end(), [&](const core::Trial& t) {
    return t.arm == arm && failed(t);
  });
  return found == trials.end() ? "" : found->failure;
}

/// How a commit before the change ends.
Endings before_change(const BisectQuestion& question) {
  return question.look_for == core::LookFor::failing ? Endings::all_pass : Endings::all_fail;
}

Endings after_change(const BisectQuestion& question) {
  return question.look_for == core::LookFor::failing ? Endings::all_fail : Endings::all_pass;
}

std::string words(Endings endings) {
  switch (endings) {
    case Endings::all_pass: return "passes";
    case Endings::all_fail: return "fails";
    case Endings::mixed: return "sometimes fails";
    case Endings::none: return "was not run";
  }
  return "?";
}

Trouble counted(const std::vector<core::Trial>& trials, int arm) {
  Trouble trouble;
  for (const core::Trial& trial : trials) {
    if (trial.arm != arm) continue;
    ++trouble.trials;
    if (trial.ending == core::Ending::timed_out) ++trouble.over_limit;
    else if (failed(trial)) ++trouble.failed;
  }
  trouble.first_failure = first_failure(trials, arm);
  return trouble;
}

Assessment assessment_of(const core::Commit& commit, const core::RoundOutcome& outcome, int arm) {
  Assessment assessment;
  assessment.commit = commit;
  assessment.decision.test = "endings of repeated runs";
  assessment.decision.pairs = counted(outcome.trials, arm).trials;
  assessment.trouble = counted(outcome.trials, arm);
  assessment.program = outcome.builds[static_cast<std::size_t>(arm)].program;
  return assessment;
}

}  // namespace

Endings endings_of_arm(const std::vector<core::Trial>& trials, int arm) {
  int runs = 0;
  int failures = 0;
  for (const core::Trial& trial : trials) {
    if (trial.arm != arm) continue;
    ++runs;
    failures += failed(trial) ? 1 : 0;
  }
  if (runs == 0) return Endings::none;
  if (failures == 0) return Endings::all_pass;
  return failures == runs ? Endings::all_fail : Endings::mixed;
}

Inquiry<EndsVerdict> judge_ends_by_ending(Investigation& investigation) {
  const BisectQuestion& question = investigation.question;
  core::RoundRequest round = investigation.request(
      core::Purpose::ends, {question.good, question.bad}, k_runs_of_ends);
  const core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));
  const Endings good = endings_of_arm(outcome.trials, 0);
  const Endings bad = endings_of_arm(outcome.trials, 1);

  EndsVerdict verdict;
  if (good == before_change(question) && bad == after_change(question)) {
    verdict.relation = EndsRelation::differ;
    Assessment before = assessment_of(question.good, outcome, 0);
    Assessment after = assessment_of(question.bad, outcome, 1);
    before.purpose = after.purpose = core::Purpose::ends;
    after.standing = core::Standing::bad;
    investigation.add(std::move(before));
    investigation.add(std::move(after));
  } else if (good == bad && good != Endings::mixed) {
    verdict.relation = EndsRelation::same;
    verdict.reason = fmt::format("the workload {} on both ends", words(good));
    if (good == Endings::all_fail) verdict.reason += ": " + first_failure(outcome.trials, 0);
  } else {
    verdict.relation = EndsRelation::unusable;
    verdict.reason = fmt::format("the workload {} on the good end and {} on the bad end ({} runs each)",
                                 words(good), words(bad), k_runs_of_ends);
  }
  co_return verdict;
}

Inquiry<Assessment> judge_step_by_ending(Investigation& investigation, core::Commit commit) {
  core::RoundRequest round =
      investigation.request(core::Purpose::step, {commit}, k_runs_of_step);
  const core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));
  Assessment assessment = assessment_of(commit, outcome, 0);
  const Endings endings = endings_of_arm(outcome.trials, 0);
  if (outcome.builds.front().failure) {
    assessment.standing = core::Standing::untestable;
    assessment.why = outcome.builds.front().failure;
  } else if (endings == Endings::mixed || endings == Endings::none) {
    assessment.standing = core::Standing::untestable;
    assessment.why = core::NotTestable{
        core::Stage::run,
        fmt::format("flaky: {} of {} runs failed", assessment.trouble.failed + assessment.trouble.over_limit,
                    assessment.trouble.trials),
        ""};
  } else {
    assessment.standing = endings == before_change(investigation.question) ? core::Standing::good
                                                                           : core::Standing::bad;
  }
  co_return assessment;
}

}  // namespace bisect::engine
