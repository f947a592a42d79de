#include "reports/page/figures.hpp"
#include "reports/page/pieces.hpp"
#include "reports/page/strip.hpp"

#include "reports/headline.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"

#include <fmt/format.h>

namespace bisect::page {
using namespace reports;
namespace {

using core::Tendency;

std::string kind_of(Tendency tendency) {
  switch (tendency) {
    case Tendency::slower:
    case Tendency::failing: return "bad";
    case Tendency::faster: return "fast";
    case Tendency::same:
    case Tendency::passing: return "good";
    case Tendency::undecided: return "open";
    case Tendency::untestable: return "open hole";
  }
  return "open";
}

void write_name(Markup& out, const std::string& name, const std::string& tag) {
  {
    const auto strong = out.in("strong");
    out.foreign(one_line(name));
  }
  out.text(" ").leaf("span", tag, {{"class", "tag"}});
}

std::string note_of(const core::Variant& row) {
  if (row.why) return core::to_text(row.why->stage) + ": " + one_line(row.why->reason);
  if (!row.same_as.empty()) return "runs as " + one_line(row.same_as);
  return one_line(row.note);
}

std::optional<Strip> strip_of(const core::Variant& row) {
  Strip strip;
  if (row.parts.empty() && row.mean) {  // the parent is what the others are compared with
    strip.interval = Interval{1, 1, 1};
    strip.title = one_line(row.name) + ": the reference";
    return strip;
  }
  if (!row.ratio) return std::nullopt;
  strip.interval = Interval{row.ratio->value, row.ratio->low, row.ratio->high};
  strip.title = fmt::format("{}: {:.4f} of the parent, from {:.4f} to {:.4f}", one_line(row.name),
                            row.ratio->value, row.ratio->low, row.ratio->high);
  return strip;
}

std::vector<std::string> cells_of(const core::Variant& row) {
  std::string change = row.ratio ? signed_change(*row.ratio) : "";
  if (const std::string note = note_of(row); !note.empty()) change += (change.empty() ? "" : "; ") + note;
  return {change, row.n > 0 ? std::to_string(row.n) : ""};
}

std::string share_text(const core::Share& share) {
  return fmt::format("{:.0f} % [{:.0f}, {:.0f}]", 100 * share.value, 100 * share.low, 100 * share.high);
}

}  // namespace

void write_variants(Markup& out, const core::Finding& finding) {
  std::vector<double> must{1};
  for (const core::Variant& row : finding.attribution->variants)
    if (row.ratio) must.insert(must.end(), {row.ratio->low, row.ratio->value, row.ratio->high});
  StripTable::Head head;
  head.caption = "Every variant that was built, as a ratio to the parent";
  head.first = "variant";
  head.picture = "ratio to the parent (1.0)";
  head.columns = {"change [interval]", "starts"};
  head.scale = scale_for(must, {});
  head.marks = ticks(head.scale, 5);
  head.mark_text = [](double mark) { return fmt::format("{:g}", mark); };
  head.zero = 1;
  StripTable table(out, std::move(head));
  const auto body = out.in("tbody", {{"role", "rowgroup"}});
  for (const core::Variant& row : finding.attribution->variants) {
    const bool is_parent = row.parts.empty();
    table.row(is_parent ? "good end" : kind_of(row.verdict),
              [&](Markup& cell) {
                write_name(cell, row.name, is_parent ? "reference" : core::to_text(row.verdict));
              },
              strip_of(row), cells_of(row));
  }
}

void write_shares(Markup& out, const core::Finding& finding) {
  std::vector<double> must{0, 1};
  for (const core::PartEffect& effect : finding.attribution->effects)
    if (effect.share) must.insert(must.end(), {effect.share->low, effect.share->value, effect.share->high});
  StripTable::Head head;
  head.caption = "What each part contributes to the total";
  head.first = "part";
  head.picture = "share of the total (1 = all of it)";
  head.columns = {"effect [interval]", "share"};
  head.scale = scale_for(must, {});
  head.marks = ticks(head.scale, 5);
  head.mark_text = level;
  head.zero = 0;
  StripTable table(out, std::move(head));
  const auto body = out.in("tbody", {{"role", "rowgroup"}});
  for (const core::PartEffect& effect : finding.attribution->effects) {
    std::optional<Strip> strip;
    if (effect.share) {
      strip.emplace();
      strip->interval = Interval{effect.share->value, effect.share->low, effect.share->high};
      strip->title = one_line(effect.name) + ": " + share_text(*effect.share) + " of the total";
    }
    table.row(kind_of(effect.verdict),
              [&](Markup& cell) { write_name(cell, effect.name, core::to_text(effect.verdict)); }, strip,
              {effect.ratio ? signed_change(*effect.ratio) : "not known",
               effect.share ? share_text(*effect.share) : ""});
  }
}

}  // namespace bisect::page
