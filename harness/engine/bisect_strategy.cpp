#include "harness/engine/bisect_strategy.hpp"

#include "harness/engine/bisection.hpp"
#include "harness/engine/finding_writer.hpp"

#include <utility>

namespace bisect::engine {

BisectStrategy::BisectStrategy(BisectQuestion question)
    : m_investigation(std::move(question)), m_inquiry(bisect_history(m_investigation)) {
  m_inquiry.start();
}

Step BisectStrategy::next() {
  if (m_inquiry.done()) return m_inquiry.result();
  return *m_investigation.dialogue.pending();
}

void BisectStrategy::record(core::RoundOutcome outcome) {
  m_investigation.dialogue.answer(std::move(outcome));
}

std::vector<core::Decision> BisectStrategy::take_decisions() {
  return std::exchange(m_investigation.decisions, {});
}

Outlook BisectStrategy::outlook() const { return m_investigation.outlook; }

core::Finding BisectStrategy::best_so_far(const std::string& reason) const {
  core::Finding finding = start_finding(m_investigation);
  finding.verdict = core::Verdict::undecided;
  finding.reason = reason;
  const Suspects& suspects = m_investigation.suspects;
  if (suspects.chain.empty()) return finding;
  const auto at = [&](int position) { return suspects.chain[static_cast<std::size_t>(position)].id; };
  const double right = 1 - bracket_error(m_investigation, at(suspects.good), at(suspects.bad));
  for (int i = suspects.good + 1; i <= suspects.bad; ++i) {
    core::NamedCommit named;
    named.commit = suspects.chain[static_cast<std::size_t>(i)];
    named.kind = kind_of_change(m_investigation);
    named.probability = right / (suspects.bad - suspects.good);
    finding.commits.push_back(std::move(named));
  }
  return finding;
}

}  // namespace bisect::engine
