#include "harness/engine/naming.hpp"

#include "harness/engine/finding_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace bisect::engine {
namespace {

/// Log ratio between two neighbours as the search saw it, for the confirmation to be tested against
/// half of it. Never less than a quarter of the whole: a smaller step would hardly have moved a commit
/// across the threshold. Never more than the whole: estimates of measurements that stopped because
/// they had gone far enough lie too far apart, and a larger step passes the smaller threshold as well.
/// Negative when it goes the other way.
double expected_step(const Investigation& investigation, const Located& located) {
  const double step = level_of(investigation, located.after().id) -
                      level_of(investigation, located.before().id);
  const double effect = investigation.setup.effect;
  return step < -effect / 4 ? std::max(step, -effect) : std::clamp(step, effect / 4, effect);
}

double error_of(const Investigation& investigation, const Named& change) {
  const double search =
      bracket_error(investigation, change.located.before().id, change.located.after().id);
  if (change.confirmation.confirmed != Confirmed::yes || !change.confirmation.ratio) return search;
  // For a wrong commit to be named its confirmation, from independent data, must have erred as well.
  return std::min(1.0, investigation.ends_error + change.confirmation.error);
}

core::ChangeKind kind_of_step(const Investigation& investigation, const Located& located) {
  if (located.in_merge) return core::ChangeKind::merge;
  const core::ChangeKind kind = kind_of_change(investigation);
  if (judges_endings(investigation.question) || expected_step(investigation, located) > 0) return kind;
  return kind == core::ChangeKind::slower ? core::ChangeKind::faster : core::ChangeKind::slower;
}

/// The commits that no test can tell apart, the change being in one of them.
std::vector<core::NamedCommit> bracket_members(const Investigation& investigation,
                                               const Located& located, double probability) {
  std::vector<core::NamedCommit> members;
  const int count = located.bracket.bad - located.bracket.good;
  for (int i = located.bracket.good + 1; i <= located.bracket.bad; ++i) {
    core::NamedCommit named;
    named.commit = located.chain[static_cast<std::size_t>(i)];
    named.kind = kind_of_step(investigation, located);
    named.probability = probability / count;
    members.push_back(std::move(named));
  }
  return members;
}

core::NamedCommit single(const Investigation& investigation, const Named& change) {
  core::NamedCommit named;
  named.commit = change.located.after();
  named.kind = kind_of_step(investigation, change.located);
  named.ratio = change.confirmation.ratio;
  named.probability = 1 - error_of(investigation, change);
  return named;
}

void add_rows(const Investigation& investigation, const Confirmation& confirmation,
              core::Finding& finding) {
  for (const auto& row : {confirmation.parent, confirmation.culprit})
    if (row) {
      finding.measured.push_back(evidence_row(investigation, *row));
      finding.measured.back().note = "fresh build";
    }
}

/// A culprit that explains only a part of the ends' difference leaves something else to be found.
void warn_of_rest(const Investigation& investigation, const Named& change, core::Finding& finding) {
  if (!change.confirmation.ratio || !investigation.effect) return;
  const double effect = investigation.setup.effect;
  const double direction = investigation.setup.measure.direction;
  const double low = direction * std::log(change.confirmation.ratio->low);
  const double high = direction * std::log(change.confirmation.ratio->high);
  if (std::max(low, high) >= 0.75 * effect) return;
  const double share = direction * std::log(change.confirmation.ratio->value) / effect;
  finding.warnings.push_back(fmt::format(
      "{} explains about {:.0f} % of the difference between the ends; the rest came in with other "
      "commits of the range",
      core::short_id(change.located.after().id), 100 * share));
}

std::string reason_of_set(const Investigation& investigation, const Located& located) {
  int untestable = 0;
  for (int i = located.bracket.good + 1; i < located.bracket.bad; ++i) {
    const auto& id = located.chain[static_cast<std::size_t>(i)].id;
    const Assessment* assessment = investigation.find(id);
    if (assessment != nullptr && assessment->why) ++untestable;
  }
  const int inside = located.bracket.bad - located.bracket.good - 1;
  return fmt::format(
      "{} of the {} commits between the last good and the first bad one cannot be tested{}; a --pin or "
      "--patch that makes them build would narrow it down",
      untestable, inside,
      untestable < inside ? fmt::format(" ({} not tried, inside the same stretch)", inside - untestable)
                          : std::string());
}

}  // namespace

Inquiry<Named> confirm_located(Investigation& investigation, Located located) {
  Named named;
  named.located = std::move(located);
  if (!named.located.bracket.single()) co_return named;
  const double expected = expected_step(investigation, named.located);
  core::Commit before = named.located.before();
  core::Commit after = named.located.after();
  named.confirmation =
      co_await confirm(investigation, std::move(before), std::move(after), expected);
  co_return named;
}

core::Finding finding_of(const Investigation& investigation, const std::vector<Named>& changes) {
  core::Finding finding = start_finding(investigation);
  finding.verdict = changes.size() > 1 ? core::Verdict::culprits : core::Verdict::culprit;
  finding.probability = 1;
  for (const Named& change : changes) {
    const double probability = 1 - error_of(investigation, change);
    finding.probability *= probability;
    add_rows(investigation, change.confirmation, finding);
    if (change.located.bracket.single()) {
      finding.commits.push_back(single(investigation, change));
      if (changes.size() == 1) warn_of_rest(investigation, change, finding);
      if (change.confirmation.confirmed == Confirmed::not_possible)
        finding.warnings.push_back("the confirmation with fresh builds was not possible: they failed");
      continue;
    }
    auto members = bracket_members(investigation, change.located, probability);
    finding.commits.insert(finding.commits.end(), members.begin(), members.end());
    finding.reason = reason_of_set(investigation, change.located);
    if (changes.size() == 1) finding.verdict = core::Verdict::candidates;
  }
  return finding;
}

}  // namespace bisect::engine
