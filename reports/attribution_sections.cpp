#include "reports/attribution_sections.hpp"

#include "reports/headline.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"
#include "reports/repeat_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

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

bool is_of_settings(const core::Attribution& attribution) {
  return attribution.compared.kind == core::WholeKind::settings;
}

/// Who did it: the commit, or one setting in place of another.
std::string subject_of(const Finding& finding) {
  const std::string commit =
      finding.range ? core::short_id(finding.range->bad.id) : std::string("the change");
  const core::Compared& compared = finding.attribution->compared;
  if (!is_of_settings(*finding.attribution)) return commit;
  return one_line(compared.whole) + " instead of " + one_line(compared.base) + " at " + commit;
}

bool is_repair(const core::Attribution& attribution) {
  return std::any_of(attribution.effects.begin(), attribution.effects.end(),
                     [](const PartEffect& effect) { return effect.verdict == Tendency::passing; });
}

/// "a does it alone", "a and b do it only together"; "a does it (it does not stand without b)".
std::string cause_clause(const core::Cause& cause) {
  const std::string names = joined(cause.parts, " and ");
  std::string text = cause.parts.size() > 1 ? names + " do it only together" : names + " does it alone";
  if (!cause.needed.empty())
    text = names + (cause.parts.size() > 1 ? " do it, and do" : " does it, and does") +
           " not stand without " + joined(cause.needed, " and ");
  return text;
}

std::string causes_line(const Finding& finding) {
  const core::Attribution& attribution = *finding.attribution;
  std::string text = subject_of(finding) + (is_repair(attribution) ? " made it work: " : " made it fail: ");
  for (const core::Cause& cause : attribution.causes) add_clause(text, cause_clause(cause));
  const bool is_one = attribution.causes.size() == 1 && attribution.causes.front().parts.size() == 1 &&
                      attribution.causes.front().needed.empty();
  if (attribution.rest_verdict == "untestable")
    add_clause(text, "what is left without " + std::string(is_one ? "it" : "them") + " cannot be tested");
  else if (!attribution.rest_verdict.empty())
    add_clause(text, "without " + std::string(is_one ? "it" : "them") + ", it " + attribution.rest_verdict);
  return text;
}

/// Names of parts that stand behind the answer, the most important first.
std::vector<std::string> guilty(const core::Attribution& attribution) {
  std::vector<std::string> names;
  for (const core::Cause& cause : attribution.causes)
    names.insert(names.end(), cause.parts.begin(), cause.parts.end());
  for (const PartEffect* effect : movers(attribution)) names.push_back(effect->name);
  return names;
}

}  // namespace

std::string attribution_line(const Finding& finding) {
  if (!finding.attribution->causes.empty()) return causes_line(finding);
  std::string text = subject_of(finding);
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
  return fmt::format("screened {0} {1}s with {2} variants (there are 2^{0} combinations)",
                     screening.pieces, finding.attribution->compared.piece, screening.variants);
}

Table effects_table(const Finding& finding) {
  Table table{{{"part"}, {"verdict"}, {"effect", Align::right}, {"share of the total", Align::right},
               {"p", Align::right}, {"p (Holm)", Align::right}, {"n", Align::right}},
              {}};
  for (const PartEffect& effect : finding.attribution->effects)
    table.rows.push_back({one_line(effect.name), core::to_text(effect.verdict),
                          effect.ratio ? ratio_cell(*effect.ratio) : finding.effect ? "not known" : "",
                          effect.share ? share_text(*effect.share) : "",
                          effect.ratio ? p_value(effect.p_value) : "",
                          effect.ratio ? p_value(effect.p_holm) : "",
                          effect.n > 0 ? std::to_string(effect.n) : ""});
  return table;
}

Table variants_table(const Finding& finding) {
  Table table{{{"variant"}, {"verdict"}, {"n", Align::right}, {"mean", Align::right},
               {"sd", Align::right}, {"min", Align::right}, {"Q1", Align::right},
               {"median", Align::right},
               {"to " + one_line(finding.attribution->compared.base), Align::right}, {"runs as"}, {"note"}},
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
  const std::string whole = one_line(finding.attribution->compared.whole);
  Table table{{{"variant"}, {"to " + whole, Align::right}, {"t", Align::right},
               {"p, " + whole + " slower", Align::right}, {"p (Holm)", Align::right},
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
  const core::Attribution& attribution = *finding.attribution;
  const std::vector<std::string> names = guilty(attribution);
  if (finding.verdict == core::Verdict::undecided && attribution.causes.empty() && finding.effect)
    steps.push_back({"measure more with --samples N, or ask for less with a larger --min-effect", ""});
  if (names.empty() || !finding.range || is_of_settings(attribution)) return steps;
  for (const core::Part& part : attribution.parts) {
    if (part.name != names.front()) continue;
    std::string command = fmt::format("git diff {} {} --", core::short_id(finding.range->good.id),
                                      core::short_id(finding.range->bad.id));
    std::set<std::string> paths;  // a hunk is written "PATH @@ ..."
    for (const std::string& path : part.paths) paths.insert(path.substr(0, path.find(" @@ ")));
    for (const std::string& path : paths) command += " " + shell_quoted(path);
    const char* what = attribution.causes.empty() ? "look at the part with the largest effect"
                                                  : "look at the part that does it";
    steps.push_back({what, command});
  }
  return steps;
}

}  // namespace bisect::reports
