#include "harness/engine/locate.hpp"

#include "harness/engine/step.hpp"

#include <iterator>
#include <optional>
#include <utility>

namespace bisect::engine {
namespace {

/// First commit down the first parents of `tip` that the main line already contained; nothing for
/// an imported history with a root of its own. A commit whose parents lie outside the graph is its
/// boundary: good contains it by a way that the graph does not show.
std::optional<core::Commit> fork_point(const core::CommitGraph& graph, const core::Commit& main_line,
                                       const core::Commit& tip) {
  const auto contained = graph.ancestors(main_line.id);
  const core::Commit* commit = &tip;
  while (!contained.contains(commit->id)) {
    if (commit->parents.empty()) return std::nullopt;
    const core::Commit* parent = graph.find(commit->parents.front());
    if (parent == nullptr) break;
    commit = parent;
  }
  return *commit;
}

/// The chain of a merged branch that shows the change at its tip and not where it forked off; empty
/// when there is none. Where the tip cannot be tested the merge itself ends the chain.
Inquiry<std::vector<core::Commit>> guilty_branch(Investigation& investigation, core::Commit before,
                                                 core::Commit merge, Sorting sorting) {
  const core::CommitGraph& graph = investigation.question.graph;
  for (const core::CommitId& parent : merge.parents) {
    const core::Commit* tip = graph.find(parent);
    if (tip == nullptr || parent == before.id || graph.is_ancestor(parent, before.id)) continue;
    const std::optional<core::Commit> fork = fork_point(graph, before, *tip);
    if (!fork) continue;
    const Assessment at_tip = co_await judge_step(investigation, *tip);
    const ChainSearch::State tip_state = state_of(at_tip, sorting);
    if (tip_state == ChainSearch::State::good) continue;
    const Assessment at_fork = co_await judge_step(investigation, *fork);
    if (state_of(at_fork, sorting) != ChainSearch::State::good) continue;
    std::vector<core::Commit> chain = graph.path(fork->id, tip->id);
    if (tip_state == ChainSearch::State::untestable) chain.push_back(merge);
    co_return chain;
  }
  co_return std::vector<core::Commit>{};
}

bool may_enter(const BisectQuestion& question, const Located& located) {
  return question.walk == core::Walk::everything &&
         question.descend == core::Descend::into_merges && located.bracket.single() &&
         located.after().parents.size() > 1;
}

/// A step that a merge brought in, traced into the merged branch.
Inquiry<std::vector<Located>> descend(Investigation& investigation, Located step, Sorting sorting) {
  if (sorting.reversed || !may_enter(investigation.question, step)) co_return std::vector{step};
  std::vector<core::Commit> branch =
      co_await guilty_branch(investigation, step.before(), step.after(), sorting);
  if (branch.empty()) {
    step.in_merge = true;
    co_return std::vector{step};
  }
  std::vector<Located> inside = co_await locate(investigation, std::move(branch), sorting);
  for (Located& located : inside) located.more = located.more || step.more;
  co_return inside;
}

}  // namespace

Inquiry<std::vector<Located>> locate(Investigation& investigation, std::vector<core::Commit> chain,
                                     Sorting sorting) {
  const Narrowed narrowed = co_await narrow(investigation, chain, sorting);
  std::vector<Located> all;
  for (const Bracket& bracket : narrowed.steps) {
    Located step{chain, bracket, narrowed.more};
    std::vector<Located> located = co_await descend(investigation, std::move(step), sorting);
    std::move(located.begin(), located.end(), std::back_inserter(all));
  }
  co_return all;
}

}  // namespace bisect::engine
