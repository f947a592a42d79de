#pragma once

#include "core/launcher.hpp"
#include "runners/process/supervised_launcher.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <sys/types.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace bisect::process {

/// Cancellation that a test requests; asked, never signalled.
class AskedCancellation final : public core::Cancellation {
 public:
  void request() { m_requested = true; }
  [[nodiscard]] bool requested() const override { return m_requested; }
  [[nodiscard]] int descriptor() const override { return -1; }

 private:
  std::atomic<bool> m_requested{false};
};

/// A started launcher and the commands to try on it.
class LauncherTest : public testing::Test {
 protected:
  void SetUp() override;

  /// `process_workload VERB ARGUMENT…` with a plain environment, in the test's own folder.
  [[nodiscard]] core::Command workload(std::vector<std::string> arguments) const;
  [[nodiscard]] core::Command in_shell(const std::string& text) const;

  /// Runs to the end; a launcher's error fails the test.
  core::Finished run(const core::Command& command);

  /// Without its last line break.
  std::string output_of(const std::string& shell_text);

  [[nodiscard]] std::filesystem::path file(const std::string& name) const {
    return m_folder.path() / name;
  }

  support::TemporaryFolder m_folder;
  AskedCancellation m_cancellation;
  std::unique_ptr<SupervisedLauncher> m_launcher;
};

/// The numbers in a file, one a line.
[[nodiscard]] std::vector<pid_t> pids_in(const std::filesystem::path& file);

/// Waits until the file has that many lines.
[[nodiscard]] std::vector<pid_t> await_pids(const std::filesystem::path& file, std::size_t count);

/// Does the process exist, be it as a zombie?
[[nodiscard]] bool exists(pid_t process);

/// Waits, if need be for some seconds, until the process does not exist any more.
[[nodiscard]] bool vanishes(pid_t process);

/// The one child of this process that is a supervisor.
[[nodiscard]] pid_t supervisor_pid();

[[nodiscard]] std::size_t count_entries(const std::filesystem::path& folder);

/// Valgrind turns vfork into fork, whereby posix_spawn loses the errors of exec.
[[nodiscard]] bool under_valgrind();

/// Sanitizers and valgrind make every process large.
[[nodiscard]] bool memory_is_inflated();

}  // namespace bisect::process
