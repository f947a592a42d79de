#include "harness/engine/finding_writer.hpp"

#include "stats/summary.hpp"

#include <algorithm>
#include <cmath>

namespace bisect::engine {
namespace {

core::SearchedRange range_of(const BisectQuestion& question) {
  core::SearchedRange range;
  range.good = question.good;
  range.bad = question.bad;
  core::CommitId start = question.good.id;
  if (!question.graph.is_ancestor(question.good.id, question.bad.id) &&
      !question.merge_bases.empty()) {
    start = question.merge_bases.front();
    if (const core::Commit* base = question.graph.find(start)) range.merge_base = *base;
  }
  if (question.walk == core::Walk::first_parent) {
    range.candidates = static_cast<int>(question.graph.path(start, question.bad.id).size()) - 1;
    return range;
  }
  // Everything that is new in bad: reachable from it and not from good. A commit whose parents are not
  // all in the graph is the boundary, which good contains by a way that the graph does not show.
  const auto old = question.graph.ancestors(question.good.id);
  for (const core::CommitId& id : question.graph.ancestors(question.bad.id)) {
    const std::vector<core::CommitId>& parents = question.graph.find(id)->parents;
    const bool boundary =
        std::any_of(parents.begin(), parents.end(), [&](const core::CommitId& parent) {
          return question.graph.find(parent) == nullptr;
        });
    if (!old.contains(id) && !boundary) ++range.candidates;
  }
  return range;
}

std::optional<core::Ratio> ratio_to_good(const Investigation& investigation,
                                         const Assessment& assessment) {
  if (assessment.decision.pairs == 0 || judges_endings(investigation.question)) return std::nullopt;
  if (assessment.commit.id == investigation.question.good.id) return std::nullopt;
  const double direction = investigation.setup.measure.direction;
  core::Ratio ratio{std::exp(direction * assessment.decision.estimate),
                    std::exp(direction * assessment.decision.low),
                    std::exp(direction * assessment.decision.high)};
  if (ratio.low > ratio.high) std::swap(ratio.low, ratio.high);
  return ratio;
}

}  // namespace

core::MeasuredCommit evidence_row(const Investigation& investigation,
                                  const Assessment& assessment) {
  core::MeasuredCommit row;
  row.commit = assessment.commit;
  row.standing = assessment.standing;
  row.purpose = assessment.purpose;
  row.trials = assessment.trouble.trials;
  row.over_limit = assessment.trouble.over_limit;
  row.failed = assessment.trouble.failed;
  if (const auto summary = stats::summarize(assessment.values)) row.mean = summary->mean;
  row.ratio = ratio_to_good(investigation, assessment);
  row.statistic = assessment.decision.statistic;
  row.bound = assessment.decision.bound;
  if (assessment.same_as) row.note = "same program as " + core::short_id(*assessment.same_as);
  if (assessment.trouble.over_limit > 0) row.note = "ran over the time limit: slow";
  return row;
}

core::Finding start_finding(const Investigation& investigation) {
  core::Finding finding;
  finding.range = range_of(investigation.question);
  finding.effect = investigation.effect;
  finding.warnings = investigation.warnings;
  for (const Assessment& assessment : investigation.assessments) {
    if (assessment.why) finding.untestable.push_back({assessment.commit, *assessment.why});
    else finding.measured.push_back(evidence_row(investigation, assessment));
  }
  return finding;
}

core::ChangeKind kind_of_change(const Investigation& investigation) {
  switch (investigation.question.look_for) {
    case core::LookFor::failing: return core::ChangeKind::failing;
    case core::LookFor::passing: return core::ChangeKind::passing;
    case core::LookFor::slower: return core::ChangeKind::slower;
    case core::LookFor::faster: return core::ChangeKind::faster;
    case core::LookFor::changed: break;
  }
  return investigation.seeks_slowdown() ? core::ChangeKind::slower : core::ChangeKind::faster;
}

double level_of(const Investigation& investigation, const core::CommitId& commit) {
  const Assessment* assessment = investigation.find(commit);
  if (assessment != nullptr && assessment->same_as)
    assessment = investigation.find(*assessment->same_as);
  if (assessment == nullptr || assessment->commit.id == investigation.question.good.id) return 0;
  // Cut off at the limit: no number of its own, at the level of the end that it was sorted to.
  if (assessment->values.empty())
    return assessment->standing == core::Standing::good ? 0 : investigation.setup.effect;
  return assessment->decision.estimate;
}

double bracket_error(const Investigation& investigation, const core::CommitId& before,
                     const core::CommitId& after) {
  double error = investigation.ends_error;
  for (const core::CommitId& id : {before, after}) {
    const Assessment* assessment = investigation.find(id);
    if (assessment != nullptr && assessment->purpose != core::Purpose::ends)
      error += assessment->error;
  }
  return std::min(1.0, error);
}

}  // namespace bisect::engine
