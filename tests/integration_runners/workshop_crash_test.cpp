#include "runners/build/workshop.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <thread>

namespace bisect::build {
namespace {

namespace fs = std::filesystem;

constexpr int k_files = 60;

core::Digest digest(int number) {
  std::string text = std::to_string(number);
  return core::Digest{std::string(32 - text.size(), '0') + text};
}

void write_tree(const fs::path& tree, const core::Digest& inputs) {
  fs::create_directories(tree / "deep/er");
  for (int file = 0; file < k_files; ++file)
    std::ofstream(tree / (file % 2 == 0 ? "deep" : "deep/er") / std::to_string(file)) << inputs.text();
}

bool is_whole(const fs::path& tree, const core::Digest& inputs) {
  for (int file = 0; file < k_files; ++file) {
    std::ifstream input(tree / (file % 2 == 0 ? "deep" : "deep/er") / std::to_string(file));
    std::string text;
    if (!(input >> text) || text != inputs.text()) return false;
  }
  return true;
}

/// Builds, swaps, discards and removes artifacts until it is killed.
[[noreturn]] void work_until_killed(const fs::path& work, int first) {
  auto workshop = Workshop::open(work);
  if (!workshop) _exit(1);
  for (int number = first;; ++number) {
    const core::Digest inputs = digest(number % 7);
    if (!workshop->start(inputs)) _exit(2);
    write_tree(workshop->tree(), inputs);
    if (!workshop->finish()) _exit(3);
    for (int other = 0; other < 7; ++other)
      if (workshop->has(digest(other)) && !workshop->bring(digest(other))) _exit(4);
    if (number % 3 == 0 && !workshop->discard()) _exit(5);
    if (!workshop->shrink_to(std::uint64_t{1} << 20, {inputs})) _exit(6);
  }
}

/// Has the first artifact ever been finished?
bool has_any(const fs::path& work) {
  std::error_code error;
  if (fs::exists(work / "current/identity", error)) return true;
  const fs::directory_iterator first(work / "artifacts", error);
  return !error && first != fs::directory_iterator();
}

TEST(WorkshopCrash, at_any_instant_leaves_only_whole_artifacts) {
  const support::TemporaryFolder folder;
  int found = 0;
  for (int round = 0; round < 15; ++round) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) work_until_killed(folder.path(), round);
    int status = 0;
    while (!has_any(folder.path()) && waitpid(child, &status, WNOHANG) == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(50 + 17 * round));
    kill(child, SIGKILL);
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the work failed by itself: " << WEXITSTATUS(status);

    auto workshop = Workshop::open(folder.path());
    ASSERT_TRUE(workshop) << workshop.error().message;
    EXPECT_FALSE(fs::exists(workshop->tree()));
    for (int number = 0; number < 7; ++number) {
      if (!workshop->has(digest(number))) continue;
      ++found;
      ASSERT_TRUE(workshop->bring(digest(number)));
      EXPECT_TRUE(is_whole(workshop->tree(), digest(number)));
    }
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace bisect::build
