#include "harness/engine/locate.hpp"

#include "harness/engine/step.hpp"

#include <optional>

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

}  // namespace

Inquiry<Located> locate(Investigation& investigation, std::vector<core::Commit> chain,
                        Sorting sorting) {
  Located located;
  located.chain = std::move(chain);
  const Narrowed narrowed = co_await narrow(investigation, located.chain, sorting);
  located.bracket = narrowed.bracket;
  located.met_between = narrowed.met_between;
  while (!sorting.reversed && may_enter(investigation.question, located)) {
    std::vector<core::Commit> branch =
        co_await guilty_branch(investigation, located.before(), located.after(), sorting);
    if (branch.empty()) {
      located.in_merge = true;
      break;
    }
    located.chain = std::move(branch);
    const Narrowed inside = co_await narrow(investigation, located.chain, sorting);
    located.bracket = inside.bracket;
    located.met_between = located.met_between || inside.met_between;
  }
  co_return located;
}

}  // namespace bisect::engine
