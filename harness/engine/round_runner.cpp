#include "harness/engine/round_runner.hpp"

#include "harness/engine/random_order.hpp"
#include "runners/bench/trial_runner.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace bisect::engine {
namespace {

bool same_question(const core::RoundRequest& request, const store::StoredRound& stored) {
  if (stored.arms.size() != request.arms.size() || stored.blocks != request.blocks) return false;
  for (std::size_t i = 0; i < request.arms.size(); ++i)
    if (stored.arms[i] != core::candidate_key(request.arms[i].candidate) ||
        stored.generations[i] != request.arms[i].generation)
      return false;
  return true;
}

bool is_trouble(const core::Trial& trial) {
  return !trial.failure.empty() || trial.ending == core::Ending::timed_out;
}

}  // namespace

RoundRunner::RoundRunner(BuildPorts ports, const core::Clock& clock, CandidateBuilder& builder,
                         core::SessionId session, RoundRules rules)
    : m_ports(ports), m_clock(clock), m_builder(builder), m_session(session),
      m_rules(std::move(rules)) {}

core::Result<core::RoundOutcome> RoundRunner::replay(const core::RoundRequest& request,
                                                     store::StoredRound stored) {
  core::RoundOutcome outcome;
  for (const core::Arm& arm : request.arms) {
    auto build = m_builder.recall(arm);
    if (!build) return std::move(build).error();
    outcome.builds.push_back(std::move(*build));
  }
  outcome.trials = std::move(stored.trials);
  return outcome;
}

core::Result<core::RoundOutcome> RoundRunner::run(int ordinal, const core::RoundRequest& request,
                                                  const Progress& progress) {
  m_progress = progress;
  auto stored = m_ports.store.open_round(m_session, ordinal, request);
  if (!stored) return std::move(stored).error();
  if (!same_question(request, *stored))
    return core::internal_error("the stored session asks for other commits than this program would; "
                                "start afresh with another --db or finish it with the version that began it");
  if (stored->closed) return replay(request, std::move(*stored));

  core::RoundOutcome outcome;
  bool testable = true;
  for (const core::Arm& arm : request.arms) {
    m_progress.round_blocks = 0;
    if (!m_builder.is_ready(arm)) {
      m_ports.observer.progress(m_progress);
      (void)m_ports.store.add_event(m_session, {"build.started", arm.candidate.commit.text()});
    }
    auto build = m_builder.obtain(arm, request.run_limit);
    if (!build) return std::move(build).error();
    testable = testable && !build->failure;
    outcome.builds.push_back(std::move(*build));
  }
  if (testable)
    if (auto run = run_blocks(ordinal, request, *stored, outcome); !run)
      return std::move(run).error();
  if (auto closed = m_ports.store.close_round(stored->id); !closed)
    return std::move(closed).error();
  return outcome;
}

core::Scheduling RoundRunner::scheduling_of(core::Placement placement, std::uint64_t draw) const {
  core::Scheduling scheduling;
  if (placement == core::Placement::free || m_rules.processors.empty()) return scheduling;
  scheduling.cpu = m_rules.processors[draw % m_rules.processors.size()];
  if (placement == core::Placement::pinned_fifo)
    scheduling.policy = core::SchedulingClass::fifo;
  return scheduling;
}

bool RoundRunner::troubled(const core::RoundOutcome& outcome, int arm) const {
  if (m_rules.on_trouble == OnTrouble::go_on) return false;
  std::vector<const core::Trial*> mine;
  for (const core::Trial& trial : outcome.trials)
    if (trial.arm == arm) mine.push_back(&trial);
  if (mine.empty()) return false;
  if (mine.back()->ending == core::Ending::timed_out) return true;
  return mine.size() > 1 && is_trouble(*mine.back()) && is_trouble(*mine[mine.size() - 2]);
}

core::Result<core::Trial> RoundRunner::run_trial(const core::RoundRequest& request, int arm,
                                                 const core::Scheduling& scheduling) {
  const core::Arm& wanted = request.arms[static_cast<std::size_t>(arm)];
  if (auto placed = m_builder.bring(wanted, request.run_limit); !placed)
    return std::move(placed).error();
  bench::TrialCommand command;
  command.command = m_builder.workload(wanted, request.run_limit);
  command.command.scheduling = scheduling;
  command.metrics = m_rules.metrics;
  command.tree = command.command.directory;
  command.failure_pattern = m_rules.failure_pattern;
  return bench::run_trial(m_ports.launcher, m_clock, command, m_ports.cancellation);
}

core::Result<void> RoundRunner::run_blocks(int ordinal, const core::RoundRequest& request,
                                           const store::StoredRound& stored,
                                           core::RoundOutcome& outcome) {
  std::map<std::pair<int, int>, const core::Trial*> known;
  for (const core::Trial& trial : stored.trials) known[{trial.block, trial.arm}] = &trial;

  const int arms = static_cast<int>(request.arms.size());
  m_progress.round_blocks = request.blocks;
  for (int block = 0; block < request.blocks; ++block) {
    m_progress.round_block = block;
    m_ports.observer.progress(m_progress);
    const BlockDraw draw = draw_block(m_rules.seed, ordinal, block, arms);
    const core::Scheduling scheduling = scheduling_of(request.placement, draw.processor);
    for (int position = 0; position < arms; ++position) {
      const int arm = draw.order[static_cast<std::size_t>(position)];
      if (const auto found = known.find({block, arm}); found != known.end()) {
        outcome.trials.push_back(*found->second);
      } else {
        auto trial = run_trial(request, arm, scheduling);
        if (!trial) return std::move(trial).error();
        trial->block = block;
        trial->arm = arm;
        trial->position = position;
        trial->build = outcome.builds[static_cast<std::size_t>(arm)].id;
        if (auto kept = m_ports.store.add_trial(stored.id, *trial); !kept) return kept;
        outcome.trials.push_back(std::move(*trial));
      }
      if (troubled(outcome, arm)) return {};
    }
  }
  return {};
}

}  // namespace bisect::engine
