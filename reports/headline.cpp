#include "reports/headline.hpp"

#include "reports/attribution_sections.hpp"
#include "reports/matrix_sections.hpp"
#include "reports/number_text.hpp"
#include "reports/plain_text.hpp"
#include "reports/report_model.hpp"

#include <algorithm>

namespace bisect::reports {
namespace {

using core::Finding;
using core::LookFor;
using core::NamedCommit;
using core::Plan;

struct Comparatives {
  const char* more;
  const char* less;
};

Comparatives comparatives(const std::string& unit) {
  if (unit == "ns") return {"slower", "faster"};
  if (unit == "bytes") return {"larger", "smaller"};
  return {"higher", "lower"};
}

std::string unit_of(const Finding& finding) { return finding.effect ? finding.effect->unit : "ns"; }

/// What changed: "it" for the time of the whole program, else the metric by name.
std::string object_of(const Finding& finding) {
  if (!finding.effect) return "it";
  const std::string& metric = finding.effect->metric;
  const bool is_whole = metric.empty() || metric == "wall" || metric == "cpu";
  return is_whole ? "it" : one_line(metric);
}

std::string looked_for(LookFor look_for) {
  switch (look_for) {
    case LookFor::slower: return "slower";
    case LookFor::faster: return "faster";
    case LookFor::changed: return "different";
    case LookFor::failing: return "fail";
    case LookFor::passing: return "pass";
  }
  return "?";
}

std::string deed_by_kind(core::ChangeKind kind, const std::string& object, LookFor look_for) {
  switch (kind) {
    case core::ChangeKind::failing: return "made it fail";
    case core::ChangeKind::passing: return "made it pass";
    case core::ChangeKind::slower: return "made " + object + " slower";
    case core::ChangeKind::faster: return "made " + object + " faster";
    case core::ChangeKind::changed:
    case core::ChangeKind::merge: break;
  }
  return "made " + object + " " + looked_for(look_for);
}

/// `how_much` is asked where there is a ratio to tell.
template <class HowMuch>
std::string made(const NamedCommit& named, const Finding& finding, const Plan& plan, HowMuch how_much) {
  const bool is_failure =
      named.kind == core::ChangeKind::failing || named.kind == core::ChangeKind::passing;
  const std::string object = object_of(finding);
  if (named.ratio && !is_failure) return "made " + object + " " + how_much();
  return deed_by_kind(named.kind, object, plan.look_for);
}

std::string noun(LookFor look_for) {
  switch (look_for) {
    case LookFor::slower: return "slowdown";
    case LookFor::faster: return "speed-up";
    case LookFor::changed: return "change";
    case LookFor::failing: return "failure";
    case LookFor::passing: return "repair";
  }
  return "?";
}

std::string short_ids(const std::vector<NamedCommit>& commits) {
  constexpr std::size_t k_most = 6;
  const std::size_t shown = commits.size() <= k_most ? commits.size() : k_most - 1;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == commits.size();
    if (i > 0) text += is_last ? " and " : ", ";
    text += core::short_id(commits[i].commit.id);
  }
  const std::size_t left = commits.size() - shown;
  return left == 0 ? text : text + " and " + std::to_string(left) + " more";
}

/// A sentence's end from what somebody else wrote: without its own full stop.
std::string clause(const std::string& reason) {
  std::string text = one_line(reason);
  while (text.ends_with('.') || text.ends_with(' ')) text.pop_back();
  return text;
}

std::string because(const std::string& reason, const char* before) {
  return reason.empty() ? "" : before + clause(reason);
}

std::string ends_change(const Finding& finding) {
  return finding.effect ? change_text(finding.effect->ratio, finding.effect->unit) : "different";
}

std::string culprit_line(const Finding& finding, const Plan& plan) {
  const NamedCommit& named = finding.commits.front();
  const std::string which = named.kind == core::ChangeKind::merge ? " (a merge)" : "";
  return core::short_id(named.commit.id) + which + " " + deed(named, finding, plan) +
         ", probability " + probability(finding.probability) + ": " + title(named.commit);
}

std::string candidates_line(const Finding& finding, const Plan& plan) {
  const auto& commits = finding.commits;
  const auto measured = std::find_if(commits.begin(), commits.end(),
                                     [](const NamedCommit& named) { return named.ratio.has_value(); });
  const NamedCommit& speaker = measured == commits.end() ? commits.front() : *measured;
  return "one of " + std::to_string(commits.size()) + " commits " + deed(speaker, finding, plan) +
         ", probability " + probability(finding.probability) +
         ", and no test can tell them apart: " + short_ids(commits);
}

std::string culprits_line(const Finding& finding, const Plan& plan) {
  std::string text = std::to_string(finding.commits.size()) + " commits made a difference";
  if (finding.effect) text += ", together " + ends_change(finding);
  text += ", probability " + probability(finding.probability);
  std::string separator = ": ";
  for (const NamedCommit& named : finding.commits) {
    text += separator + core::short_id(named.commit.id) + " " + deed(named, finding, plan);
    separator = "; ";
  }
  return text;
}

std::string none_line(const Finding& finding, const Plan& plan) {
  const std::optional<double> open = largest_left_open(finding, plan);
  std::string text = "no " + noun(plan.look_for);
  if (!open) return text + because(finding.reason, ": ");
  if (*open > 0) text += " larger than " + percent(*open);
  return text + ": bad against good is " + signed_change(finding.effect->ratio);
}

std::string improvement_line(const Finding& finding, const Plan& plan) {
  if (!finding.commits.empty())
    return "an improvement, no " + noun(plan.look_for) + ": " + culprit_line(finding, plan);
  return "an improvement, no " + noun(plan.look_for) + ": bad is " + ends_change(finding) +
         " against good";
}

std::string merge_base_line(const Finding& finding, const Plan& plan) {
  const bool fails = plan.look_for == LookFor::failing;
  std::string text = std::string("the ") + noun(plan.look_for) + " is older than the branches: ";
  text += fails ? "the merge base fails already" : "the merge base has it already";
  if (finding.range && finding.range->merge_base)
    text += " (" + core::short_id(finding.range->merge_base->id) + ")";
  if (finding.commits.empty()) return text + because(finding.reason, "; ");
  const NamedCommit& repair = finding.commits.front();
  return text + "; on the good side " + core::short_id(repair.commit.id) + " " +
         deed(repair, finding, plan) + ": " + title(repair.commit);
}

std::string gradual_line(const Finding& finding, const Plan& plan) {
  return object_of(finding) + " became " + ends_change(finding) +
         " little by little: no single commit reaches " + level(plan.min_effect);
}

}  // namespace

std::string short_change_text(double ratio, const std::string& unit) {
  const Comparatives words = comparatives(unit);
  return ratio >= 1 ? percent(ratio - 1) + " " + words.more : percent(1 - ratio) + " " + words.less;
}

std::string change_text(const core::Ratio& ratio, const std::string& unit) {
  const bool is_more = ratio.value >= 1;
  return short_change_text(ratio.value, unit) + " [" +
         percent(is_more ? ratio.low - 1 : 1 - ratio.high) + ", " +
         percent(is_more ? ratio.high - 1 : 1 - ratio.low) + "]";
}

std::string signed_change(const core::Ratio& ratio) {
  return signed_percent(ratio.value - 1) + " [" + signed_percent(ratio.low - 1) + ", " +
         signed_percent(ratio.high - 1) + "]";
}

std::string deed(const core::NamedCommit& named, const core::Finding& finding,
                 const core::Plan& plan) {
  return made(named, finding, plan,
              [&] { return change_text(*named.ratio, unit_of(finding)); });
}

std::string short_deed(const core::NamedCommit& named, const core::Finding& finding,
                       const core::Plan& plan) {
  return made(named, finding, plan,
              [&] { return short_change_text(named.ratio->value, unit_of(finding)); });
}

std::string title(const core::Commit& commit) {
  std::string text = one_line(commit.subject);
  const std::string date = commit.author_date.substr(0, 10);
  const std::string author = one_line(commit.author);
  if (author.empty() && date.empty()) return text;
  return text + " (" + author + (author.empty() || date.empty() ? "" : ", ") + date + ")";
}

std::optional<double> largest_left_open(const core::Finding& finding, const core::Plan& plan) {
  if (!finding.effect) return std::nullopt;
  const core::Ratio& ratio = finding.effect->ratio;
  const double more = std::max(0.0, ratio.high - 1), less = std::max(0.0, 1 - ratio.low);
  const bool larger_is_better =
      !plan.metrics.empty() && plan.metrics.front().better == core::Better::larger;
  if (plan.look_for == LookFor::slower) return larger_is_better ? less : more;
  if (plan.look_for == LookFor::faster) return larger_is_better ? more : less;
  if (plan.look_for == LookFor::changed) return std::max(more, less);
  return std::nullopt;
}

std::string summary_line(const core::Finding& finding, const core::Plan& plan) {
  using core::Verdict;
  if (finding.attribution && finding.verdict != Verdict::refused &&
      finding.verdict != Verdict::undecided &&
      (finding.effect || !finding.attribution->causes.empty()))
    return attribution_line(finding);
  // A verdict that should name a commit but has none still gets its sentence.
  const bool is_named = !finding.commits.empty();
  switch (finding.verdict) {
    case Verdict::culprit:
      if (is_named) return culprit_line(finding, plan);
      break;
    case Verdict::candidates:
      if (is_named) return candidates_line(finding, plan);
      break;
    case Verdict::culprits: return culprits_line(finding, plan);
    case Verdict::gradual: return gradual_line(finding, plan);
    case Verdict::none: return none_line(finding, plan);
    case Verdict::improvement: return improvement_line(finding, plan);
    case Verdict::interaction:
      return "no commit alone made the difference, " + short_ids(finding.commits) + " together did" +
             because(finding.reason, ": ");
    case Verdict::slow_at_merge_base: return merge_base_line(finding, plan);
    case Verdict::undecided: return "undecided" + because(finding.reason, ": ");
    case Verdict::refused: return "refused" + because(finding.reason, ": ");
    case Verdict::compared:
      if (finding.matrix) return matrix_line(*finding.matrix);
      break;
  }
  return core::to_text(finding.verdict) + because(finding.reason, ": ");
}

}  // namespace bisect::reports
