#include "reports/page/words.hpp"

#include "reports/page/axis_rows.hpp"
#include "reports/page/pieces.hpp"

#include "reports/headline.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace bisect::page {
using namespace reports;
namespace {

using core::Verdict;

/// 17543 -> "18,000"
std::string rounded(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)) - 1);
  std::string digits = fmt::format("{:.0f}", std::round(value / power) * power);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string confirmed_sentence(const ReportModel& model) {
  const core::NamedCommit& named = model.finding.commits.front();
  if (!named.ratio || model.finding.attribution) return "";
  // The confirmation is allowed a fifth of the error.
  const double certainty = 1 - (1 - model.plan.confidence) / 5;
  const std::string unit = model.finding.effect ? model.finding.effect->unit : "";
  return fmt::format(
      "Measured again beside its parent, both built afresh, it was {}: an interval that holds with {} "
      "whenever the measuring stops.",
      change_text(*named.ratio, unit), level(certainty));
}

std::string ends_sentence(const ReportModel& model) {
  if (!model.finding.effect) return "";
  const core::Effect& effect = *model.finding.effect;
  if (!std::isfinite(effect.ratio.value)) return "";
  return fmt::format("From {} to {}, {} goes from {} to {}: {}, p = {} ({}).",
                     model.finding.attribution ? "parent" : "the good end",
                     model.finding.attribution ? "whole change" : "the bad end",
                     one_line(effect.metric), quantity(effect.good, effect.unit),
                     quantity(effect.bad, effect.unit), change_text(effect.ratio, effect.unit),
                     p_value(effect.p_value), one_line(effect.test));
}

std::string chance_sentence(const ReportModel& model) {
  if (!model.finding.effect || !(model.finding.effect->p_value > 0)) return "";
  return fmt::format("If the two were equal, chance alone would show a difference like this {}.",
                     once_in(model.finding.effect->p_value));
}

std::string probability_sentence(const ReportModel& model) {
  if (model.finding.commits.empty() || !(model.finding.probability > 0)) return "";
  std::string certainty = probability(model.finding.probability);
  if (certainty.starts_with("> ")) certainty = "more than " + certainty.substr(2);
  return fmt::format(
      "The answer is right with a probability of {}, given that {}.", certainty,
      judges_endings(model)
          ? "no run fails by chance alone"
          : "runs within a block are exchangeable; a cause outside the code, such as where code lies in "
            "memory, is not ruled out");
}

}  // namespace

std::string once_in(double p) {
  if (!(p > 0)) return "never";
  if (p < 1e-9) return "less than once in a billion";
  if (p >= 0.5) return "in most comparisons";
  return "about once in " + rounded(1 / p);
}

std::string verdict_words(const core::Finding& finding) {
  switch (finding.verdict) {
    case Verdict::culprit: return finding.attribution ? "Split" : "Culprit found";
    case Verdict::candidates: return "Several candidates";
    case Verdict::culprits: return "Several culprits";
    case Verdict::gradual: return "Gradual change";
    case Verdict::none: return "No change";
    case Verdict::improvement: return "Improvement";
    case Verdict::interaction: return "Interaction";
    case Verdict::slow_at_merge_base: return "Older than the branches";
    case Verdict::undecided: return "Undecided";
    case Verdict::refused: return "Refused";
    case Verdict::compared: return "Compared";
  }
  return "?";
}

std::string headline(const ReportModel& model) {
  const core::Finding& finding = model.finding;
  const auto named = static_cast<int>(finding.commits.size());
  if (finding.verdict == Verdict::culprit && named == 1) {
    const core::NamedCommit& culprit = finding.commits.front();
    return core::short_id(culprit.commit.id) + " " + short_deed(culprit, finding, model.plan);
  }
  if (finding.verdict == Verdict::candidates && named > 0)
    return "One of " + counted(named, "commit", "commits") + " " +
           short_deed(finding.commits.front(), finding, model.plan);
  if (finding.verdict == Verdict::culprits)
    return counted(named, "commit", "commits") + " made a difference";
  return summary_line(finding, model.plan);
}

std::vector<std::string> explained(const ReportModel& model) {
  std::vector<std::string> sentences;
  const auto add = [&](const std::string& text) {
    if (!text.empty()) sentences.push_back(text);
  };
  if (model.finding.verdict == Verdict::culprit && !model.finding.commits.empty())
    add(confirmed_sentence(model));
  add(ends_sentence(model));
  add(chance_sentence(model));
  add(probability_sentence(model));
  return sentences;
}

std::string same_side_check(const core::Finding& finding) {
  int n = 0, around_zero = 0;
  double largest = 0;
  for (const core::MeasuredCommit& row : finding.measured) {
    const bool is_before = row.standing == core::Standing::good && row.purpose == core::Purpose::step;
    if (!is_before || !row.ratio || !std::isfinite(row.ratio->value)) continue;
    ++n;
    if (row.ratio->low <= 1 && row.ratio->high >= 1) ++around_zero;
    if (std::abs(row.ratio->value - 1) > std::abs(largest)) largest = row.ratio->value - 1;
  }
  if (n == 0) return "";
  return fmt::format(
      "Equal against equal: {} before the change {} measured against the good end, where nothing should "
      "show. The largest difference seen was {}; {} of {} intervals hold zero.",
      counted(n, "commit", "commits"), n == 1 ? "was" : "were", signed_percent(largest), around_zero, n);
}

}  // namespace bisect::page
