#include "harness/engine/bisect_strategy.hpp"

#include "harness/engine/bisection.hpp"
#include "harness/engine/finding_writer.hpp"

#include <utility>

namespace bisect::engine {

BisectStrategy::BisectStrategy(BisectQuestion question)
    : InquiryState{Investigation(std::move(question))}, InquiryStrategy(state, bisect_history(state)) {}

core::Finding BisectStrategy::best_so_far(const std::string& reason) const {
  core::Finding finding = start_finding(state);
  finding.verdict = core::Verdict::undecided;
  finding.reason = reason;
  const Suspects& suspects = state.suspects;
  if (suspects.chain.empty()) return finding;
  const auto at = [&](int position) { return suspects.chain[static_cast<std::size_t>(position)].id; };
  const double right = 1 - bracket_error(state, at(suspects.good), at(suspects.bad));
  for (int i = suspects.good + 1; i <= suspects.bad; ++i) {
    core::NamedCommit named;
    named.commit = suspects.chain[static_cast<std::size_t>(i)];
    named.kind = kind_of_change(state);
    named.probability = right / (suspects.bad - suspects.good);
    finding.commits.push_back(std::move(named));
  }
  return finding;
}

}  // namespace bisect::engine
