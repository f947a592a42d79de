#pragma once

#include "tests/acceptance/expectation.hpp"
#include "tests/acceptance/folder_snapshot.hpp"
#include "tests/support/binary_under_test.hpp"
#include "tests/support/temporary_folder.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace bisect::acceptance {

/// What is asked of the program. Values may name keys of the fixture's EXPECT: "{good}".
struct Question {
  std::string good = "{good}";
  std::string bad = "{bad}";
  std::string metric = "lines:{metric}";  ///< empty: no --metric
  std::string build = "{build}";
  std::string run = "{bench}";
  std::vector<std::string> options;
  std::map<std::string, std::string> environment;  ///< of the caller, beside the scene's own
};

/// A fixture built in a folder of its own, and everything private that a run needs: home, XDG
/// folders, state of the benchmarks, database and work folder.
class Scene {
 public:
  /// Builds cases/FIXTURE.sh; throws std::runtime_error with the script's output when it fails.
  explicit Scene(const std::string& fixture);

  [[nodiscard]] const Expectation& expected() const { return m_expected; }
  /// Where the fixture lies (DIR): DIR/repo is the subject.
  [[nodiscard]] std::filesystem::path fixture() const { return m_folder.path() / "fixture"; }
  [[nodiscard]] std::filesystem::path repository() const { return fixture() / "repo"; }
  [[nodiscard]] std::filesystem::path database() const { return m_folder.path() / "db.sqlite"; }
  [[nodiscard]] std::filesystem::path work_folder() const { return m_folder.path() / "work"; }
  /// For the test's own files; outside the fixture.
  [[nodiscard]] std::filesystem::path notes() const { return m_folder.path() / "notes"; }
  [[nodiscard]] const std::filesystem::path& folder() const { return m_folder.path(); }

  /// --repo, --good, … --db, --work-dir for a question; neither the program nor --json.
  [[nodiscard]] std::vector<std::string> arguments(const Question& question) const;
  /// The program under test with these arguments and the scene's environment.
  [[nodiscard]] support::Start start(std::vector<std::string> arguments,
                                     const std::map<std::string, std::string>& more = {}) const;
  /// Any other program (git, sh) in the scene's environment; `argv[0]` along PATH.
  support::Execution run(std::vector<std::string> argv, const std::filesystem::path& in) const;

  /// What has been touched in the fixture's folder since the scene was made or `accept` was called.
  [[nodiscard]] std::vector<std::string> touched() const;
  /// The fixture as it is now is what later comparisons start from.
  void accept();

 private:
  [[nodiscard]] std::map<std::string, std::string> environment() const;

  support::TemporaryFolder m_folder;
  Expectation m_expected;
  FolderSnapshot m_before;
};

}  // namespace bisect::acceptance
