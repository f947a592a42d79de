#include "tests/support/simulated_world.hpp"

#include "core/digest.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace bisect::support {
namespace {

bool is_trouble(const core::Trial& trial) {
  return !trial.failure.empty() || trial.ending == core::Ending::timed_out;
}

core::Duration scaled(core::Duration duration, double factor) {
  return core::Duration{
      static_cast<std::int64_t>(std::llround(static_cast<double>(duration.count()) * factor))};
}

}  // namespace

double SimulatedWorld::uniform() {
  return static_cast<double>(m_random.next() >> 11) * 0x1.0p-53;
}

double SimulatedWorld::normal() {
  if (m_spare_normal) {
    const double spare = *m_spare_normal;
    m_spare_normal.reset();
    return spare;
  }
  // Box & Muller (1958): the same numbers on every platform, unlike std::normal_distribution.
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));
  const double angle = 2 * std::numbers::pi * uniform();
  m_spare_normal = radius * std::sin(angle);
  return radius * std::cos(angle);
}

double SimulatedWorld::disturbance() {
  double log_factor = 0;
  if (noise.pair_sd > 0) log_factor += noise.pair_sd / std::numbers::sqrt2 * normal();
  if (noise.drift_sd > 0) {
    const double memory = noise.drift_memory;
    m_drift = memory * m_drift + std::sqrt(1 - memory * memory) * noise.drift_sd * normal();
    log_factor += m_drift;
  }
  if (noise.spike_rate > 0 && uniform() < noise.spike_rate)
    log_factor += std::log(noise.spike_factor);
  if (noise.mode_factor != 1 && uniform() < 0.5) log_factor += std::log(noise.mode_factor);
  return std::exp(log_factor);
}

core::Build SimulatedWorld::build_of(const core::Arm& arm) {
  const Behaviour& as = behaviour[arm.candidate.commit];
  const auto [place, is_new] = m_built.try_emplace(arm);
  if (is_new) place->second = core::BuildId{++builds};
  core::Build build;
  build.id = place->second;
  build.inputs = core::Hasher().add(arm.candidate.tree.text()).add(std::to_string(arm.generation)).digest();
  build.peak_threads = workload.threads;
  if (as.untestable && *as.untestable != core::Stage::run)
    build.failure = core::NotTestable{*as.untestable, "exit status 2", "the end of a log"};
  if (as.fresh_builds_fail && arm.generation > 0)
    build.failure = core::NotTestable{core::Stage::build, "exit status 2", "the end of a log"};
  if (!build.failure && !as.program_unknown && !as.untestable)
    build.program = core::Hasher()
                        .add("program")
                        .add(as.program.empty() ? arm.candidate.commit.text() : as.program)
                        .digest();
  return build;
}

void SimulatedWorld::fill(core::Trial& trial, double at) {
  const double factor = at * disturbance();
  trial.usage.wall = scaled(workload.wall, factor);
  trial.usage.user = scaled(trial.usage.wall, (1 - workload.idle_share) * workload.parallel);
  for (int metric = 0; metric < workload.metrics; ++metric)
    for (const std::string& name : workload.names)
      trial.readings.push_back({metric, name, workload.unit, {workload.value * factor}});
}

core::Trial SimulatedWorld::run(const core::RoundRequest& request, const core::Arm& arm) {
  const Behaviour& as = behaviour[arm.candidate.commit];
  double at = arm.generation > 0 && as.fresh_level ? *as.fresh_level : as.level;
  if (level) at = level(request, arm, at);
  core::Trial trial;
  trial.scheduling.policy = core::SchedulingClass::normal;
  trial.started = std::chrono::sys_time<core::Duration>(m_clock);
  ++trials;
  const bool fails = as.untestable == core::Stage::run ||
                     (as.failure_rate > 0 && uniform() < as.failure_rate);
  if (fails) {
    trial.code = 1;
    trial.failure = "exit status 1";
    return trial;
  }
  fill(trial, at);
  const bool limited = request.run_limit > core::Duration{};
  if (as.never_ends || (limited && trial.usage.wall > request.run_limit)) {
    trial.readings.clear();
    trial.ending = core::Ending::timed_out;
    trial.failure = "over its time limit";
    trial.usage.wall = request.run_limit;
  }
  m_clock += trial.usage.wall;
  return trial;
}

bool SimulatedWorld::troubled(const core::RoundOutcome& outcome, int arm) const {
  if (failures_are_data) return false;
  const core::Trial* last = nullptr;
  const core::Trial* before = nullptr;
  for (const core::Trial& trial : outcome.trials) {
    if (trial.arm != arm) continue;
    before = last;
    last = &trial;
  }
  if (last == nullptr) return false;
  if (last->ending == core::Ending::timed_out) return true;
  return before != nullptr && is_trouble(*last) && is_trouble(*before);
}

core::RoundOutcome SimulatedWorld::answer(const core::RoundRequest& request) {
  core::RoundOutcome outcome;
  const int ordinal = m_rounds++;
  bool testable = true;
  for (const core::Arm& arm : request.arms) {
    outcome.builds.push_back(build_of(arm));
    testable = testable && !outcome.builds.back().failure;
  }
  if (!testable) return outcome;
  const int arms = static_cast<int>(request.arms.size());
  for (int block = 0; block < request.blocks; ++block) {
    const engine::BlockDraw draw = engine::draw_block(m_seed, ordinal, block, arms);
    for (int position = 0; position < arms; ++position) {
      const int arm = draw.order[static_cast<std::size_t>(position)];
      core::Trial trial = run(request, request.arms[static_cast<std::size_t>(arm)]);
      trial.block = block;
      trial.arm = arm;
      trial.position = position;
      trial.build = outcome.builds[static_cast<std::size_t>(arm)].id;
      outcome.trials.push_back(std::move(trial));
      if (troubled(outcome, arm)) return outcome;
    }
  }
  return outcome;
}

std::vector<core::CommitId> Conversation::asked_for(core::Purpose purpose) const {
  std::vector<core::CommitId> commits;
  for (const core::RoundRequest& request : requests) {
    if (request.purpose != purpose) continue;
    for (const core::Arm& arm : request.arms)
      if (std::find(commits.begin(), commits.end(), arm.candidate.commit) == commits.end())
        commits.push_back(arm.candidate.commit);
  }
  return commits;
}

Conversation converse(engine::Strategy& strategy, SimulatedWorld& world, Keep keep) {
  constexpr int k_most_rounds = 5000;
  Conversation conversation;
  for (int round = 0; round < k_most_rounds; ++round) {
    for (core::Decision& decision : strategy.take_decisions())
      conversation.decisions.push_back(std::move(decision));
    engine::Step step = strategy.next();
    if (auto* finding = std::get_if<core::Finding>(&step)) {
      conversation.finding = std::move(*finding);
      return conversation;
    }
    auto& request = std::get<core::RoundRequest>(step);
    core::RoundOutcome outcome = world.answer(request);
    if (keep == Keep::everything) conversation.outcomes.push_back(outcome);
    conversation.requests.push_back(std::move(request));
    strategy.record(std::move(outcome));
  }
  throw std::runtime_error("the strategy does not come to an end");
}

}  // namespace bisect::support
