#include "harness/engine/locate.hpp"

#include "harness/engine/step.hpp"

#include <optional>

namespace bisect::engine {
namespace {

/// First commit down the first parents of `tip` that the main line already contained; nothing for
/// an imported history with a root of its own.
std::optional<core::Commit> fork_point(const core::CommitGraph& graph, const core::Commit& main_line,
                                       const core::Commit& tip) {
  const auto contained = graph.ancestors(main_line.id);
  const core::Commit* commit = &tip;
  while (commit != nullptr && !contained.contains(commit->id))
    commit = commit->parents.empty() ? nullptr : graph.find(commit->parents.front());
  if (commit == nullptr) return std::nullopt;
  return *commit;
}

/// The chain of a merged branch that shows the change at its tip and not where it forked off; empty
/// when there is none.
Inquiry<std::vector<core::Commit>> guilty_branch(Investigation& investigation, core::Commit before,
                                                 core::Commit merge) {
  const core::CommitGraph& graph = investigation.question.graph;
  for (const core::CommitId& parent : merge.parents) {
    const core::Commit* tip = graph.find(parent);
    if (tip == nullptr || parent == before.id || graph.is_ancestor(parent, before.id)) continue;
    const std::optional<core::Commit> fork = fork_point(graph, before, *tip);
    if (!fork) continue;
    const Assessment at_tip = co_await judge_step(investigation, *tip);
    if (at_tip.standing != core::Standing::bad) continue;
    const Assessment at_fork = co_await judge_step(investigation, *fork);
    if (at_fork.standing != core::Standing::good) continue;
    co_return graph.path(fork->id, tip->id);
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
        co_await guilty_branch(investigation, located.before(), located.after());
    if (branch.empty()) {
      located.in_merge = true;
      break;
    }
    located.chain = std::move(branch);
    const Narrowed inside = co_await narrow(investigation, located.chain, sorting);
    located.bracket = inside.bracket;
  }
  co_return located;
}

}  // namespace bisect::engine
