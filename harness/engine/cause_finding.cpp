#include "harness/engine/cause_finding.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bisect::engine {
namespace {

using core::Tendency;

std::string name_of(const CauseSearch& search, const PartChoice& choice) {
  constexpr std::size_t k_spelt_out = 3;
  const core::Compared& compared = search.question.compared;
  const auto& parts = search.question.parts;
  if (choice.empty()) return compared.base;
  if (choice.size() == parts.size()) return compared.whole;
  const bool is_nearly_all = parts.size() - choice.size() < choice.size() && parts.size() - choice.size() <= k_spelt_out;
  if (!is_nearly_all && choice.size() > k_spelt_out)
    return fmt::format("{} of {} {}s, {} to {}", choice.size(), parts.size(), compared.piece,
                       parts[static_cast<std::size_t>(*choice.begin())].name,
                       parts[static_cast<std::size_t>(*choice.rbegin())].name);
  std::string text;
  for (int part = 0; part < static_cast<int>(parts.size()); ++part)
    if (choice.contains(part) != is_nearly_all)
      text += (text.empty() ? "" : " + ") + parts[static_cast<std::size_t>(part)].name;
  if (is_nearly_all) return "without " + text;
  return choice.size() == 1 ? "only " + text : text;
}

std::vector<std::string> names_in(const CauseSearch& search, const PartChoice& choice) {
  std::vector<std::string> names;
  for (const int part : choice)
    names.push_back(search.question.parts[static_cast<std::size_t>(part)].name);
  return names;
}

core::Variant row_of(const CauseSearch& search, const PartChoice& choice, const Attempt& made) {
  core::Variant row;
  row.name = name_of(search, choice);
  row.parts = names_in(search, choice);
  row.n = made.runs;
  row.why = made.why;
  row.verdict = made.why                           ? Tendency::untestable
                : made.endings == Endings::all_fail ? Tendency::failing
                                                    : Tendency::passing;
  if (!made.why) row.note = made.first_failure;
  return row;
}

/// A part without which the set cannot be tested is needed; one without which it is as in the base matters.
core::Cause cause_of(const CauseSearch& search, const PartChoice& choice) {
  core::Cause cause;
  for (const int part : choice) {
    PartChoice others = choice;
    others.erase(part);
    const Attempt* made = search.find(others);
    const std::string& name = search.question.parts[static_cast<std::size_t>(part)].name;
    (made != nullptr && made->why ? cause.needed : cause.parts).push_back(name);
  }
  // Parts of which none can be left out cannot be told apart.
  if (cause.parts.empty()) std::swap(cause.parts, cause.needed);
  return cause;
}

PartChoice outside(const CauseSearch& search) {
  PartChoice left = search.all();
  for (const PartChoice& cause : search.causes)
    for (const int part : cause) left.erase(part);
  return left;
}

std::string verdict_of_rest(const CauseSearch& search) {
  const Attempt* made = search.find(outside(search));
  if (search.causes.empty() || made == nullptr) return "";
  return core::to_text(row_of(search, {}, *made).verdict);
}

/// The parts of the causes, one by one, and the others as "rest".
std::vector<core::Part> parts_of(const CauseSearch& search) {
  if (!search.question.is_screened) return search.question.parts;
  std::vector<core::Part> parts;
  core::Part rest{"rest", {}};
  const PartChoice left = outside(search);
  for (int index = 0; index < static_cast<int>(search.question.parts.size()); ++index) {
    const core::Part& part = search.question.parts[static_cast<std::size_t>(index)];
    if (!left.contains(index)) parts.push_back(part);
    else rest.paths.insert(rest.paths.end(), part.paths.begin(), part.paths.end());
  }
  std::sort(rest.paths.begin(), rest.paths.end());
  if (!rest.paths.empty()) parts.push_back(std::move(rest));
  return parts;
}

core::PartEffect effect_of(const CauseSearch& search, const core::Attribution& attribution,
                           const std::string& name) {
  core::PartEffect effect;
  effect.name = name;
  effect.parts = {name};
  effect.verdict = attribution.rest_verdict == "untestable" ? Tendency::undecided : Tendency::same;
  for (const core::Cause& cause : attribution.causes)
    if (std::find(cause.parts.begin(), cause.parts.end(), name) != cause.parts.end())
      effect.verdict = search.sought() == Endings::all_fail ? Tendency::failing : Tendency::passing;
  return effect;
}

core::Finding base_of(const CauseSearch& search) {
  const BisectQuestion& question = search.question.search;
  core::Finding finding;
  finding.range = core::SearchedRange{question.good, question.bad, std::nullopt, 1};
  finding.warnings = search.investigation.warnings;
  finding.attribution = causes_of(search);
  return finding;
}

}  // namespace

core::Attribution causes_of(const CauseSearch& search) {
  core::Attribution attribution;
  attribution.compared = search.question.compared;
  attribution.parts = parts_of(search);
  for (const PartChoice& choice : search.order)
    attribution.variants.push_back(row_of(search, choice, search.attempts.at(choice)));
  for (const PartChoice& cause : search.causes) attribution.causes.push_back(cause_of(search, cause));
  attribution.rest_verdict = verdict_of_rest(search);
  if (!search.causes.empty())
    for (const core::Part& part : attribution.parts)
      attribution.effects.push_back(effect_of(search, attribution, part.name));
  if (search.question.is_screened)
    attribution.screening = core::Screening{static_cast<int>(search.question.parts.size()),
                                            static_cast<int>(search.order.size())};
  return attribution;
}

core::Finding cause_finding(const CauseSearch& search) {
  core::Finding finding = base_of(search);
  const auto& causes = finding.attribution->causes;
  finding.verdict = causes.size() > 1                 ? core::Verdict::culprits
                    : causes.front().parts.size() > 1 ? core::Verdict::interaction
                                                      : core::Verdict::culprit;
  finding.probability = 1;
  if (search.question.compared.kind != core::WholeKind::change) return finding;
  core::NamedCommit named;
  named.commit = search.question.search.bad;
  named.kind = search.sought() == Endings::all_fail ? core::ChangeKind::failing
                                                    : core::ChangeKind::passing;
  named.probability = finding.probability;
  finding.commits.push_back(std::move(named));
  return finding;
}

core::Finding no_cause(const CauseSearch& search, core::Verdict verdict, const std::string& reason) {
  core::Finding finding = base_of(search);
  finding.verdict = verdict;
  finding.reason = reason;
  return finding;
}

}  // namespace bisect::engine
