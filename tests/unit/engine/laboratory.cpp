#include "tests/unit/engine/laboratory.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>

namespace bisect::support {
namespace {

/// Every artifact is flushed to disk, which is not what these tests are about: where there is a file
/// system in memory they run there.
class FoldersInMemory : public ::testing::Environment {
 public:
  void SetUp() override {
    constexpr const char* k_memory = "/dev/shm";
    if (access(k_memory, W_OK | X_OK) == 0) setenv("TMPDIR", k_memory, 0);
  }
};

[[maybe_unused]] ::testing::Environment* const k_folders =
    ::testing::AddGlobalTestEnvironment(new FoldersInMemory);

core::CommitId commit_in(const std::filesystem::path& directory) {
  std::string text;
  std::ifstream(directory / "commit") >> text;
  return core::CommitId{text};
}

/// -1, -0.5, 0, 0.5, 1 in a fixed order that no block length divides.
double small_noise(int number) { return static_cast<double>((number * 7 + 3) % 5 - 2) / 2; }

}  // namespace

Laboratory::Laboratory() {
  work_dir = m_folder.path() / "work";
  (void)store.begin_session({}, {});
  m_session = core::SessionId{1};
}

int Laboratory::stored_trials() const {
  int count = 0;
  for (const auto& round : store.rounds) count += static_cast<int>(round.stored.trials.size());
  return count;
}

void Laboratory::count_launch() {
  if (++launches != break_off_at) return;
  if (break_off == Break::killed) throw Killed{};
  cancellation.on = true;
}

core::Finished Laboratory::run_build(const core::Command& command) {
  count_launch();
  core::Finished finished;
  if (cancellation.on) {
    finished.ending = core::Ending::cancelled;
    return finished;
  }
  finished.usage.wall = std::chrono::seconds(10);
  const auto status = build_status.find(commit_in(command.directory));
  finished.code = status == build_status.end() ? 0 : status->second;
  return finished;
}

core::Finished Laboratory::run_workload(const core::Command& command) {
  count_launch();
  core::Finished finished;
  if (cancellation.on) {
    finished.ending = core::Ending::cancelled;
    return finished;
  }
  const core::CommitId commit = commit_in(command.directory);
  const auto level = levels.find(commit);
  const double milliseconds = 100 * (level == levels.end() ? 1 : level->second) *
                              (1 + 0.002 * small_noise(stored_trials()));
  finished.usage.wall = std::chrono::nanoseconds(static_cast<std::int64_t>(1e6 * milliseconds));
  finished.usage.user = finished.usage.wall;
  const auto status = exit_status.find(commit);
  finished.code = status == exit_status.end() ? 0 : status->second;
  return finished;
}

template <class Use>
auto Laboratory::with_parts(Use use) {
  launches = 0;
  m_launcher = ScriptedLauncher();
  m_launcher.on("make", [this](const core::Command& command) { return run_build(command); });
  m_launcher.on("./bench", [this](const core::Command& command) { return run_workload(command); });
  auto workshop = build::Workshop::open(work_dir);
  const engine::BuildPorts ports{trees, *workshop, store, m_launcher, cancellation, observer};
  engine::BuildRecipe recipe;
  recipe.session = m_session;
  const engine::Outfit outfit{{"", "make", "./bench"}, {"PATH=/usr/bin:/bin"}, {}};
  recipe.outfit_of = [&](const std::string&) -> const engine::Outfit& { return outfit; };
  recipe.limits = limits;
  engine::CandidateBuilder builder(ports, recipe);
  engine::RoundRules rules;
  rules.seed = 42;
  rules.metrics = question.metrics;
  rules.on_trouble = on_trouble;
  rules.processors = processors;
  engine::RoundRunner runner(ports, m_clock, builder, m_session, rules);
  return use(ports, builder, runner);
}

core::Result<core::Finding> Laboratory::run() {
  return with_parts([this](const engine::BuildPorts& ports, engine::CandidateBuilder& builder,
                           engine::RoundRunner& runner) {
    engine::BisectStrategy strategy(question);
    engine::SessionLoop loop(ports, m_clock, builder, runner, m_session);
    return loop.run(strategy, limits);
  });
}

core::Result<core::RoundOutcome> Laboratory::run_round(int ordinal,
                                                       const core::RoundRequest& request) {
  return with_parts([&](const engine::BuildPorts&, engine::CandidateBuilder&,
                        engine::RoundRunner& runner) { return runner.run(ordinal, request, {}); });
}

}  // namespace bisect::support
