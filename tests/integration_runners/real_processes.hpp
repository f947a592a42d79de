#pragma once

#include "core/cancellation.hpp"
#include "core/launcher.hpp"
#include "runners/process/supervised_launcher.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace bisect {

class NeverCancelled final : public core::Cancellation {
 public:
  [[nodiscard]] bool requested() const override { return false; }
  [[nodiscard]] int descriptor() const override { return -1; }
};

/// A folder with a tree of its own and a launcher of real processes.
class RealProcesses : public testing::Test {
 protected:
  void SetUp() override {
    auto started = process::SupervisedLauncher::start();
    ASSERT_TRUE(started) << started.error().message;
    m_launcher = std::move(*started);
    std::filesystem::create_directories(m_tree);
  }

  [[nodiscard]] core::Command command(std::string text) const {
    core::Command command;
    command.argv = core::shell(std::move(text));
    command.environment = {"PATH=/usr/bin:/bin", "LC_ALL=C"};
    command.directory = m_tree;
    return command;
  }

  void write(const std::filesystem::path& file, const std::string& text) const {
    std::filesystem::create_directories((m_tree / file).parent_path());
    std::ofstream(m_tree / file) << text;
  }

  /// Runs a helper command of the test itself; it has to succeed.
  void prepare(const std::string& text) {
    const auto finished = m_launcher->run(command(text), NeverCancelled());
    ASSERT_TRUE(finished) << finished.error().message;
    ASSERT_TRUE(finished->succeeded()) << text << "\n" << finished->err;
  }

  support::TemporaryFolder m_folder;
  std::filesystem::path m_tree = m_folder.path() / "tree";
  std::unique_ptr<process::SupervisedLauncher> m_launcher;
};

}  // namespace bisect
