#include "harness/app/scope.hpp"

#include "harness/git/candidate_plan.hpp"

#include <memory>
#include <utility>

namespace bisect::app {
namespace {

std::optional<std::string> why_not(const core::Commit& good, const core::Commit& bad,
                                   const git::Segment& segment) {
  if (good.id == bad.id)
    return "the two ends are the same commit, " + core::short_id(good.id) +
           ": there is nothing between them";
  if (segment.graph.is_ancestor(bad.id, good.id))
    return "good comes after bad in history; to search between them swap the ends: --good " +
           core::short_id(bad.id) + " --bad " + core::short_id(good.id) +
           " (with --look-for faster for what made it faster)";
  if (segment.merge_bases.empty())
    return "good and bad have no common history: there is nothing to search between them";
  return std::nullopt;
}

}  // namespace

core::Finding refusal(std::string reason) {
  core::Finding finding;
  finding.verdict = core::Verdict::refused;
  finding.reason = std::move(reason);
  return finding;
}

core::Finding refusal(const core::Error& error) {
  std::string reason = error.message;
  for (const std::string& hint : error.hints) reason += "; " + hint;
  return refusal(std::move(reason));
}

engine::BisectQuestion question_of(const core::Plan& plan) {
  engine::BisectQuestion question;
  question.metrics = plan.metrics;
  if (question.metrics.empty()) {
    question.automatic_metric = true;
    question.metrics = {{core::MetricSource::cpu, "", core::Better::smaller},
                        {core::MetricSource::wall, "", core::Better::smaller}};
  }
  question.look_for = plan.look_for;
  question.min_effect = plan.min_effect;
  question.confidence = plan.confidence;
  question.run_limit = plan.limits.run;
  question.walk = plan.walk;
  question.descend = plan.descend;
  return question;
}

core::Result<Scope> find_scope(git::History& history, const core::Plan& plan) {
  auto good = history.resolve(plan.good);
  if (!good && good.error().kind == core::ErrorKind::usage) return Scope(refusal(good.error()));
  if (!good) return std::move(good).error();
  auto bad = history.resolve(plan.bad);
  if (!bad && bad.error().kind == core::ErrorKind::usage) return Scope(refusal(bad.error()));
  if (!bad) return std::move(bad).error();

  auto segment = history.segment(good->id, bad->id);
  if (!segment) {
    const auto shallow = history.is_shallow();
    if (shallow && *shallow) return Scope(refusal(segment.error()));
    return std::move(segment).error();
  }
  if (const auto reason = why_not(*good, *bad, *segment)) return Scope(refusal(*reason));

  auto candidates = git::CandidatePlan::make(history, *segment, plan);
  if (!candidates) return std::move(candidates).error();
  engine::BisectQuestion question = question_of(plan);
  question.good = std::move(*good);
  question.bad = std::move(*bad);
  question.graph = std::move(segment->graph);
  question.merge_bases = std::move(segment->merge_bases);
  question.candidate_of = [shared = std::make_shared<git::CandidatePlan>(std::move(*candidates))](
                              const core::Commit& commit) { return shared->candidate(commit); };
  return Scope(std::move(question));
}

}  // namespace bisect::app
