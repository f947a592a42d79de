#include "harness/app/model.hpp"

#include "harness/app/measurements.hpp"
#include "harness/app/split_scope.hpp"
#include "harness/app/surroundings.hpp"
#include "harness/config/plan_toml.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <utility>

namespace bisect::app {
namespace {

void add_changed_files(git::History& history, core::Finding& finding) {
  constexpr std::size_t k_most = 8;  // a set of candidates needs no more
  for (std::size_t i = 0; i < std::min(finding.commits.size(), k_most); ++i)
    if (auto files = history.changed_files(finding.commits[i].commit.id))
      finding.commits[i].changed_files = std::move(*files);
}

}  // namespace

reports::ReportModel model_of(core::Finding finding, const core::Plan& plan, Origin origin,
                              git::History& history, const Invocation& invocation) {
  reports::ReportModel model;
  model.finding = std::move(finding);
  add_changed_files(history, model.finding);
  model.plan = plan;
  model.plan_toml = config::to_toml(plan);
  model.plan_file = invocation.plan_file.value_or("");
  model.usual_environment = fixed_environment();
  model.host = std::move(origin.host_facts);
  model.session = origin.session;
  model.version = program_version();
  model.date = std::move(origin.date);
  return model;
}

core::Result<void> add_measurements(reports::ReportModel& model, git::History& history,
                                    const std::vector<store::RecordedRound>& rounds) {
  model.measurements = measurements_of(rounds, model.plan, model.finding);
  const auto& range = model.finding.range;
  if (!range || model.finding.attribution) return {};
  auto segment = history.segment(range->good.id, range->bad.id);
  if (!segment) return std::move(segment).error();
  model.measurements.axis = axis_of(segment->graph, *range);
  return {};
}

bool is_splittable(const reports::ReportModel& model) {
  const core::Plan& plan = model.plan;
  return plan.task == core::Task::search && !plan.parts.empty() &&
         model.finding.verdict == core::Verdict::culprit;
}

core::Result<void> add_touched_parts(reports::ReportModel& model, Foundation& foundation) {
  if (!is_splittable(model)) return {};
  auto changes = open_changes(model.plan, foundation);
  if (!changes) return std::move(changes).error();
  auto touched = parts_touched(*changes, model.finding.commits.front().commit, model.plan);
  if (!touched) return std::move(touched).error();
  model.touched_parts = std::move(*touched);
  return {};
}

std::string utc_text(const core::Clock& clock) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(
                         std::chrono::time_point_cast<std::chrono::seconds>(clock.utc()))));
}

}  // namespace bisect::app
