#pragma once

#include "core/cancellation.hpp"
#include "core/ids.hpp"
#include "harness/git/git_program.hpp"
#include "harness/git/git_work_trees.hpp"
#include "harness/git/libgit2_history.hpp"
#include "harness/git/repository_place.hpp"
#include "runners/process/supervised_launcher.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bisect::support {

class NeverCancelled final : public core::Cancellation {
 public:
  [[nodiscard]] bool requested() const override { return false; }
  [[nodiscard]] int descriptor() const override { return -1; }
};

class AlreadyCancelled final : public core::Cancellation {
 public:
  [[nodiscard]] bool requested() const override { return true; }
  [[nodiscard]] int descriptor() const override { return -1; }
};

/// A folder for small real repositories: fixed names, dates and settings, nothing read from the
/// caller's home or git configuration. Whatever goes wrong while building one throws
/// std::runtime_error.
class GitFixture {
 public:
  GitFixture();

  [[nodiscard]] const std::filesystem::path& root() const { return m_folder.path(); }
  /// Variables of the pretended user, on top of the fixed ones; for the adapters as well.
  std::map<std::string, std::string> user_environment;

  /// Runs git in root()/`where`; its stdout without the last line feed.
  std::string git(const std::filesystem::path& where, std::vector<std::string> arguments);
  /// The same, whatever its exit status.
  core::Finished try_git(const std::filesystem::path& where, std::vector<std::string> arguments);

  /// An empty repository root()/`name` on branch main.
  void make_repository(const std::filesystem::path& name);
  void write(const std::filesystem::path& file, const std::string& text);
  [[nodiscard]] std::string read(const std::filesystem::path& file) const;
  /// Commits everything in the work tree at `where`, an hour after the previous commit.
  core::CommitId commit(const std::filesystem::path& where, const std::string& subject);
  /// Writes the file and commits.
  core::CommitId commit_file(const std::filesystem::path& where, const std::string& file,
                             const std::string& text);
  core::CommitId id(const std::filesystem::path& where, const std::string& revision);

  /// The adapters, as the program would make them for the pretended user.
  git::GitProgram program();
  git::RepositoryPlace place(const std::filesystem::path& where);
  std::unique_ptr<git::Libgit2History> history(const std::filesystem::path& where);
  git::GitWorkTrees work_trees(const std::filesystem::path& where);
  [[nodiscard]] std::filesystem::path mirrors() const { return root() / "mirrors"; }

  NeverCancelled never;

 private:
  [[nodiscard]] std::vector<std::string> environment() const;

  TemporaryFolder m_folder;
  std::int64_t m_clock = 1700000000;
};

/// Every file, folder and link below a folder with its content, mode and times of modification, as
/// lines that a test can compare.
std::vector<std::string> snapshot(const std::filesystem::path& folder);

}  // namespace bisect::support
