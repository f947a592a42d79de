#include "harness/app/measurements.hpp"

#include <algorithm>
#include <unordered_set>

namespace bisect::app {
namespace {

/// Index of the deciding metric. A plan without metrics measures cpu and wall.
int metric_index(const core::Plan& plan, const core::Finding& finding) {
  if (!finding.effect) return 0;
  if (plan.metrics.empty()) return finding.effect->metric == "wall" ? 1 : 0;
  const auto at = std::find_if(plan.metrics.begin(), plan.metrics.end(), [&](const core::Metric& metric) {
    return core::to_text(metric) == finding.effect->metric;
  });
  return at == plan.metrics.end() ? 0 : static_cast<int>(at - plan.metrics.begin());
}

reports::Start start_of(const core::Trial& trial, int metric, std::chrono::sys_time<core::Duration> begin) {
  reports::Start start;
  start.block = trial.block;
  start.arm = trial.arm;
  start.position = trial.position;
  start.seconds = std::chrono::duration<double>(trial.started - begin).count();
  start.load = trial.load;
  if (trial.ending == core::Ending::timed_out) start.outcome = reports::StartOutcome::over_limit;
  else if (!trial.failure.empty()) start.outcome = reports::StartOutcome::failed;
  if (start.outcome != reports::StartOutcome::fine) return start;
  for (const core::Reading& reading : trial.readings) {
    if (reading.metric != metric || reading.values.empty()) continue;
    start.value = core::trial_value(reading);
    start.samples = reading.values;
    break;
  }
  return start;
}

/// The variant whose parts have just these paths; the whole and the parent have none put over them.
std::string variant_name(const core::Candidate& candidate, const core::Finding& finding) {
  if (!finding.attribution || !finding.range) return "";
  if (!candidate.overlay) return candidate.commit == finding.range->bad.id ? "whole" : "parent";
  for (const core::Variant& variant : finding.attribution->variants) {
    std::vector<std::string> paths;
    for (const core::Part& part : finding.attribution->parts)
      if (std::find(variant.parts.begin(), variant.parts.end(), part.name) != variant.parts.end())
        paths.insert(paths.end(), part.paths.begin(), part.paths.end());
    std::sort(paths.begin(), paths.end());
    if (paths == candidate.overlay->paths) return variant.name;
  }
  const std::vector<std::string>& paths = candidate.overlay->paths;  // tried while files were screened
  return std::to_string(paths.size()) + (paths.size() == 1 ? " file" : " files") + ", such as " +
         paths.front();
}

std::chrono::sys_time<core::Duration> begin_of(const std::vector<store::RecordedRound>& rounds) {
  auto begin = std::chrono::sys_time<core::Duration>::max();
  for (const store::RecordedRound& round : rounds)
    for (const core::Trial& trial : round.outcome.trials) begin = std::min(begin, trial.started);
  return begin;
}

/// A commit that the graph only shows because another stands on it.
bool is_boundary(const core::CommitGraph& graph, const core::Commit& commit) {
  return std::any_of(commit.parents.begin(), commit.parents.end(),
                     [&](const core::CommitId& parent) { return graph.find(parent) == nullptr; });
}

/// Appends what is reachable from `tip` and not in `left_out`, parents first. Iterative: histories are
/// deep.
void append_history(const core::CommitGraph& graph, const core::CommitId& tip,
                    const std::unordered_set<core::CommitId>& left_out,
                    std::vector<core::CommitId>& order) {
  struct Visit {
    const core::Commit* commit;
    std::size_t parent = 0;  ///< the next one to go to
  };
  std::unordered_set<core::CommitId> seen;
  std::vector<Visit> way;
  const auto enter = [&](const core::CommitId& id) {
    const core::Commit* commit = graph.find(id);
    if (commit == nullptr || left_out.contains(id) || is_boundary(graph, *commit)) return;
    if (seen.insert(id).second) way.push_back({commit});
  };
  for (enter(tip); !way.empty();) {
    Visit& visit = way.back();
    if (visit.parent < visit.commit->parents.size()) {
      enter(visit.commit->parents[visit.parent++]);
    } else {
      order.push_back(visit.commit->id);
      way.pop_back();
    }
  }
}

}  // namespace

reports::Measurements measurements_of(const std::vector<store::RecordedRound>& rounds,
                                      const core::Plan& plan, const core::Finding& finding) {
  const int metric = metric_index(plan, finding);
  const auto begin = begin_of(rounds);
  reports::Measurements measurements;
  for (const store::RecordedRound& round : rounds) {
    if (round.outcome.trials.empty()) continue;
    reports::MeasuredRound& shown = measurements.rounds.emplace_back();
    shown.purpose = round.request.purpose;
    for (const core::Arm& arm : round.request.arms)
      shown.arms.push_back({arm.candidate.commit, variant_name(arm.candidate, finding), arm.generation});
    for (const core::Trial& trial : round.outcome.trials)
      shown.starts.push_back(start_of(trial, metric, begin));
  }
  return measurements;
}

std::vector<core::CommitId> axis_of(const core::CommitGraph& graph, const core::SearchedRange& range) {
  std::vector<core::CommitId> order;
  const std::unordered_set<core::CommitId> old = graph.ancestors(range.good.id);
  if (range.merge_base) {
    append_history(graph, range.good.id, graph.ancestors(range.merge_base->id), order);
    order.push_back(range.merge_base->id);
  } else {
    order.push_back(range.good.id);
  }
  append_history(graph, range.bad.id, old, order);
  return order;
}

}  // namespace bisect::app
