#include "runners/build/stage_runner.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <utility>
#include <vector>

namespace bisect::build {
namespace {

using core::Ending;
using testing::HasSubstr;

/// Hands out prepared endings, one for each start.
class ScriptedLauncher final : public core::Launcher {
 public:
  explicit ScriptedLauncher(std::deque<core::Finished> endings) : m_endings(std::move(endings)) {}
  core::Result<core::Finished> run(const core::Command& command, const core::Cancellation&) override {
    m_commands.push_back(command);
    if (m_endings.empty()) return core::environment_error("no supervisor");
    core::Finished finished = std::move(m_endings.front());
    m_endings.pop_front();
    return finished;
  }
  std::vector<core::Command> m_commands;

 private:
  std::deque<core::Finished> m_endings;
};

class Switch final : public core::Cancellation {
 public:
  explicit Switch(bool requested = false) : m_requested(requested) {}
  [[nodiscard]] bool requested() const override { return m_requested; }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  bool m_requested;
};

core::Finished ended(Ending ending, int code, std::string out = "", std::string err = "") {
  core::Finished finished;
  finished.ending = ending;
  finished.code = code;
  finished.usage.wall = core::Duration{10};
  finished.out = std::move(out);
  finished.err = std::move(err);
  return finished;
}

StageCommand make() {
  StageCommand command;
  command.text = "make -j2";
  command.environment = {"PATH=/bin"};
  command.directory = "/w/tree";
  command.time_limit = core::Duration{77};
  return command;
}

TEST(StageRunner, runs_the_text_in_a_shell_as_asked) {
  ScriptedLauncher launcher({ended(Ending::exited, 0, "fine")});
  const auto result = run_stage(launcher, make(), Switch());
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->failure);
  EXPECT_EQ(result->attempts, 1);
  EXPECT_EQ(result->elapsed, core::Duration{10});
  ASSERT_EQ(launcher.m_commands.size(), 1U);
  EXPECT_THAT(launcher.m_commands[0].argv, testing::ElementsAre("/bin/sh", "-c", "make -j2"));
  EXPECT_THAT(launcher.m_commands[0].environment, testing::ElementsAre("PATH=/bin"));
  EXPECT_EQ(launcher.m_commands[0].directory, "/w/tree");
  EXPECT_EQ(launcher.m_commands[0].time_limit, core::Duration{77});
}

TEST(StageRunner, does_nothing_without_a_command) {
  ScriptedLauncher launcher({});
  const auto result = run_stage(launcher, StageCommand{}, Switch());
  ASSERT_TRUE(result);
  EXPECT_EQ(result->attempts, 0);
  EXPECT_TRUE(launcher.m_commands.empty());
}

// A build may fail once for reasons of its own; that is no property of the commit.
TEST(StageRunner, tries_again_after_a_failure) {
  ScriptedLauncher launcher({ended(Ending::exited, 2), ended(Ending::exited, 0)});
  const auto result = run_stage(launcher, make(), Switch());
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->failure);
  EXPECT_EQ(result->attempts, 2);
  EXPECT_EQ(result->elapsed, core::Duration{20});
}

TEST(StageRunner, keeps_the_log_of_every_attempt) {
  ScriptedLauncher launcher(
      {ended(Ending::exited, 1, "compiling", "a.c:1: error\n"), ended(Ending::signaled, 9, "again\n")});
  const auto result = run_stage(launcher, make(), Switch());
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->failure);
  EXPECT_EQ(result->failure->stage, core::Stage::build);
  EXPECT_EQ(result->failure->reason, "signal 9 (Killed) (attempt 2)");
  EXPECT_EQ(result->failure->log,
            "attempt 1: exit status 1\ncompiling\na.c:1: error\nattempt 2: signal 9 (Killed)\nagain\n");
}

TEST(StageRunner, does_not_repeat_a_time_out) {
  ScriptedLauncher launcher({ended(Ending::timed_out, 0), ended(Ending::exited, 0)});
  const auto result = run_stage(launcher, make(), Switch());
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->failure);
  EXPECT_EQ(result->failure->reason, "over its time limit");
  EXPECT_EQ(result->attempts, 1);
}

TEST(StageRunner, without_retries_tries_once) {
  StageCommand command = make();
  command.retries = 0;
  ScriptedLauncher launcher({ended(Ending::exited, 1), ended(Ending::exited, 0)});
  const auto result = run_stage(launcher, command, Switch());
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->failure);
  EXPECT_EQ(result->attempts, 1);
}

TEST(StageRunner, bounds_the_log_and_keeps_its_end) {
  std::string out;
  for (int line = 0; line < 20000; ++line) out += "line " + std::to_string(line) + "\n";
  StageCommand command = make();
  command.retries = 0;
  ScriptedLauncher launcher({ended(Ending::exited, 1, out, std::string(100000, 'e') + "last")});
  const auto result = run_stage(launcher, command, Switch());
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->failure);
  const std::string& log = result->failure->log;
  EXPECT_LT(log.size(), std::size_t{130} << 10);
  EXPECT_THAT(log, HasSubstr("exit status 1\n[...]\nline "));  // cut at a line's start
  EXPECT_THAT(log, HasSubstr("line 19999\n"));
  EXPECT_THAT(log, testing::EndsWith("elast\n"));
}

TEST(StageRunner, stops_for_cancellation_and_a_broken_launcher) {
  ScriptedLauncher cancelled({ended(Ending::cancelled, 0)});
  EXPECT_EQ(run_stage(cancelled, make(), Switch()).error().kind, core::ErrorKind::interrupted);
  ScriptedLauncher unused({ended(Ending::exited, 0)});
  EXPECT_EQ(run_stage(unused, make(), Switch(true)).error().kind, core::ErrorKind::interrupted);
  EXPECT_TRUE(unused.m_commands.empty());
  ScriptedLauncher broken({});
  EXPECT_EQ(run_stage(broken, make(), Switch()).error().kind, core::ErrorKind::environment);
}

}  // namespace
}  // namespace bisect::build
