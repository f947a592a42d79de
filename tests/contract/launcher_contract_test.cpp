#include "tests/contract/launcher_contract.hpp"

#include "runners/process/supervised_launcher.hpp"
#include "tests/support/scripted_launcher.hpp"

namespace bisect::contract {

namespace {

core::Finished ended(core::Ending ending, int code) {
  core::Finished finished;
  finished.ending = ending;
  finished.code = code;
  return finished;
}

core::Finished printed(std::string out, std::string err) {
  core::Finished finished;
  finished.out = std::move(out);
  finished.err = std::move(err);
  return finished;
}

std::unique_ptr<core::Launcher> supervised() {
  auto launcher = process::SupervisedLauncher::start();
  return launcher ? std::move(*launcher) : nullptr;
}

std::unique_ptr<core::Launcher> scripted() {
  auto launcher = std::make_unique<support::ScriptedLauncher>();
  launcher->on(k_succeed, ended(core::Ending::exited, 0))
      .on(k_exit_3, ended(core::Ending::exited, 3))
      .on(k_abort, ended(core::Ending::signaled, SIGABRT))
      .on(k_missing, ended(core::Ending::not_started, ENOENT))
      .on(k_two_streams, printed("regular", "diagnostic"))
      .on(k_digits, printed("0123456789", ""));
  return launcher;
}

INSTANTIATE_TEST_SUITE_P(Launchers, LauncherContract,
                         testing::Values(LauncherCase{"Supervised", supervised},
                                         LauncherCase{"Scripted", scripted}),
                         [](const auto& launcher) { return launcher.param.name; });

TEST(ScriptedLauncher, ACommandThatNobodyForesawIsAnError) {
  support::ScriptedLauncher launcher;
  core::Command command;
  command.argv = {"unforeseen"};
  const FixedCancellation never(FixedCancellation::State::never);
  const auto finished = launcher.run(command, never);
  ASSERT_FALSE(finished.has_value());
  EXPECT_EQ(finished.error().message, "nothing scripted for: unforeseen");
}

}  // namespace

}  // namespace bisect::contract
