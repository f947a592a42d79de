#include "reports/attribution_sections.hpp"

#include "reports/headline.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"
#include "reports/repeat_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bisect::reports {
namespace {

using core::EffectKind;
using core::Finding;
using core::PartEffect;
using core::Tendency;

std::string unit_of(const Finding& finding) { return finding.effect ? finding.effect->unit : ""; }

std::string joined(const std::vector<std::string>& names, const char* last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? last : ", ";
    text += one_line(names[i]);
  }
  return text;
}

/// "+4.1 % [+3.6, +4.7]"
std::string interval_cell(double value, double low, double high) {
  const auto bare = [](double fraction) {
    const std::string text = signed_percent(fraction);
    return text.ends_with(" %") ? text.substr(0, text.size() - 2) : text;
  };
  return signed_percent(value) + " [" + bare(low) + ", " + bare(high) + "]";
}

std::string ratio_cell(const core::Ratio& ratio) {
  return interval_cell(ratio.value - 1, ratio.low - 1, ratio.high - 1);
}

/// "61 % [34, 88]"
std::string share_text(const core::Share& share) {
  const std::string bare = fmt::format("{:.0f} %", 100 * share.value);
  if (share.low == share.high) return bare;  // nothing varies
  return fmt::format("{:.0f} % [{:.0f}, {:.0f}]", 100 * share.value, 100 * share.low,
                     100 * share.high);
}

/// Parts with a real effect, the largest first.
std::vector<const PartEffect*> movers(const core::Attribution& attribution) {
  std::vector<const PartEffect*> effects;
  for (const PartEffect& effect : attribution.effects)
    if (effect.kind == EffectKind::part && effect.ratio &&
        (effect.verdict == Tendency::slower || effect.verdict == Tendency::faster))
      effects.push_back(&effect);
  std::stable_sort(effects.begin(), effects.end(), [](const auto* a, const auto* b) {
    return std::abs(std::log(a->ratio->value)) > std::abs(std::log(b->ratio->value));
  });
  return effects;
}

std::vector<std::string> parts_that_are(const core::Attribution& attribution, Tendency verdict) {
  std::vector<std::string> names;
  for (const PartEffect& effect : attribution.effects)
    if (effect.kind == EffectKind::part && effect.verdict == verdict) names.push_back(effect.name);
  return names;
}

void add_clause(std::string& text, const std::string& clause) {
  if (clause.empty()) return;
  text += (text.ends_with(": ") ? "" : "; ") + clause;
}

std::string movers_clause(const Finding& finding) {
  std::string text;
  for (const PartEffect* effect : movers(*finding.attribution)) {
    text += (text.empty() ? "" : ", ") + one_line(effect->name) + " " +
            change_text(*effect->ratio, unit_of(finding));
    if (effect->share) text += " (" + share_text(*effect->share) + " of it)";
  }
  return text;
}

std::string interactions_clause(const Finding& finding) {
  std::string text;
  for (const PartEffect& effect : finding.attribution->effects) {
    if (effect.kind != EffectKind::interaction || !effect.ratio) continue;
    if (effect.verdict != Tendency::slower && effect.verdict != Tendency::faster) continue;
    text += (text.empty() ? "" : ", ") + joined(effect.parts, " and ") + " together are " +
            change_text(*effect.ratio, unit_of(finding)) + " than each for itself explains";
  }
  return text;
}

std::string alone_clause(const Finding& finding) {
  if (finding.verdict != core::Verdict::interaction) return "";
  std::vector<std::string> names;
  for (const core::Part& part : finding.attribution->parts) names.push_back(part.name);
  return (names.size() == 2 ? "neither " : "none of ") +
         joined(names, names.size() == 2 ? " nor " : " and ") + " alone does it";
}

std::string commit_of(const Finding& finding) {
  return finding.range ? core::short_id(finding.range->bad.id) : std::string("the change");
}

}  // namespace

std::string attribution_line(const Finding& finding) {
  std::string text = commit_of(finding);
  if (!finding.effect) {
    text += ": ";
  } else {
    const std::string& metric = finding.effect->metric;
    const bool is_whole = metric.empty() || metric == "wall" || metric == "cpu";
    text += " made " + (is_whole ? std::string("it") : one_line(metric)) + " " +
            change_text(finding.effect->ratio, finding.effect->unit) + ": ";
  }
  const core::Attribution& attribution = *finding.attribution;
  const bool is_interaction = finding.verdict == core::Verdict::interaction;
  add_clause(text, alone_clause(finding));
  if (!is_interaction) add_clause(text, movers_clause(finding));
  add_clause(text, interactions_clause(finding));
  const auto same = parts_that_are(attribution, Tendency::same);
  if (!same.empty() && !is_interaction)
    add_clause(text, joined(same, " and ") + (same.size() == 1 ? " makes" : " make") +
                         " no difference that counts");
  const auto open = parts_that_are(attribution, Tendency::undecided);
  if (!open.empty() && !is_interaction)
    add_clause(text, joined(open, " and ") + (open.size() == 1 ? " is" : " are") + " not clear");
  add_clause(text, joined(attribution.needs, ", "));
  return text;
}

std::string screening_line(const Finding& finding) {
  if (!finding.attribution || !finding.attribution->screening) return "";
  const core::Screening& screening = *finding.attribution->screening;
  return fmt::format("screened {} files with {} variants (there are 2^{} combinations)",
                     screening.files, screening.variants, screening.files);
}

Table effects_table(const Finding& finding) {
  Table table{{{"part"}, {"verdict"}, {"effect", Align::right}, {"share of the total", Align::right},
               {"p", Align::right}, {"p (Holm)", Align::right}, {"n", Align::right}},
              {}};
  for (const PartEffect& effect : finding.attribution->effects)
    table.rows.push_back({one_line(effect.name), core::to_text(effect.verdict),
                          effect.ratio ? ratio_cell(*effect.ratio) : "not known",
                          effect.share ? share_text(*effect.share) : "",
                          effect.ratio ? p_value(effect.p_value) : "",
                          effect.ratio ? p_value(effect.p_holm) : "",
                          effect.n > 0 ? std::to_string(effect.n) : ""});
  return table;
}

Table variants_table(const Finding& finding) {
  Table table{{{"variant"}, {"verdict"}, {"n", Align::right}, {"mean", Align::right},
               {"sd", Align::right}, {"min", Align::right}, {"Q1", Align::right},
               {"median", Align::right}, {"to parent", Align::right}, {"runs as"}, {"note"}},
              {}};
  const std::string unit = unit_of(finding);
  const auto cell = [&](const core::Variant& variant, double value) {
    return variant.mean ? quantity(value, unit) : std::string();
  };
  for (const core::Variant& row : finding.attribution->variants)
    table.rows.push_back({one_line(row.name), core::to_text(row.verdict),
                          row.n > 0 ? std::to_string(row.n) : "", cell(row, row.mean.value_or(0)),
                          cell(row, row.sd), cell(row, row.min), cell(row, row.q1),
                          cell(row, row.median), row.ratio ? ratio_cell(*row.ratio) : "",
                          one_line(row.same_as), one_line(row.note)});
  return table;
}

Table against_whole_table(const Finding& finding) {
  Table table{{{"variant"}, {"to whole", Align::right}, {"t", Align::right},
               {"p, whole slower", Align::right}, {"p (Holm)", Align::right},
               {"p, rank test", Align::right}},
              {}};
  for (const core::Variant& row : finding.attribution->variants) {
    if (!row.whole) continue;
    table.rows.push_back({one_line(row.name), ratio_cell(row.whole->ratio),
                          std::isfinite(row.whole->t) ? fmt::format("{:.2f}", row.whole->t) : "exact",
                          p_value(row.whole->p_pooled), p_value(row.whole->p_holm),
                          p_value(row.whole->p_rank)});
  }
  return table;
}

Table untestable_variants(const Finding& finding) {
  Table table{{{"variant"}, {"stage"}, {"reason"}}, {}};
  for (const core::Variant& row : finding.attribution->variants)
    if (row.why)
      table.rows.push_back(
          {one_line(row.name), core::to_text(row.why->stage), one_line(row.why->reason)});
  return table;
}

Table parts_table(const Finding& finding) {
  Table table{{{"part"}, {"paths", Align::right}, {"which"}}, {}};
  for (const core::Part& part : finding.attribution->parts)
    table.rows.push_back({one_line(part.name), std::to_string(part.paths.size()),
                          joined(part.paths, ", ")});
  return table;
}

std::vector<NextStep> attribution_steps(const Finding& finding) {
  std::vector<NextStep> steps;
  const auto effects = movers(*finding.attribution);
  if (finding.verdict == core::Verdict::undecided)
    steps.push_back({"measure more with --samples N, or ask for less with a larger --min-effect", ""});
  if (effects.empty() || !finding.range) return steps;
  for (const core::Part& part : finding.attribution->parts) {
    if (part.name != effects.front()->name) continue;
    std::string command = fmt::format("git diff {} {} --", core::short_id(finding.range->good.id),
                                      core::short_id(finding.range->bad.id));
    for (const std::string& path : part.paths) command += " " + shell_quoted(path);
    steps.push_back({"look at the part with the largest effect", command});
  }
  return steps;
}

}  // namespace bisect::reports
