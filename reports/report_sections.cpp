#include "reports/report_sections.hpp"

#include "reports/attribution_sections.hpp"
#include "reports/headline.hpp"
#include "reports/matrix_sections.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"
#include "reports/repeat_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bisect::reports {
namespace {

using core::Finding;
using core::Verdict;

std::string unit_of(const Finding& finding) { return finding.effect ? finding.effect->unit : ""; }

std::string counted(std::size_t n, const std::string& one, const std::string& many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + one_line(name);
  return text;
}

std::string note_of(const core::MeasuredCommit& row) {
  std::string note;
  const auto add = [&](const std::string& text) { note += (note.empty() ? "" : ", ") + text; };
  if (row.purpose != core::Purpose::step) add(core::to_text(row.purpose));
  if (row.over_limit > 0) add(std::to_string(row.over_limit) + " over the time limit");
  if (row.failed > 0) add(std::to_string(row.failed) + " failed");
  if (!row.note.empty()) add(one_line(row.note));
  return note;
}

/// Only where a test was made.
std::string test_cell(const core::MeasuredCommit& row) {
  if (row.bound == 0) return "";
  const bool is_finite = std::isfinite(row.statistic) && std::isfinite(row.bound);
  return is_finite ? fmt::format("{:.2f} / {:.2f}", row.statistic, row.bound) : "?";
}

/// "+4.1 % [+3.6, +4.7]": narrower than in a sentence.
std::string ratio_cell(const core::Ratio& ratio) {
  const auto bare = [](double value) {
    const std::string text = signed_percent(value - 1);
    return text.ends_with(" %") ? text.substr(0, text.size() - 2) : text;
  };
  return signed_percent(ratio.value - 1) + " [" + bare(ratio.low) + ", " + bare(ratio.high) + "]";
}

struct Failing {
  const char* one;
  const char* many;
};

Failing what_failed(core::Stage stage) {
  switch (stage) {
    case core::Stage::checkout: return {"cannot be checked out", "cannot be checked out"};
    case core::Stage::submodule: return {"lacks a submodule", "lack a submodule"};
    case core::Stage::patch: return {"does not take a patch", "do not take a patch"};
    case core::Stage::prepare: return {"cannot be prepared", "cannot be prepared"};
    case core::Stage::build: return {"does not build", "do not build"};
    case core::Stage::run: return {"does not run", "do not run"};
  }
  return {"?", "?"};
}

bool is_named(const Finding& finding, const core::CommitId& id) {
  return std::any_of(finding.commits.begin(), finding.commits.end(),
                     [&](const core::NamedCommit& named) { return named.commit.id == id; });
}

std::vector<const core::UntestableCommit*> untestable_candidates(const Finding& finding) {
  std::vector<const core::UntestableCommit*> rows;
  for (const core::UntestableCommit& row : finding.untestable)
    if (is_named(finding, row.commit.id)) rows.push_back(&row);
  return rows;
}

void add_candidate_steps(std::vector<NextStep>& steps, const Finding& finding) {
  if (!untestable_candidates(finding).empty())
    steps.push_back({"make them testable: --patch FILE@FROM..TO applies a repair for a stretch of "
                     "history, --pin PATH=REV@FROM..TO holds a submodule",
                     ""});
  std::string command = "git show";
  for (const core::NamedCommit& named : finding.commits)
    command += " " + core::short_id(named.commit.id);
  steps.push_back({"read them together", command});
}

std::vector<NextStep> matrix_steps(const ReportModel& model) {
  const auto contrast = contrast_in(*model.finding.matrix);
  if (!contrast || contrast->good.empty() || contrast->bad.empty()) return {};
  std::string command = "bisect settings --rev " + shell_quoted(contrast->revision) + " --good-setting " +
                        shell_quoted(contrast->good) + " --bad-setting " + shell_quoted(contrast->bad) +
                        " --look-for failing";
  if (!model.plan_file.empty()) command += " --plan " + shell_quoted(model.plan_file);
  return {{"name the difference between the settings", std::move(command)}};
}

void add_verdict_steps(std::vector<NextStep>& steps, const ReportModel& model) {
  const Finding& finding = model.finding;
  switch (finding.verdict) {
    case Verdict::culprit:
    case Verdict::culprits:
    case Verdict::improvement:
      for (const core::NamedCommit& named : finding.commits)
        steps.push_back({"look at it", "git show " + core::short_id(named.commit.id)});
      if (finding.commits.empty())
        steps.push_back({"find the commit that made it better: --look-for faster", ""});
      break;
    case Verdict::candidates:
      if (!finding.commits.empty()) add_candidate_steps(steps, finding);
      break;
    case Verdict::gradual:
      steps.push_back({"name smaller steps with a lower --min-effect", ""});
      break;
    case Verdict::none:
      steps.push_back({"look for something smaller with a lower --min-effect", ""});
      break;
    case Verdict::interaction:
    case Verdict::compared: break;
    case Verdict::slow_at_merge_base:
      steps.push_back({"find where it came from: give a --good older than the merge base", ""});
      break;
    case Verdict::undecided:
      steps.push_back({"allow more with --budget and --max-builds, ask for less with a higher "
                       "--min-effect or a lower --confidence",
                       ""});
      break;
    case Verdict::refused: break;
  }
}

}  // namespace

std::string reason_line(const ReportModel& model) {
  std::string reason = one_line(model.finding.reason);
  while (reason.ends_with('.') || reason.ends_with(' ')) reason.pop_back();
  const bool is_said = summary_line(model.finding, model.plan).find(reason) != std::string::npos;
  return is_said ? "" : reason;
}

std::string effect_line(const ReportModel& model) {
  if (!model.finding.effect) return "";
  const core::Effect& effect = *model.finding.effect;
  const std::string p = p_value(effect.p_value);
  std::string ends = "bad against good: ";
  if (const auto& parts = model.finding.attribution)
    ends = one_line(parts->compared.whole) + " against " + one_line(parts->compared.base) + ": ";
  return ends + one_line(effect.metric) + " " + quantity(effect.good, effect.unit) +
         " -> " + quantity(effect.bad, effect.unit) + ", " + change_text(effect.ratio, effect.unit) +
         ", p " + (p.starts_with('<') ? "" : "= ") + p +
         (effect.test.empty() ? "" : " (" + one_line(effect.test) + ")");
}

std::string range_line(const ReportModel& model) {
  if (!model.finding.range) return "";
  const core::SearchedRange& range = *model.finding.range;
  if (range.good.id == range.bad.id)
    return "at " + core::short_id(range.bad.id) + " " + title(range.bad);
  std::string text = "range: " + core::short_id(range.good.id) + ".." + core::short_id(range.bad.id) +
                     ", " + counted(static_cast<std::size_t>(std::max(range.candidates, 0)),
                                    "commit", "commits");
  if (range.merge_base) text += ", merge base " + core::short_id(range.merge_base->id);
  return text;
}

Table named_commits(const ReportModel& model) {
  Table table{{{"commit"}, {"what it did"}, {"probability", Align::right}, {"title"}}, {}};
  const bool is_set = model.finding.verdict == Verdict::candidates ||
                      model.finding.verdict == Verdict::interaction;
  for (const core::NamedCommit& named : model.finding.commits)
    table.rows.push_back({core::short_id(named.commit.id),
                          is_set && !named.ratio ? "not measured alone"
                                                 : deed(named, model.finding, model.plan),
                          probability(named.probability), title(named.commit)});
  return table;
}

std::string candidates_line(const ReportModel& model) {
  if (model.finding.verdict != Verdict::candidates) return "";
  std::string text;
  const auto rows = untestable_candidates(model.finding);
  for (const core::Stage stage : {core::Stage::checkout, core::Stage::submodule, core::Stage::patch,
                                  core::Stage::prepare, core::Stage::build, core::Stage::run}) {
    const auto n = std::count_if(rows.begin(), rows.end(),
                                 [&](const auto* row) { return row->why.stage == stage; });
    if (n == 0) continue;
    const Failing failing = what_failed(stage);
    text += fmt::format("{}{} of them {}", text.empty() ? "" : ", ", n,
                        n == 1 ? failing.one : failing.many);
  }
  return text;
}

Table evidence(const ReportModel& model) {
  Table table{{{"commit"}, {"standing"}, {"n", Align::right}, {"mean", Align::right},
               {"to good", Align::right}, {"z / bound", Align::right}, {"note"}, {"subject"}},
              {}};
  const std::string unit = unit_of(model.finding);
  for (const core::MeasuredCommit& row : model.finding.measured)
    table.rows.push_back({core::short_id(row.commit.id), core::to_text(row.standing),
                          row.trials > 0 ? std::to_string(row.trials) : "",
                          row.mean ? quantity(*row.mean, unit) : "",
                          row.ratio ? ratio_cell(*row.ratio) : "", test_cell(row), note_of(row),
                          one_line(row.commit.subject)});
  return table;
}

Table untestable_commits(const ReportModel& model) {
  Table table{{{"commit"}, {"stage"}, {"reason"}, {"subject"}}, {}};
  for (const core::UntestableCommit& row : model.finding.untestable)
    table.rows.push_back({core::short_id(row.commit.id), core::to_text(row.why.stage),
                          one_line(row.why.reason), one_line(row.commit.subject)});
  return table;
}

std::string cost_line(const ReportModel& model) {
  const core::Cost& cost = model.finding.cost;
  return counted(static_cast<std::size_t>(std::max(cost.builds, 0)), "build", "builds") +
         " (" + elapsed(cost.build) + "), " +
         counted(static_cast<std::size_t>(std::max(cost.trials, 0)), "trial", "trials") + " (" +
         elapsed(cost.trial) + "), " + elapsed(cost.wall) + " in all";
}

std::string origin_line(const ReportModel& model) {
  std::string text = "bisect " + model.version;
  if (model.session != core::SessionId{})
    text = "session " + std::to_string(static_cast<std::int64_t>(model.session)) + ", " + text;
  return one_line(text + (model.date.empty() ? "" : ", " + model.date));
}

std::vector<NextStep> next_steps(const ReportModel& model) {
  std::vector<NextStep> steps;
  if (model.finding.attribution) steps = attribution_steps(model.finding);
  else if (model.finding.matrix) steps = matrix_steps(model);
  else add_verdict_steps(steps, model);
  if (const std::string command = split_command(model); !command.empty() && !model.split)
    steps.push_back({"see which of its parts costs what (" + listed(model.touched_parts) + ")", command});
  steps.push_back({model.finding.verdict == Verdict::refused
                       ? "ask again when the cause is cured"
                       : "repeat it with the same random orders",
                   repeat_command(model)});
  return steps;
}

}  // namespace bisect::reports
