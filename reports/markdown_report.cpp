#include "reports/markdown_report.hpp"

#include "reports/attribution_sections.hpp"
#include "reports/matrix_sections.hpp"
#include "reports/plain_text.hpp"
#include "reports/report_sections.hpp"

#include <algorithm>

namespace bisect::reports {
namespace {

constexpr std::size_t k_log_lines = 40;

std::size_t longest_backtick_run(const std::string& text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

/// A fenced block; the fence is longer than any in the content (CommonMark 0.30, 4.5).
std::string fenced(const std::string& content, const std::string& language) {
  const std::string fence(std::max<std::size_t>(3, longest_backtick_run(content) + 1), '`');
  return fence + language + "\n" + content + (content.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string folded(const std::string& title, const std::string& content) {
  return "<details><summary>" + markdown_escaped(title) + "</summary>\n\n" + content +
         "\n</details>\n\n";
}

std::string paragraph(const std::string& text) {
  return text.empty() ? "" : markdown_escaped(text) + "\n\n";
}

std::string section(const std::string& title, const Table& table) {
  return table.rows.empty() ? "" : "#### " + title + "\n\n" + to_markdown(table) + "\n";
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  const std::size_t from = lines.size() - std::min(lines.size(), k_log_lines);
  for (std::size_t i = from; i < lines.size(); ++i) text += lines[i] + "\n";
  return text;
}

std::string logs(const ReportModel& model) {
  std::string out;
  for (const core::UntestableCommit& row : model.finding.untestable) {
    const std::vector<std::string> lines = clean_lines(row.why.log);
    if (lines.empty()) continue;
    out += folded("Log of " + core::short_id(row.commit.id) + " (" + core::to_text(row.why.stage) + ")",
                  fenced(joined(lines), ""));
  }
  return out;
}

std::string warnings(const ReportModel& model) {
  std::string out;
  for (const std::string& warning : model.finding.warnings)
    out += "- " + markdown_escaped(one_line(warning)) + "\n";
  return out.empty() ? "" : "#### Warnings\n\n" + out + "\n";
}

std::string attribution(const core::Finding& finding) {
  return section("Effects", effects_table(finding)) + section("Variants", variants_table(finding)) +
         section("Beside the whole", against_whole_table(finding)) +
         section("Variants that cannot be tested", untestable_variants(finding)) +
         section("Parts", parts_table(finding));
}

std::string next(const ReportModel& model) {
  std::string out = "#### What to do next\n\n";
  for (const NextStep& step : next_steps(model)) {
    out += "- " + markdown_escaped(step.text) + (step.command.empty() ? "\n" : ":\n\n");
    if (step.command.empty()) continue;
    // A fenced block inside the list item: indented like its text.
    for (const std::string& line : clean_lines(fenced(step.command, "sh"))) out += "  " + line + "\n";
    out += "\n";
  }
  return out;
}

std::string host(const ReportModel& model) {
  Table table{{{"fact"}, {"value"}}, {}};
  for (const auto& [fact, value] : model.host) table.rows.push_back({one_line(fact), one_line(value)});
  return table.rows.empty() ? "" : folded("Machine", to_markdown(table));
}

}  // namespace

std::string to_markdown(const ReportModel& model) {
  std::string out = "### " + markdown_escaped(summary_line(model.finding, model.plan)) + "\n\n";
  for (const std::string& line :
       {reason_line(model), candidates_line(model), effect_line(model), range_line(model),
        screening_line(model.finding)})
    out += paragraph(line);
  if (model.finding.commits.size() > 1) out += section("Commits", named_commits(model));
  if (model.finding.attribution) out += attribution(model.finding);
  if (model.finding.matrix)
    out += section("Matrix", matrix_table(*model.finding.matrix)) +
           section("Why", matrix_reasons(*model.finding.matrix));
  out += section("Evidence", evidence(model)) + section("Not testable", untestable_commits(model)) +
         warnings(model) + next(model) + paragraph("Cost: " + cost_line(model) + "; " + origin_line(model));
  out += logs(model);
  if (!model.plan_toml.empty())
    out += folded("Plan", fenced(joined(clean_lines(model.plan_toml)), "toml"));
  out += host(model);
  if (model.split) out += to_markdown(*model.split);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace bisect::reports
