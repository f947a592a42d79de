#include "reports/repeat_command.hpp"

#include "reports/plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace bisect::reports {
namespace {

std::string milliseconds(core::Duration duration) {
  const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(duration).count();
  return whole % 1000 == 0 ? std::to_string(whole / 1000) + "s" : std::to_string(whole) + "ms";
}

std::string with_stretch(std::string text, const core::Stretch& stretch) {
  return stretch.everywhere() ? text : text + "@" + stretch.from + ".." + stretch.to;
}

class CommandLine {
 public:
  void word(const std::string& text) { m_text += " " + shell_quoted(text); }
  void flag(const std::string& name) { m_text += " " + name; }
  void option(const std::string& name, const std::string& value) {
    m_text += " " + name + " " + shell_quoted(value);
  }
  void if_given(const std::string& name, const std::string& value) {
    if (!value.empty()) option(name, value);
  }
  void unless_default(const std::string& name, core::Duration value, core::Duration by_default) {
    if (value != by_default) option(name, milliseconds(value));
  }
  void unless_default(const std::string& name, int value, int by_default) {
    if (value != by_default) option(name, std::to_string(value));
  }
  void percent_unless_default(const std::string& name, double value, double by_default) {
    if (value != by_default) option(name, fmt::format("{:.12g}", value * 100));
  }
  [[nodiscard]] const std::string& text() const { return m_text; }

 private:
  std::string m_text = "bisect";
};

/// Full ids where they are known.
void add_split(CommandLine& line, const ReportModel& model) {
  const auto& range = model.finding.range;
  const core::Plan& plan = model.plan;
  const std::string bad = range ? range->bad.id.text() : plan.bad;
  const std::string good = range ? range->good.id.text() : plan.good;
  line.word("split");
  line.word(plan.good.empty() ? bad : good + ".." + bad);
}

/// The revision is not named again by its id where the finding does not know it.
void add_settings(CommandLine& line, const ReportModel& model) {
  const core::Plan& plan = model.plan;
  line.option("--rev", model.finding.range ? model.finding.range->bad.id.text() : plan.revisions.front());
  if (plan.compared.front() != plan.compared.back()) {
    line.option("--good-setting", plan.compared.front());
    line.option("--bad-setting", plan.compared.back());
  }
  for (const core::Toggle& toggle : plan.toggles)
    line.option("--env", toggle.name + "=" + toggle.good + "|" + toggle.bad);
}

void add_matrix(CommandLine& line, const core::Plan& plan) {
  line.word("matrix");
  for (const std::string& revision : plan.revisions) line.word(revision);
  std::string names;
  for (const std::string& name : plan.compared) names += (names.empty() ? "" : ",") + name;
  line.if_given("--settings", names);
}

void add_parts(CommandLine& line, const core::Plan& plan) {
  line.unless_default("--samples", plan.samples, 0);
  if (plan.grain == core::Grain::per_file) return line.flag("--per-file");
  if (plan.grain == core::Grain::per_hunk) return line.flag("--per-hunk");
  for (const core::PartRequest& part : plan.parts) {
    std::string text = part.name + "=";
    for (std::size_t i = 0; i < part.globs.size(); ++i) text += (i == 0 ? "" : ",") + part.globs[i];
    line.option("--part", text);
  }
}

void add_ends(CommandLine& line, const ReportModel& model) {
  const auto& range = model.finding.range;
  line.option("--good", range ? range->good.id.text() : model.plan.good);
  line.option("--bad", range ? range->bad.id.text() : model.plan.bad);
}

void add_question(CommandLine& line, const core::Plan& plan) {
  const core::Plan defaults;
  for (const core::Metric& metric : plan.metrics) line.option("--metric", core::to_text(metric));
  if (plan.look_for != defaults.look_for) line.option("--look-for", core::to_text(plan.look_for));
  line.if_given("--match", plan.match);
  line.percent_unless_default("--min-effect", plan.min_effect, defaults.min_effect);
  line.percent_unless_default("--confidence", plan.confidence, defaults.confidence);
}

void add_history(CommandLine& line, const core::Plan& plan) {
  for (const core::PinRequest& pin : plan.pins)
    line.option("--pin", with_stretch(pin.path + "=" + pin.revision, pin.stretch));
  for (const core::PatchRequest& patch : plan.patches)
    line.option("--patch", with_stretch(patch.file.string(), patch.stretch));
  if (plan.walk == core::Walk::first_parent) line.flag("--first-parent");
  if (plan.descend == core::Descend::never) line.flag("--no-descend");
}

void add_limits(CommandLine& line, const core::Limits& limits) {
  const core::Limits defaults;
  line.unless_default("--build-timeout", limits.build, defaults.build);
  line.unless_default("--run-timeout", limits.run, defaults.run);
  line.unless_default("--budget", limits.budget, defaults.budget);
  line.unless_default("--max-builds", limits.max_builds, defaults.max_builds);
  line.unless_default("--retries", limits.retries, defaults.retries);
}

}  // namespace

std::string shell_quoted(const std::string& text) {
  const bool is_plain = !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("@%_+=:,./-").find(static_cast<char>(c)) !=
                                       std::string_view::npos;
  });
  if (is_plain) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

std::string split_command(const ReportModel& model) {
  const core::Finding& finding = model.finding;
  if (model.touched_parts.size() < 2 || finding.commits.size() != 1) return "";
  ReportModel split = model;
  split.plan.task = core::Task::split;
  split.plan.good.clear();
  split.plan.bad = finding.commits.front().commit.id.text();
  split.finding.range.reset();
  std::erase_if(split.plan.parts, [&](const core::PartRequest& part) {
    const auto& touched = model.touched_parts;
    return std::find(touched.begin(), touched.end(), part.name) == touched.end();
  });
  return repeat_command(split);
}

std::string repeat_command(const ReportModel& model) {
  const core::Plan& plan = model.plan;
  CommandLine line;
  if (plan.task == core::Task::split) add_split(line, model);
  if (plan.task == core::Task::settings) line.word("settings");
  if (plan.task == core::Task::matrix) add_matrix(line, plan);
  line.if_given("--repo", plan.repository.string());
  // Settings exist in plan files only; everything else is said again, so that the line stands alone.
  const bool uses_settings = !plan.setting.empty() || std::any_of(plan.compared.begin(), plan.compared.end(),
                                                                  [](const auto& name) { return !name.empty(); });
  if (uses_settings) line.if_given("--plan", model.plan_file);
  line.if_given("--setting", plan.setting);
  if (plan.task == core::Task::settings) add_settings(line, model);
  if (plan.task == core::Task::search) add_ends(line, model);
  add_parts(line, plan);
  if (model.split) line.flag("--split");
  line.if_given("--prepare", plan.commands.prepare);
  line.if_given("--build", plan.commands.build);
  line.if_given("--run", plan.commands.run);
  for (const auto& [name, value] : plan.environment) {
    const auto usual = model.usual_environment.find(name);
    const bool is_usual = usual != model.usual_environment.end() && usual->second == value;
    if (!is_usual) line.option("--env", name + "=" + value);
  }
  add_question(line, plan);
  add_history(line, plan);
  add_limits(line, plan.limits);
  line.option("--seed", std::to_string(plan.seed));
  return valid_utf8(line.text());
}

}  // namespace bisect::reports
