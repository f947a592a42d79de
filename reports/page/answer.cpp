#include "reports/page/pieces.hpp"
#include "reports/page/sections.hpp"
#include "reports/page/words.hpp"

#include "reports/headline.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"
#include "reports/report_sections.hpp"

#include <cctype>
#include <cmath>

namespace bisect::page {
using namespace reports;
namespace {

constexpr std::size_t k_long_title = 60;  // in bytes: beyond it the letters are smaller

/// With a capital letter and a full stop.
std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text.ends_with('.') ? text : text + ".";
}

void write_tile(Markup& out, const std::string& title, const std::string& value,
                const std::string& more) {
  if (value.empty()) return;
  const auto tile = out.in("div", {{"class", "tile"}});
  out.leaf("dt", title);
  out.leaf("dd", value, {{"class", "figure"}});
  if (!more.empty()) out.leaf("dd", more);
}

const core::Ratio* deciding_ratio(const core::Finding& finding) {
  const bool is_one = finding.verdict == core::Verdict::culprit && finding.commits.size() == 1;
  if (is_one && finding.commits.front().ratio) return &*finding.commits.front().ratio;
  return finding.effect ? &finding.effect->ratio : nullptr;
}

void write_tiles(Markup& out, const ReportModel& model) {
  const core::Finding& finding = model.finding;
  const auto tiles = out.in("dl", {{"class", "tiles"}});
  if (const core::Ratio* ratio = deciding_ratio(finding); ratio != nullptr && std::isfinite(ratio->value))
    write_tile(out, "Change", signed_percent(ratio->value - 1),
               "between " + signed_percent(ratio->low - 1) + " and " + signed_percent(ratio->high - 1));
  if (finding.effect && std::isfinite(finding.effect->good)) {
    const core::Effect& effect = *finding.effect;
    write_tile(out, one_line(effect.metric),
               quantity(effect.good, effect.unit) + " → " + quantity(effect.bad, effect.unit),
               finding.attribution ? "parent to whole" : "good end to bad end");
  }
  if (!finding.commits.empty() && finding.probability > 0)
    write_tile(out, "Probability", probability(finding.probability), "that this answer is right");
  if (finding.range)
    write_tile(out, finding.attribution ? "Variants" : "Searched",
               finding.attribution
                   ? counted(static_cast<int>(finding.attribution->variants.size()), "variant", "variants")
                   : counted(finding.range->candidates, "commit", "commits"),
               counted(finding.cost.builds, "build", "builds") + ", " +
                   counted(finding.cost.trials, "start", "starts") + ", " + elapsed(finding.cost.wall));
}

void write_files(Markup& out, const std::vector<std::string>& files) {
  constexpr std::size_t k_shown = 6;
  const auto list = out.in("ul", {{"class", "files"}});
  for (std::size_t i = 0; i < files.size() && i < k_shown; ++i) {
    const auto item = out.in("li");
    const auto code = out.in("code");
    out.foreign(one_line(files[i]));
  }
}

void write_culprit(Markup& out, const core::NamedCommit& named) {
  const auto card = out.in("div", {{"class", "card"}});
  {
    const auto subject = out.in("p", {{"class", "title"}});
    out.foreign(one_line(named.commit.subject));
  }
  {
    const auto by = out.in("p", {{"class", "by"}});
    out.foreign(one_line(named.commit.author));
    if (!named.commit.author_date.empty())
      out.text(", ").leaf("time", one_line(named.commit.author_date).substr(0, 10));
    out.text(" · ").leaf("code", named.commit.id.text(), {{"class", "id"}});
  }
  const std::vector<std::string>& files = named.changed_files;
  if (files.empty()) return;
  out.leaf("p", "It touches " + counted(static_cast<int>(files.size()), "file", "files") + ":",
           {{"class", "by"}});
  write_files(out, files);
  if (files.size() <= 6) return;
  write_folded(out, "All " + std::to_string(files.size()) + " files", [&] {
    const auto list = out.in("ul", {{"class", "files"}});
    for (const std::string& file : files) {
      const auto item = out.in("li");
      const auto code = out.in("code");
      out.foreign(one_line(file));
    }
  });
}

}  // namespace

void write_answer(Markup& out, const ReportModel& model) {
  const core::Finding& finding = model.finding;
  const auto section = out.in("section", {{"id", "answer"}, {"aria-labelledby", "headline"}});
  out.leaf("p", verdict_words(finding), {{"class", "verdict " + core::to_text(finding.verdict)}});
  const std::string title = headline(model);
  out.leaf("h1", title, {{"id", "headline"}, {"class", title.size() > k_long_title ? "long" : "short"}});
  if (finding.commits.size() == 1) write_culprit(out, finding.commits.front());
  if (finding.attribution) out.leaf("p", sentence(summary_line(finding, model.plan)), {{"class", "lede"}});
  out.line();
  write_tiles(out, model);
  out.line();
  for (const std::string& line : {reason_line(model), candidates_line(model)})
    if (!line.empty()) out.leaf("p", sentence(line));
  for (const std::string& sentence : explained(model)) out.leaf("p", sentence);
  if (finding.commits.size() > 1) write_table(out, "The commits that are named", named_commits(model));
}

}  // namespace bisect::page
