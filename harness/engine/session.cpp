#include "harness/engine/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace bisect::engine {
namespace {

// What one more step and the confirmation are expected to take, in pairs of trials: the second look.
constexpr int k_expected_pairs = 24;

std::string verdict_line(const core::Decision& decision) {
  const std::string subject =
      decision.subject.size() == 40 ? decision.subject.substr(0, 10) : decision.subject;
  if (decision.bound <= 0) return fmt::format("{} {} ({})", subject, decision.verdict, decision.test);
  return fmt::format("{} {}: {:+.2f} % [{:+.2f}, {:+.2f}] after {} pairs, z = {:.2f} (bound {:.2f})",
                     subject, decision.verdict, 100 * std::expm1(decision.estimate),
                     100 * std::expm1(decision.low), 100 * std::expm1(decision.high),
                     decision.pairs, decision.statistic, decision.bound);
}

}  // namespace

SessionLoop::SessionLoop(BuildPorts ports, const core::Clock& clock, CandidateBuilder& builder,
                         RoundRunner& runner, core::SessionId session)
    : m_ports(ports), m_clock(clock), m_builder(builder), m_runner(runner), m_session(session) {}

core::Result<std::string> SessionLoop::limit_reached(int ordinal,
                                                     const core::RoundRequest& request,
                                                     const core::Limits& limits) {
  if (limits.budget <= core::Duration{} && limits.max_builds <= 0) return std::string();
  // What was begun before an interruption is told to the strategy whatever it has cost: a limit ends
  // the search with all that is known.
  auto round = m_ports.store.open_round(m_session, ordinal, request);
  if (!round) return std::move(round).error();
  if (round->closed || !round->trials.empty()) return std::string();
  auto cost = m_ports.store.cost(m_session);
  if (!cost) return std::move(cost).error();
  if (limits.budget > core::Duration{} && cost->build + cost->trial >= limits.budget)
    return std::string("the budget is used up (--budget)");
  int builds = 0;
  for (const core::Arm& arm : request.arms) builds += m_builder.is_ready(arm) ? 0 : 1;
  if (limits.max_builds > 0 && cost->builds + builds > limits.max_builds)
    return fmt::format("another build would be more than the {} allowed (--max-builds)",
                       limits.max_builds);
  return std::string();
}

Progress SessionLoop::progress_of(const Strategy& strategy) {
  const Outlook outlook = strategy.outlook();
  Progress progress;
  progress.activity = outlook.activity;
  progress.candidates_left = outlook.candidates_left;
  const auto cost = m_ports.store.cost(m_session);
  if (cost && cost->builds > 0 && cost->trials > 0 && outlook.candidates_left > 0) {
    const core::Duration build = cost->build / cost->builds;
    const core::Duration pairs = cost->trial / cost->trials * 2 * k_expected_pairs;
    // Every step needs a build and a comparison; the confirmation two builds and a comparison.
    progress.expected_left = (build + pairs) * outlook.steps_left + 2 * build + pairs;
  }
  return progress;
}

core::Result<void> SessionLoop::note_decisions(Strategy& strategy, int known) {
  for (const core::Decision& decision : strategy.take_decisions()) {
    // A resumed session draws its first conclusions again; they are stored already.
    if (m_decisions++ < known) continue;
    if (auto kept = m_ports.store.add_decision(m_session, decision); !kept) return kept;
    m_ports.observer.note(verdict_line(decision));
  }
  return {};
}

core::Result<core::Finding> SessionLoop::finish(core::Finding finding, core::Duration started) {
  auto cost = m_ports.store.cost(m_session);
  if (!cost) return std::move(cost).error();
  finding.cost = *cost;
  // A resumed session was at work before this start; what it stored then is the least it took.
  finding.cost.wall = std::max(cost->wall, m_clock.monotonic() - started);
  if (auto ended = m_ports.store.end_session(m_session, finding); !ended)
    return std::move(ended).error();
  return finding;
}

core::Result<core::Finding> SessionLoop::run(Strategy& strategy, const core::Limits& limits) {
  const core::Duration started = m_clock.monotonic();
  auto known = m_ports.store.decision_count(m_session);
  if (!known) return std::move(known).error();
  for (int ordinal = 0;; ++ordinal) {
    if (auto noted = note_decisions(strategy, *known); !noted) return std::move(noted).error();
    Step step = strategy.next();
    if (auto* finding = std::get_if<core::Finding>(&step))
      return finish(std::move(*finding), started);
    if (m_ports.cancellation.requested()) return core::interrupted_error();
    const auto& request = std::get<core::RoundRequest>(step);
    auto limit = limit_reached(ordinal, request, limits);
    if (!limit) return std::move(limit).error();
    if (!limit->empty()) return finish(strategy.best_so_far("stopped: " + *limit), started);
    auto outcome = m_runner.run(ordinal, request, progress_of(strategy));
    if (!outcome) return std::move(outcome).error();
    strategy.record(std::move(*outcome));
  }
}

}  // namespace bisect::engine
