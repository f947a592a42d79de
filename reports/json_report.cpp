#include "reports/json_report.hpp"

#include "reports/attribution_json.hpp"
#include "reports/headline.hpp"
#include "reports/json_value.hpp"
#include "reports/matrix_json.hpp"
#include "reports/measurements_json.hpp"
#include "reports/repeat_command.hpp"
#include "reports/t_test_report.hpp"

#include <nlohmann/json.hpp>

namespace bisect::reports {
namespace {

using nlohmann::json;

double seconds(core::Duration duration) { return std::chrono::duration<double>(duration).count(); }

json commit_object(const core::Commit& commit) {
  return {{"id", text(commit.id.text())},
          {"subject", text(commit.subject)},
          {"author", text(commit.author)},
          {"author_date", text(commit.author_date)}};
}

json text_map(const std::map<std::string, std::string>& values) {
  json object = json::object();
  for (const auto& [key, value] : values) object[valid_utf8(key)] = text(value);
  return object;
}

json commits_of(const core::Finding& finding) {
  json list = json::array();
  for (const core::NamedCommit& named : finding.commits) {
    json object = commit_object(named.commit);
    put_ratio(object, named.ratio);
    object["probability"] = between_0_and_1(named.probability, 0);
    object["kind"] = core::to_text(named.kind);
    object["changed_files"] = texts(named.changed_files);
    list.push_back(std::move(object));
  }
  return list;
}

json range_of(const core::Finding& finding) {
  if (!finding.range) return nullptr;
  const core::SearchedRange& range = *finding.range;
  json object{{"good", text(range.good.id.text())},
              {"bad", text(range.bad.id.text())},
              {"candidates", range.candidates}};
  if (range.merge_base) object["merge_base"] = text(range.merge_base->id.text());
  return object;
}

json effect_of(const core::Finding& finding) {
  if (!finding.effect) return nullptr;
  const core::Effect& effect = *finding.effect;
  json object{{"metric", text(effect.metric)},
              {"unit", text(effect.unit)},
              {"good", finite(effect.good)},
              {"bad", finite(effect.bad)},
              {"p_value", between_0_and_1(effect.p_value, 1)},
              {"test", text(effect.test)}};
  put_ratio(object, effect.ratio);
  return object;
}

json measured_of(const core::Finding& finding) {
  json list = json::array();
  for (const core::MeasuredCommit& row : finding.measured) {
    json object{{"id", text(row.commit.id.text())},
                {"subject", text(row.commit.subject)},
                {"standing", core::to_text(row.standing)},
                {"purpose", core::to_text(row.purpose)},
                {"trials", row.trials},
                {"over_limit", row.over_limit},
                {"failed", row.failed},
                {"mean", row.mean ? finite(*row.mean) : json(nullptr)},
                {"statistic", finite(row.statistic)},
                {"bound", finite(row.bound)},
                {"note", text(row.note)}};
    put_ratio(object, row.ratio);
    list.push_back(std::move(object));
  }
  return list;
}

json untestable_of(const core::Finding& finding) {
  json list = json::array();
  for (const core::UntestableCommit& row : finding.untestable)
    list.push_back({{"id", text(row.commit.id.text())},
                    {"subject", text(row.commit.subject)},
                    {"stage", core::to_text(row.why.stage)},
                    {"reason", text(row.why.reason)},
                    {"log", text(row.why.log)}});
  return list;
}

json cost_of(const core::Cost& cost) {
  return {{"builds", cost.builds},
          {"trials", cost.trials},
          {"wall_seconds", seconds(cost.wall)},
          {"build_seconds", seconds(cost.build)},
          {"trial_seconds", seconds(cost.trial)}};
}

json stretched(json object, const core::Stretch& stretch) {
  object["from"] = text(stretch.from);
  object["to"] = text(stretch.to);
  return object;
}

json history_of(const core::Plan& plan) {
  json pins = json::array(), patches = json::array();
  for (const core::PinRequest& pin : plan.pins)
    pins.push_back(stretched({{"path", text(pin.path)}, {"revision", text(pin.revision)}}, pin.stretch));
  for (const core::PatchRequest& patch : plan.patches)
    patches.push_back(stretched({{"file", text(patch.file.string())}}, patch.stretch));
  return {{"pins", std::move(pins)}, {"patches", std::move(patches)}};
}

json limits_of(const core::Limits& limits) {
  return {{"build_timeout_seconds", seconds(limits.build)},
          {"run_timeout_seconds", seconds(limits.run)},
          {"budget_seconds", seconds(limits.budget)},
          {"max_builds", limits.max_builds},
          {"retries", limits.retries}};
}

/// The plan in force: commands and environment with the setting's replacements already made.
json plan_of(const ReportModel& model) {
  const core::Plan& plan = model.plan;
  const core::Commands commands = core::effective_commands(plan);
  std::vector<std::string> metrics;
  for (const core::Metric& metric : plan.metrics) metrics.push_back(core::to_text(metric));
  json object{{"repo", text(plan.repository.string())},
              {"good", text(plan.good)},
              {"bad", text(plan.bad)},
              {"prepare", text(commands.prepare)},
              {"build", text(commands.build)},
              {"run", text(commands.run)},
              {"environment", text_map(core::effective_environment(plan))},
              {"setting", text(plan.setting)},
              {"metrics", texts(metrics)},
              {"look_for", core::to_text(plan.look_for)},
              {"match", text(plan.match)},
              {"min_effect", finite(plan.min_effect)},
              {"confidence", finite(plan.confidence)},
              {"first_parent", plan.walk == core::Walk::first_parent},
              {"descend", plan.descend == core::Descend::into_merges},
              {"limits", limits_of(plan.limits)},
              {"db", text(plan.database.string())},
              {"work_dir", text(plan.work_dir.string())},
              {"seed", plan.seed},
              {"toml", text(model.plan_toml)},
              {"command", repeat_command(model)}};
  object.update(history_of(plan));
  if (plan.task != core::Task::search) object["samples"] = plan.samples;
  if (!plan.compared.empty()) {
    object["revisions"] = texts(plan.revisions);
    object["settings"] = texts(plan.compared);
  }
  return object;
}

json session_of(const ReportModel& model) {
  return {{"id", static_cast<std::int64_t>(model.session)},
          {"version", text(model.version)},
          {"date", text(model.date)}};
}

std::string dumped(const json& object) { return object.dump(2) + "\n"; }

json sample_of(const SampleRow& row) {
  return {{"name", text(row.name)}, {"n", row.n}, {"mean", finite(row.mean)}, {"sd", finite(row.sd)}};
}

std::string tail_name(stats::Tail tail) {
  if (tail == stats::Tail::two_sided) return "two";
  return tail == stats::Tail::less ? "less" : "greater";
}

json object_of(const ReportModel& model) {
  const core::Finding& finding = model.finding;
  json object{{"schema", 1},
              {"verdict", core::to_text(finding.verdict)},
              {"summary", text(summary_line(finding, model.plan))},
              {"commits", commits_of(finding)},
              {"range", range_of(finding)},
              {"effect", effect_of(finding)},
              {"probability", between_0_and_1(finding.probability, 0)},
              {"measured", measured_of(finding)},
              {"untestable", untestable_of(finding)},
              {"cost", cost_of(finding.cost)},
              {"reason", text(finding.reason)},
              {"warnings", texts(finding.warnings)},
              {"plan", plan_of(model)},
              {"host", text_map(model.host)},
              {"session", session_of(model)}};
  if (finding.attribution) put_attribution(object, *finding.attribution);
  if (finding.matrix) object["matrix"] = matrix_object(*finding.matrix);
  if (const std::string command = split_command(model); !command.empty())
    object["split_command"] = text(command);
  if (model.split) {
    object["split"] = object_of(*model.split);
    object["split"]["rounds"] = rounds_json(model.split->measurements);
  }
  return object;
}

}  // namespace

std::string to_json(const ReportModel& model) {
  std::string text = dumped(object_of(model));
  if (model.measurements.rounds.empty()) return text;
  // Numbers by the thousand, each on a line of its own, would bury the finding.
  text.resize(text.rfind("\n}"));
  return text + ",\n  \"history\": " + history_json(model.measurements).dump() + ",\n  \"rounds\": " +
         rounds_json(model.measurements).dump() + "\n}\n";
}

std::string to_json(const TTestReport& report) {
  const bool has_base = report.second.mean != 0;
  json object{{"schema", 1},
              {"test", report.test},
              {"tail", tail_name(report.tail)},
              {"confidence", report.confidence},
              {report.test == "rank" ? "z" : "t", finite(report.statistic)},
              {"dof", report.dof ? finite(*report.dof) : json(nullptr)},
              {"p_value", between_0_and_1(report.p_value, 1)},
              {"significant", report.is_significant()},
              {"difference", finite(report.difference)},
              {"low", report.interval ? finite(report.interval->low) : json(nullptr)},
              {"high", report.interval ? finite(report.interval->high) : json(nullptr)},
              {"percent", has_base ? finite(report.difference / report.second.mean * 100) : json(nullptr)},
              {"first", sample_of(report.first)},
              {"second", sample_of(report.second)}};
  return dumped(object);
}

}  // namespace bisect::reports
