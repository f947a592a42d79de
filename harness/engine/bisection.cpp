#include "harness/engine/bisection.hpp"

#include "harness/engine/ends.hpp"
#include "harness/engine/finding_writer.hpp"
#include "harness/engine/naming.hpp"
#include "harness/engine/step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace bisect::engine {
namespace {

std::string described(const core::Commit& commit) {
  return core::short_id(commit.id) + " (" + commit.subject + ")";
}

/// Where the search starts: good itself, or the merge base when good does not lie on the way to bad.
std::optional<core::Commit> start_of(const BisectQuestion& question) {
  if (question.graph.is_ancestor(question.good.id, question.bad.id)) return question.good;
  if (question.merge_bases.empty()) return std::nullopt;
  const core::Commit* base = question.graph.find(question.merge_bases.front());
  return base == nullptr ? std::nullopt : std::optional(*base);
}

core::Finding refused(const Investigation& investigation, std::string reason) {
  core::Finding finding = start_finding(investigation);
  finding.verdict = core::Verdict::refused;
  finding.reason = std::move(reason);
  return finding;
}

/// Looks for a commit that builds, in doubling strides away from an end that does not.
Inquiry<std::string> nearest_that_builds(Investigation& investigation, core::Commit end) {
  const BisectQuestion& question = investigation.question;
  const core::Commit start = start_of(question).value_or(question.good);
  // A good end beside the way to bad is left towards the merge base.
  const bool beside = end.id == question.good.id && start.id != end.id;
  std::vector<core::Commit> chain =
      question.graph.path(start.id, beside ? end.id : question.bad.id);
  if (beside || end.id == question.bad.id) std::reverse(chain.begin(), chain.end());
  for (std::size_t stride = 1; stride < chain.size(); stride *= 2) {
    const core::Commit commit = chain[stride];
    core::RoundRequest probe = investigation.request(core::Purpose::probe, {commit}, 0);
    const core::RoundOutcome built = co_await investigation.dialogue.ask(std::move(probe));
    if (built.builds.front().failure) continue;
    co_return fmt::format("; the nearest commit found that builds is {} {}", commit.id.text(),
                          commit.subject);
  }
  co_return std::string("; no commit that builds was found on the way to the other end");
}

Inquiry<core::Finding> explain_ends(Investigation& investigation, EndsVerdict ends) {
  if (ends.relation == EndsRelation::unusable) {
    std::string reason = ends.reason;
    const bool no_build = ends.why && ends.why->stage != core::Stage::run;
    if (no_build && ends.failed_end) {
      const std::string nearest = co_await nearest_that_builds(investigation, *ends.failed_end);
      reason += nearest;
    }
    core::Finding finding = refused(investigation, reason);
    if (ends.failed_end && ends.why) finding.untestable.push_back({*ends.failed_end, *ends.why});
    co_return finding;
  }
  core::Finding finding = start_finding(investigation);
  const bool improved =
      ends.relation == EndsRelation::opposite && investigation.seeks_slowdown();
  finding.verdict = improved ? core::Verdict::improvement : core::Verdict::none;
  finding.reason = ends.reason;
  finding.probability = investigation.question.confidence;
  co_return finding;
}

/// The change is older than the branch point: what there is to tell is who repaired it on the good
/// side.
Inquiry<core::Finding> slow_at_merge_base(Investigation& investigation, core::Commit base) {
  const BisectQuestion& question = investigation.question;
  std::vector<core::Commit> chain = question.graph.path(base.id, question.good.id);
  const std::vector<Located> repairs = co_await locate(investigation, std::move(chain), {.reversed = true});
  const Located& repair = repairs.front();
  core::Finding finding = start_finding(investigation);
  finding.verdict = core::Verdict::slow_at_merge_base;
  finding.probability =
      1 - bracket_error(investigation, repair.before().id, repair.after().id);
  for (int i = repair.bracket.good + 1; i <= repair.bracket.bad; ++i) {
    core::NamedCommit named;
    named.commit = repair.chain[static_cast<std::size_t>(i)];
    named.kind = core::ChangeKind::faster;
    named.probability = finding.probability / (repair.bracket.bad - repair.bracket.good);
    finding.commits.push_back(std::move(named));
  }
  finding.reason = fmt::format(
      "the merge base {} already has the bad end's level: nothing on the bad side is to blame; the good "
      "side changed with {}",
      described(base), described(repair.after()));
  co_return finding;
}

/// A failed confirmation: forget what was judged on the way, with fresh builds from here on.
void start_over(Investigation& investigation) {
  std::erase_if(investigation.assessments, [](const Assessment& assessment) {
    return assessment.purpose == core::Purpose::step && !assessment.why;
  });
  investigation.setup.generation += 2;  // the odd ones are the confirmations' own
  investigation.setup.bound = investigation.setup.confirm_bound;
}

/// All changes of level on a chain. A search that met a level between the ends, but cannot place more than
/// one step, is repeated for the last one.
Inquiry<std::vector<Located>> all_steps(Investigation& investigation,
                                        std::vector<core::Commit> chain) {
  std::vector<Located> steps = co_await locate(investigation, chain, {});
  if (steps.back().more) {
    const std::vector<Located> last =
        co_await locate(investigation, chain, {.between = ChainSearch::State::good});
    if (last.back().after().id != steps.back().after().id) steps.push_back(last.back());
  }
  co_return steps;
}

/// What is left of a chain when only the commits that were clearly judged count.
core::Finding unresolved(const Investigation& investigation,
                         const std::vector<core::Commit>& chain) {
  std::size_t first_bad = 1;
  std::size_t last_good = 0;
  int open = 0;
  for (; first_bad + 1 < chain.size(); ++first_bad) {
    const Assessment* known = investigation.find(chain[first_bad].id);
    if (known == nullptr || known->why) continue;
    if (known->standing == core::Standing::bad) break;
    if (known->standing == core::Standing::good) {
      last_good = first_bad;
      open = 0;
    } else {
      ++open;
    }
  }
  core::Finding finding = start_finding(investigation);
  finding.reason = fmt::format(
      "the change lies between {} and {}, but {} of the commits between lie neither clearly at the good "
      "nor at the bad level, and no single step kept its effect when measured again; several small "
      "steps, or too much noise: a quieter machine or a workload that shows more of it would tell",
      described(chain[last_good]), described(chain[first_bad]), open);
  const double share = (1 - investigation.ends_error) / static_cast<double>(first_bad - last_good);
  for (std::size_t i = last_good + 1; i <= first_bad; ++i)
    finding.commits.push_back({chain[i], kind_of_change(investigation), {}, share, {}});
  return finding;
}

/// A search and the confirmation of what it found, each step for itself.
struct Outcome {
  std::vector<Named> confirmed;  ///< the largest in the direction that is looked for first
  std::vector<Named> refuted;    ///< what did not keep its effect; all, when none answers the question
};

Inquiry<Outcome> try_chain(Investigation& investigation, std::vector<core::Commit> chain) {
  std::vector<Located> steps = co_await all_steps(investigation, std::move(chain));
  Outcome outcome;
  for (Located& step : steps) {
    Named named = co_await confirm_located(investigation, std::move(step));
    const bool refuted = named.confirmation.confirmed == Confirmed::no;
    (refuted ? outcome.refuted : outcome.confirmed).push_back(std::move(named));
  }
  const auto size = [&](const Named& named) {
    const auto& ratio = named.confirmation.ratio;
    return ratio ? investigation.setup.measure.direction * std::log(ratio->value) : 0.0;
  };
  std::stable_sort(outcome.confirmed.begin(), outcome.confirmed.end(),
                   [&](const Named& a, const Named& b) { return size(a) > size(b); });
  // What only went the other way is no answer, however sure it is.
  if (!outcome.confirmed.empty() && size(outcome.confirmed.front()) < 0) {
    std::move(outcome.confirmed.begin(), outcome.confirmed.end(), std::back_inserter(outcome.refuted));
    outcome.confirmed.clear();
  }
  co_return outcome;
}

core::Finding not_confirmed(const Investigation& investigation, const std::vector<Named>& first,
                            const std::vector<Named>& second) {
  core::Finding finding = finding_of(investigation, second);
  finding.verdict = core::Verdict::undecided;
  finding.probability = 0;
  for (core::NamedCommit& named : finding.commits) named.probability = 0;
  finding.reason = fmt::format(
      "the ends differ, but neither {} nor, after a second search with fresh builds, {} kept its effect "
      "when it was measured again against its predecessor",
      described(first.front().located.after()), described(second.front().located.after()));
  return finding;
}

Inquiry<core::Finding> search_chain(Investigation& investigation,
                                    std::vector<core::Commit> chain) {
  const Outcome first = co_await try_chain(investigation, chain);
  if (!first.confirmed.empty()) co_return finding_of(investigation, first.confirmed);
  investigation.warn("a first answer (" + core::short_id(first.refuted.front().located.after().id) +
                     ") did not keep its effect when confirmed; the search was repeated");
  start_over(investigation);
  const Outcome second = co_await try_chain(investigation, chain);
  if (!second.confirmed.empty()) co_return finding_of(investigation, second.confirmed);
  if (second.refuted.size() > 1) co_return unresolved(investigation, chain);
  co_return not_confirmed(investigation, first.refuted, second.refuted);
}

}  // namespace

Inquiry<core::Finding> bisect_history(Investigation& investigation) {
  const BisectQuestion& question = investigation.question;
  const std::optional<core::Commit> start = start_of(question);
  if (!start)
    co_return refused(investigation, "good and bad have no common history: there is nothing to search");
  const EndsVerdict ends = co_await judge_ends(investigation);
  if (ends.relation != EndsRelation::differ) {
    core::Finding finding = co_await explain_ends(investigation, ends);
    co_return finding;
  }
  if (start->id != question.good.id) {
    const Assessment base = co_await judge_step(investigation, *start);
    if (base.standing == core::Standing::bad) {
      core::Finding finding = co_await slow_at_merge_base(investigation, *start);
      co_return finding;
    }
    if (base.standing != core::Standing::good)
      co_return refused(investigation, "the merge base " + described(*start) +
                                           " cannot be judged; name a good commit on the way to bad");
  }
  std::vector<core::Commit> chain = question.graph.path(start->id, question.bad.id);
  core::Finding finding = co_await search_chain(investigation, std::move(chain));
  co_return finding;
}

}  // namespace bisect::engine
