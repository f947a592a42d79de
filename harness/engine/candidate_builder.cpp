#include "harness/engine/candidate_builder.hpp"

#include "core/digest.hpp"
#include "runners/bench/inspection.hpp"
#include "runners/build/stage_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace bisect::engine {
namespace {

constexpr std::uint64_t k_artifacts_limit = std::uint64_t{20} << 30;
constexpr std::uint64_t k_smallest_free = std::uint64_t{256} << 20;

std::string run_command(const core::Commands& commands) {
  return commands.run.empty() ? ":" : commands.run;  // a plan that only measures sizes runs nothing
}

}  // namespace

CandidateBuilder::CandidateBuilder(BuildPorts ports, BuildRecipe recipe)
    : m_ports(ports), m_recipe(std::move(recipe)) {}

core::Digest CandidateBuilder::inputs(const core::Arm& arm) const {
  const core::Candidate& candidate = arm.candidate;
  const Outfit& outfit = outfit_of(arm);
  core::Hasher hasher;
  hasher.add("build 1").add(candidate.tree.text()).add(candidate.setting);
  for (const core::Pin& pin : candidate.pins) hasher.add("pin").add(pin.path).add(pin.commit.text());
  for (const core::FixUp& fixup : candidate.fixups) hasher.add("fix-up").add(fixup.content.text());
  // The workload counts as an input: what it opens is observed on the artifact.
  hasher.add(outfit.commands.prepare).add(outfit.commands.build).add(outfit.commands.run);
  for (const std::string& entry : outfit.environment) hasher.add("env").add(entry);
  for (const auto& [tool, version] : outfit.tools) hasher.add("tool").add(tool).add(version);
  if (arm.generation > 0)
    hasher.add(fmt::format("session {} generation {}", static_cast<std::int64_t>(m_recipe.session),
                           arm.generation));
  return hasher.digest();
}

const Outfit& CandidateBuilder::outfit_of(const core::Arm& arm) const {
  return m_recipe.outfit_of(arm.candidate.setting);
}

bool CandidateBuilder::is_ready(const core::Arm& arm) const {
  return m_ports.workshop.has(inputs(arm));
}

core::Result<core::Build> CandidateBuilder::obtain(const core::Arm& arm,
                                                   core::Duration run_limit) {
  if (is_ready(arm)) {
    auto stored = m_ports.store.find_build(inputs(arm));
    if (!stored) return std::move(stored).error();
    if (stored.value() && !stored.value()->failure) return *stored.value();
  }
  return make(arm, run_limit);
}

core::Result<core::Build> CandidateBuilder::recall(const core::Arm& arm) {
  auto stored = m_ports.store.find_build(inputs(arm));
  if (!stored) return std::move(stored).error();
  if (!stored.value())
    return core::internal_error("a closed round refers to a build that is not stored: " +
                                arm.candidate.commit.text());
  return *stored.value();
}

core::Result<void> CandidateBuilder::bring(const core::Arm& arm, core::Duration run_limit) {
  if (!is_ready(arm)) {
    auto again = make(arm, run_limit);
    if (!again) return std::move(again).error();
    if (again->failure)
      return core::environment_error("the artifact of " + core::short_id(arm.candidate.commit) +
                                     " was removed and cannot be built again: " +
                                     again->failure->reason);
  }
  return m_ports.workshop.bring(inputs(arm));
}

core::Command CandidateBuilder::workload(const core::Arm& arm, core::Duration run_limit) const {
  core::Command command;
  command.argv = core::shell(run_command(outfit_of(arm).commands));
  command.environment = outfit_of(arm).environment;
  command.directory = m_ports.workshop.tree();
  command.time_limit = run_limit;
  return command;
}

core::Result<void> CandidateBuilder::make_room(const core::Arm& arm) {
  const std::vector<core::Digest> keep{inputs(arm)};
  if (auto shrunk = m_ports.workshop.shrink_to(k_artifacts_limit, keep); !shrunk) return shrunk;
  auto available = m_ports.workshop.free_bytes();
  if (!available) return std::move(available).error();
  if (*available >= k_smallest_free) return {};
  if (auto emptied = m_ports.workshop.shrink_to(0, keep); !emptied) return emptied;
  available = m_ports.workshop.free_bytes();
  if (!available) return std::move(available).error();
  if (*available >= k_smallest_free) return {};
  return core::environment_error(
      fmt::format("only {} MiB free where builds are made: {}", *available >> 20,
                  m_ports.workshop.tree().parent_path().parent_path().string()),
      {"free some space, or choose another place with --work-dir DIR; the run can then go on with "
       "bisect resume"});
}

core::Result<void> CandidateBuilder::lay_out(const core::Arm& arm, core::Build& build) {
  auto checkout =
      m_ports.work_trees.lay_out(arm.candidate, m_ports.workshop.tree(), m_ports.cancellation);
  if (!checkout) return std::move(checkout).error();
  build.submodules = std::move(checkout->submodules);
  build.warnings = std::move(checkout->warnings);
  build.failure = std::move(checkout->failure);
  return {};
}

core::Result<void> CandidateBuilder::run_stages(const core::Arm& arm, core::Build& build) {
  const Outfit& outfit = outfit_of(arm);
  const std::array<std::pair<core::Stage, const std::string*>, 2> stages{{
      {core::Stage::prepare, &outfit.commands.prepare},
      {core::Stage::build, &outfit.commands.build},
  }};
  for (const auto& [stage, text] : stages) {
    if (build.failure || text->empty()) continue;
    build::StageCommand command;
    command.stage = stage;
    command.text = *text;
    command.environment = outfit.environment;
    command.directory = m_ports.workshop.tree();
    command.time_limit = m_recipe.limits.build;
    command.retries = m_recipe.limits.retries;
    auto result = build::run_stage(m_ports.launcher, command, m_ports.cancellation);
    if (!result) return std::move(result).error();
    build.failure = std::move(result->failure);
    build.attempts = std::max(build.attempts, result->attempts);
    build.elapsed += result->elapsed;
  }
  return {};
}

core::Result<void> CandidateBuilder::observe(const core::Arm& arm, core::Build& build,
                                             core::Duration run_limit) {
  core::Command command = workload(arm, run_limit == core::Duration{} ? m_recipe.limits.build : run_limit);
  command.observation = core::Observation::threads;
  auto inspection = bench::inspect(m_ports.launcher, command, m_ports.workshop.tree(),
                                   m_ports.cancellation);
  if (!inspection) return std::move(inspection).error();
  // A run that broke off has not opened all that it would have.
  if (inspection->finished.succeeded()) build.program = inspection->program;
  build.foreign_libraries = std::move(inspection->foreign_libraries);
  build.peak_threads = inspection->peak_threads;
  return {};
}

core::Result<core::Build> CandidateBuilder::make(const core::Arm& arm, core::Duration run_limit) {
  if (auto room = make_room(arm); !room) return std::move(room).error();
  core::Build build;
  build.inputs = inputs(arm);
  if (auto started = m_ports.workshop.start(build.inputs); !started)
    return std::move(started).error();
  core::Result<void> done = lay_out(arm, build);
  if (done && !build.failure) done = run_stages(arm, build);
  if (done && !build.failure) done = observe(arm, build, run_limit);
  if (!done) {
    (void)m_ports.workshop.discard();  // the error that brought us here is the one to report
    return std::move(done).error();
  }
  done = build.failure ? m_ports.workshop.discard() : m_ports.workshop.finish();
  if (!done) return std::move(done).error();
  auto id = m_ports.store.add_build(m_recipe.session, arm, build);
  if (!id) return std::move(id).error();
  build.id = *id;
  return build;
}

}  // namespace bisect::engine
