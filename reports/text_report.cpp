#include "reports/text_report.hpp"

#include "reports/attribution_sections.hpp"
#include "reports/matrix_sections.hpp"
#include "reports/plain_text.hpp"
#include "reports/report_sections.hpp"

#include <algorithm>

namespace bisect::reports {
namespace {

constexpr std::size_t k_least_width = 40;
constexpr std::size_t k_log_lines = 10;
constexpr std::size_t k_files_shown = 8;

class Page {
 public:
  explicit Page(const Style& style)
      : m_ink(style.ink), m_width(std::max(style.width, k_least_width)) {}

  [[nodiscard]] std::size_t width() const { return m_width; }
  [[nodiscard]] const std::string& text() const { return m_text; }

  void line(const std::string& text) { m_text += text + "\n"; }
  void paragraph(const std::string& text, const char* code = "") {
    for (const std::string& part : wrapped(text, m_width)) line(inked(part, code));
  }
  /// Wrapped behind `first`; further lines stand under the text.
  void item(const std::string& first, const std::string& text) {
    std::string before = first;
    for (const std::string& part : wrapped(text, m_width - display_width(first))) {
      line(before + part);
      before.assign(display_width(first), ' ');
    }
  }
  void heading(const std::string& text) { m_text += "\n" + inked(text, "1") + "\n"; }
  void table(const std::string& title, const Table& rows) {
    if (rows.rows.empty()) return;
    heading(title);
    m_text += to_text(rows, m_width);
  }

 private:
  /// `code`: parameter of Select Graphic Rendition (ECMA-48).
  [[nodiscard]] std::string inked(const std::string& text, const std::string& code) const {
    return m_ink == Ink::plain || code.empty() ? text : "\x1b[" + code + "m" + text + "\x1b[0m";
  }

  Ink m_ink;
  std::size_t m_width;
  std::string m_text;
};

void write_files(Page& page, const core::NamedCommit& named) {
  if (named.changed_files.empty()) return;
  std::string text;
  for (std::size_t i = 0; i < std::min(named.changed_files.size(), k_files_shown); ++i)
    text += (i == 0 ? "" : ", ") + one_line(named.changed_files[i]);
  if (named.changed_files.size() > k_files_shown)
    text += " and " + std::to_string(named.changed_files.size() - k_files_shown) + " more";
  page.item("files: ", text);
}

void write_answer(Page& page, const ReportModel& model) {
  page.paragraph(summary_line(model.finding, model.plan), "1");
  for (const std::string& line :
       {reason_line(model), candidates_line(model), effect_line(model), range_line(model),
        screening_line(model.finding)})
    page.paragraph(line);
  if (model.finding.commits.size() == 1 && !model.finding.attribution) write_files(page, model.finding.commits.front());
}

/// Logs of what could not be tested are the answer itself when the search was refused.
void write_logs(Page& page, const ReportModel& model) {
  if (model.finding.verdict != core::Verdict::refused) return;
  for (const core::UntestableCommit& row : model.finding.untestable) {
    const std::vector<std::string> lines = clean_lines(row.why.log);
    if (lines.empty()) continue;
    page.heading("end of the log of " + core::short_id(row.commit.id));
    const std::size_t from = lines.size() - std::min(lines.size(), k_log_lines);
    for (std::size_t i = from; i < lines.size(); ++i) page.line("  | " + lines[i]);
  }
}

void write_attribution(Page& page, const core::Finding& finding) {
  if (!finding.attribution) return;
  page.table("effects", effects_table(finding));
  page.table("variants", variants_table(finding));
  page.table("beside the whole", against_whole_table(finding));
  page.table("variants that cannot be tested", untestable_variants(finding));
  page.table("parts", parts_table(finding));
}

void write_warnings(Page& page, const ReportModel& model) {
  if (model.finding.warnings.empty()) return;
  page.heading("warnings");
  for (const std::string& warning : model.finding.warnings) page.item("  - ", one_line(warning));
}

void write_next(Page& page, const ReportModel& model) {
  page.heading("what to do next");
  for (const NextStep& step : next_steps(model)) {
    page.item("  - ", step.text + (step.command.empty() ? "" : ":"));
    if (!step.command.empty()) page.line("      " + step.command);
  }
}

}  // namespace

std::string to_text(const ReportModel& model, const Style& style) {
  Page page(style);
  write_answer(page, model);
  if (model.finding.commits.size() > 1) page.table("commits", named_commits(model));
  write_attribution(page, model.finding);
  if (model.finding.matrix) {
    page.table("matrix", matrix_table(*model.finding.matrix));
    page.table("why", matrix_reasons(*model.finding.matrix));
  }
  page.table("evidence", evidence(model));
  page.table("not testable", untestable_commits(model));
  write_logs(page, model);
  write_warnings(page, model);
  page.heading("cost");
  page.item("  ", cost_line(model));
  page.item("  ", origin_line(model));
  write_next(page, model);
  if (!model.split) return page.text();
  page.heading("the culprit's parts");
  return page.text() + to_text(*model.split, style);
}

}  // namespace bisect::reports
