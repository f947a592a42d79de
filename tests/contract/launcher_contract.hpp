#pragma once

#include "core/launcher.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <functional>
#include <memory>
#include <string>

namespace bisect::contract {

/// Cancellation that was, or never is, requested.
class FixedCancellation final : public core::Cancellation {
 public:
  enum class State { never, requested };

  explicit FixedCancellation(State state) : m_state(state) {}
  [[nodiscard]] bool requested() const override { return m_state == State::requested; }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  State m_state;
};

// The commands of the suite; a fake must be able to answer these.
inline constexpr const char* k_succeed = "true # succeeds";
inline constexpr const char* k_exit_3 = "exit 3";
inline constexpr const char* k_abort = "kill -ABRT $$";
inline constexpr const char* k_two_streams = "printf regular; printf diagnostic >&2";
inline constexpr const char* k_digits = "printf 0123456789";
inline constexpr const char* k_missing = "no-such-program-anywhere";

struct LauncherCase {
  std::string name;
  std::function<std::unique_ptr<core::Launcher>()> make;
};

inline void PrintTo(const LauncherCase& launcher, std::ostream* stream) {
  *stream << launcher.name;
}

/// What every Launcher does, seen through its port alone.
class LauncherContract : public testing::TestWithParam<LauncherCase> {
 protected:
  static core::Command in_shell(const std::string& text) {
    core::Command command;
    command.argv = core::shell(text);
    command.environment = {"PATH=/usr/bin:/bin"};
    command.directory = "/";
    return command;
  }

  core::Finished run(const core::Command& command) {
    auto finished = m_launcher->run(command, m_never);
    EXPECT_TRUE(finished.has_value()) << (finished ? "" : finished.error().message);
    return finished ? *finished : core::Finished{};
  }

  FixedCancellation m_never{FixedCancellation::State::never};
  FixedCancellation m_requested{FixedCancellation::State::requested};
  std::unique_ptr<core::Launcher> m_launcher = GetParam().make();
};

TEST_P(LauncherContract, SuccessIsAnExitWithZero) {
  const core::Finished finished = run(in_shell(k_succeed));
  EXPECT_EQ(finished.ending, core::Ending::exited);
  EXPECT_EQ(finished.code, 0);
  EXPECT_TRUE(finished.succeeded());
}

TEST_P(LauncherContract, AFailingProcessIsDataWithItsStatus) {
  const core::Finished finished = run(in_shell(k_exit_3));
  EXPECT_EQ(finished.ending, core::Ending::exited);
  EXPECT_EQ(finished.code, 3);
  EXPECT_FALSE(finished.succeeded());
}

TEST_P(LauncherContract, ASignalIsToldFromAnExitStatus) {
  const core::Finished finished = run(in_shell(k_abort));
  EXPECT_EQ(finished.ending, core::Ending::signaled);
  EXPECT_EQ(finished.code, SIGABRT);
}

TEST_P(LauncherContract, AMissingProgramIsDataWithErrno) {
  core::Command command = in_shell("");
  command.argv = {k_missing};
  const core::Finished finished = run(command);
  EXPECT_EQ(finished.ending, core::Ending::not_started);
  EXPECT_EQ(finished.code, ENOENT);
}

TEST_P(LauncherContract, StreamsAreKeptApart) {
  const core::Finished finished = run(in_shell(k_two_streams));
  EXPECT_EQ(finished.out, "regular");
  EXPECT_EQ(finished.err, "diagnostic");
}

TEST_P(LauncherContract, OutputKeepsHeadAndTailWithinItsLimit) {
  core::Command command = in_shell(k_digits);
  command.output_limit = 4;
  const core::Finished finished = run(command);
  EXPECT_EQ(finished.out, "0189");
  EXPECT_EQ(finished.out_dropped, 6);
  EXPECT_EQ(finished.err_dropped, 0);
}

TEST_P(LauncherContract, ThreadsAreCountedWhenAskedFor) {
  core::Command command = in_shell(k_succeed);
  EXPECT_EQ(run(command).peak_threads, 0);
  command.observation = core::Observation::threads;
  EXPECT_GE(run(command).peak_threads, 1);
}

TEST_P(LauncherContract, NothingRunsOnceCancelled) {
  const auto finished = m_launcher->run(in_shell(k_succeed), m_requested);
  ASSERT_TRUE(finished.has_value());
  EXPECT_EQ(finished->ending, core::Ending::cancelled);
  EXPECT_FALSE(finished->succeeded());
}

TEST_P(LauncherContract, ACommandWithoutAProgramIsABrokenPromise) {
  core::Command command = in_shell("");
  command.argv.clear();
  const auto finished = m_launcher->run(command, m_never);
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().kind, core::ErrorKind::internal);
}

TEST_P(LauncherContract, OneRunLeavesNoTraceInTheNext) {
  run(in_shell(k_two_streams));
  const core::Finished finished = run(in_shell(k_exit_3));
  EXPECT_EQ(finished.out, "");
  EXPECT_EQ(finished.err, "");
}

}  // namespace bisect::contract
