#include "harness/engine/split_strategy.hpp"

#include "harness/engine/part_analysis.hpp"
#include "harness/engine/screening.hpp"

#include <cmath>
#include <utility>

namespace bisect::engine {
namespace {

/// An effect as it goes into the store.
core::Decision decision_of(const core::PartEffect& effect) {
  core::Decision decision;
  decision.subject = effect.name;
  decision.verdict = core::to_text(effect.verdict);
  decision.test = "Student's t on the log ratios of blocks";
  decision.pairs = effect.n;
  if (!effect.ratio) return decision;
  decision.estimate = std::log(effect.ratio->value);
  decision.low = std::log(effect.ratio->low);
  decision.high = std::log(effect.ratio->high);
  return decision;
}

Inquiry<core::Finding> split_change(Splitting& splitting) {
  Obstacle obstacle = co_await prepare_split(splitting);
  const bool is_screened = splitting.is_screened;
  if (obstacle.reason.empty() && is_screened) obstacle = co_await screen_files(splitting);
  if (obstacle.reason.empty()) obstacle = co_await measure_variants(splitting, is_precise_enough);
  if (obstacle.reason.empty() && is_screened) {
    const bool is_finer = co_await find_partners(splitting);
    if (is_finer) obstacle = co_await measure_variants(splitting, is_precise_enough);
  }
  core::Finding finding = split_finding(splitting, obstacle);
  for (const core::PartEffect& effect : finding.attribution->effects)
    splitting.investigation.decisions.push_back(decision_of(effect));
  co_return finding;
}

}  // namespace

SplitStrategy::SplitStrategy(SplitQuestion question)
    : InquiryState{Splitting(std::move(question))},
      InquiryStrategy(state.investigation, split_change(state)) {}

core::Finding SplitStrategy::best_so_far(const std::string& reason) const {
  core::Finding finding = split_finding(state, {});
  finding.verdict = core::Verdict::undecided;
  finding.probability = 0;
  for (core::NamedCommit& named : finding.commits) named.probability = 0;
  finding.reason = reason;
  return finding;
}

}  // namespace bisect::engine
