#include "reports/html_report.hpp"

#include "reports/page/markup.hpp"
#include "reports/page/sections.hpp"
#include "reports/page/style.hpp"
#include "reports/page/words.hpp"

#include "reports/plain_text.hpp"
#include "reports/report_sections.hpp"

namespace bisect::reports {
namespace {

using page::Markup;

void write_head(Markup& out, const ReportModel& model) {
  const auto head = out.in("head");
  out.single("meta", {{"charset", "utf-8"}}).line();
  out.single("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}).line();
  out.single("meta", {{"name", "color-scheme"}, {"content", "light dark"}}).line();
  out.single("meta", {{"http-equiv", "Content-Security-Policy"},
                      {"content", "default-src 'none'; style-src 'unsafe-inline'; script-src '" +
                                      std::string(page::script_hash()) + "'"}})
      .line();
  out.leaf("title", page::headline(model)).line();
  {
    const auto style = out.in("style");
    out.raw(page::style_sheet());
  }
  out.line();
}

void write_header(Markup& out, const ReportModel& model) {
  const auto header = out.in("header");
  {
    const auto origin = out.in("p", {{"class", "origin"}});
    const std::string subject = one_line(model.plan.repository.filename().string());
    if (!subject.empty()) out.foreign(subject).text(" · ");
    out.text(origin_line(model));
  }
  const auto nav = out.in("nav", {{"aria-label", "Sections"}});
  const auto link = [&](const char* target, const char* text) {
    out.leaf("a", text, {{"href", target}}).text(" ");
  };
  link("#answer", "Answer");
  const core::Finding& finding = model.finding;
  if (!finding.measured.empty() || finding.attribution || finding.matrix || !finding.untestable.empty())
    link("#evidence", "Evidence");
  if (model.split) link("#split", "Its parts");
  link("#else", "What else");
  link("#repeat", "Next");
  link("#cost", "Cost");
}

/// The split of the culprit that was made at once: its answer and its pictures.
void write_split(Markup& out, const ReportModel& split) {
  const auto section = out.in("section", {{"id", "split"}, {"aria-labelledby", "split-title"}});
  out.leaf("h2", "Which part of it", {{"id", "split-title"}});
  out.leaf("p", summary_line(split.finding, split.plan));
  if (split.finding.attribution) page::write_parts(out, split);
}

}  // namespace

std::string to_html(const ReportModel& model) {
  Markup out;
  out.raw("<!DOCTYPE html>\n");
  {
    const auto html = out.in("html", {{"xmlns", "http://www.w3.org/1999/xhtml"}, {"lang", "en"}});
    out.line();
    write_head(out, model);
    const auto body = out.in("body");
    out.leaf("a", "Skip to the answer", {{"class", "skip"}, {"href", "#main"}}).line();
    write_header(out, model);
    out.line();
    {
      const auto main = out.in("main", {{"id", "main"}});
      page::write_answer(out, model);
      page::write_evidence(out, model);
      if (model.split) write_split(out, *model.split);
      page::write_else(out, model);
      page::write_repeat(out, model);
      page::write_cost(out, model);
    }
    out.line();
    const auto script = out.in("script");
    out.raw(page::script());
  }
  out.line();
  return out.str();
}

}  // namespace bisect::reports
