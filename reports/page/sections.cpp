#include "reports/page/sections.hpp"

#include "reports/page/axis_rows.hpp"
#include "reports/page/figures.hpp"
#include "reports/page/pieces.hpp"
#include "reports/page/raw_samples.hpp"
#include "reports/page/words.hpp"

#include "reports/attribution_sections.hpp"
#include "reports/matrix_sections.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"
#include "reports/repeat_command.hpp"
#include "reports/report_sections.hpp"

#include <fmt/format.h>

namespace bisect::page {
using namespace reports;
namespace {

constexpr std::size_t k_raw_limit = 900'000;  // bytes of CSV; about a fifth more as an address
constexpr std::size_t k_log_lines = 60;
constexpr std::size_t k_logs_shown = 20;

std::size_t starts_in(const Measurements& measurements) {
  std::size_t starts = 0;
  for (const MeasuredRound& round : measurements.rounds) starts += round.starts.size();
  return starts;
}

void write_download(Markup& out, const ReportModel& model) {
  const std::size_t starts = starts_in(model.measurements);
  if (starts == 0) return;
  const RawSamples samples = raw_samples(model, k_raw_limit);
  const auto paragraph = out.in("p", {{"class", "download"}});
  const std::string name =
      fmt::format("bisect-session-{}.csv", static_cast<std::int64_t>(model.session));
  out.leaf("a", "Download the raw samples",
           {{"href", data_address("text/csv;charset=utf-8", samples.csv)}, {"download", name}});
  out.text(fmt::format(" (CSV, {}, {:.0f} kB{})", counted(static_cast<int>(starts), "start", "starts"),
                       std::max(1.0, static_cast<double>(samples.csv.size()) / 1000),
                       samples.note.empty() ? "" : ": " + samples.note));
}

void write_logs(Markup& out, const ReportModel& model) {
  std::size_t shown = 0;
  for (const core::UntestableCommit& row : model.finding.untestable) {
    const std::vector<std::string> lines = clean_lines(row.why.log);
    if (lines.empty() || ++shown > k_logs_shown) continue;
    const std::string name = core::short_id(row.commit.id) + ", " + core::to_text(row.why.stage);
    write_folded(out, "End of the log of " + name, [&] {
      const auto pre = out.in("pre", {{"tabindex", "0"}, {"class", "log"}});
      for (std::size_t i = lines.size() - std::min(lines.size(), k_log_lines); i < lines.size(); ++i)
        out.text(lines[i] + "\n");
    });
  }
}

void write_list(Markup& out, const std::vector<std::string>& items) {
  const auto list = out.in("ul");
  for (const std::string& item : items) {
    const auto entry = out.in("li");
    out.foreign(one_line(item));
  }
}

void write_search_evidence(Markup& out, const ReportModel& model) {
  out.leaf("h3", "Along the history");
  if (!judges_endings(model))
    out.leaf("p",
             "Each dot is one start of the program, compared within its block; the bar is the commit's "
             "interval. Up to the change the bars should lie about zero, from it on about the new level.");
  write_commit_axis(out, model);
  if (const std::string check = same_side_check(model.finding); !check.empty())
    out.leaf("p", check);
  write_distributions(out, model);
}

void write_matrix(Markup& out, const core::Matrix& matrix) {
  write_table(out, "Revisions in settings", matrix_table(matrix));
  write_table(out, "Why cells fail or cannot be tested", matrix_reasons(matrix));
}

}  // namespace

void write_parts(Markup& out, const ReportModel& model) {
  const core::Finding& finding = model.finding;
  out.leaf("h3", "The parts");
  if (const std::string screened = screening_line(finding); !screened.empty()) out.leaf("p", screened);
  write_shares(out, finding);
  out.leaf("h3", "The variants");
  write_variants(out, finding);
  write_table(out, "What the starts of each variant measured", variants_table(finding));
  write_folded(out, "Tests of the effects, variants beside the whole change, paths of the parts", [&] {
    write_table(out, "Effects of parts and interactions", effects_table(finding));
    write_table(out, "Each variant beside the whole change", against_whole_table(finding));
    write_table(out, "Paths of the parts", parts_table(finding));
  });
}

void write_evidence(Markup& out, const ReportModel& model) {
  const core::Finding& finding = model.finding;
  if (finding.measured.empty() && !finding.attribution && !finding.matrix && finding.untestable.empty()) return;
  const auto section = out.in("section", {{"id", "evidence"}, {"aria-labelledby", "evidence-title"}});
  out.leaf("h2", "Why to believe it", {{"id", "evidence-title"}});
  if (finding.attribution) write_parts(out, model);
  else if (finding.matrix) write_matrix(out, *finding.matrix);
  else write_search_evidence(out, model);
  write_drift(out, model);
  if (!finding.measured.empty())
    write_folded(out, "All measurements with their tests",
                 [&] { write_table(out, "Measured commits and tests", evidence(model)); });
  write_download(out, model);
}

void write_else(Markup& out, const ReportModel& model) {
  const core::Finding& finding = model.finding;
  const Table holes = untestable_commits(model);
  const Table variants = finding.attribution ? untestable_variants(finding) : Table{};
  const auto section = out.in("section", {{"id", "else"}, {"aria-labelledby", "else-title"}});
  out.leaf("h2", "What else was seen", {{"id", "else-title"}});
  if (holes.rows.empty() && variants.rows.empty() && finding.warnings.empty())
    out.leaf("p", "Nothing: everything could be tested, and there is no warning.");
  if (!finding.warnings.empty()) write_list(out, finding.warnings);
  write_table(out, "Commits that cannot be tested", holes);
  write_table(out, "Variants that cannot be tested", variants);
  write_logs(out, model);
}

void write_repeat(Markup& out, const ReportModel& model) {
  const auto section = out.in("section", {{"id", "repeat"}, {"aria-labelledby", "repeat-title"}});
  out.leaf("h2", "What to do next", {{"id", "repeat-title"}});
  for (const NextStep& step : next_steps(model)) {
    out.leaf("p", step.text + (step.command.empty() ? "" : ":"), {{"class", "step"}});
    if (!step.command.empty()) write_command(out, step.command);
  }
  if (const std::string range = range_line(model); !range.empty()) out.leaf("p", range);
  if (!model.plan_toml.empty())
    write_folded(out, "The plan", [&] {
      const auto pre = out.in("pre", {{"tabindex", "0"}});
      for (const std::string& line : clean_lines(model.plan_toml)) out.text(line + "\n");
    });
  if (model.host.empty()) return;
  Table host{{{"fact"}, {"value"}}, {}};
  for (const auto& [fact, value] : model.host) host.rows.push_back({one_line(fact), one_line(value)});
  write_folded(out, "The machine", [&] { write_table(out, "Facts about the machine", host); });
}

void write_cost(Markup& out, const ReportModel& model) {
  const auto section = out.in("section", {{"id", "cost"}, {"aria-labelledby", "cost-title"}});
  out.leaf("h2", "Cost", {{"id", "cost-title"}});
  out.leaf("p", cost_line(model) + ".");
}

}  // namespace bisect::page
