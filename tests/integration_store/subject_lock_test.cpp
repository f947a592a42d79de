// One run for a subject, and nothing left behind by a dead one: ocaml-bench/sandmark #438,
// rfxn/linux-malware-detect #373.
#include "harness/store/subject_lock.hpp"

#include "tests/integration_store/child_process.hpp"
#include "tests/integration_store/scratch_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

extern char** environ;

namespace bisect::integration_store {
namespace {

namespace fs = std::filesystem;
using core::ErrorKind;
using store::SubjectLock;
using testing::HasSubstr;

std::string content(const fs::path& file) {
  std::ifstream input(file);
  return {std::istreambuf_iterator<char>(input), {}};
}

class Lock : public testing::Test {
 protected:
  [[nodiscard]] core::Result<SubjectLock> take() const {
    return SubjectLock::take(file, stopped_clock());
  }

  support::TemporaryFolder folder;
  fs::path file = folder.path() / "locks" / "subject.lock";
};

TEST_F(Lock, a_second_taker_is_told_who_holds_it) {
  const auto first = take();
  ASSERT_TRUE(first) << first.error().message;
  const auto second = take();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::locked);
  const std::string& message = second.error().message;
  EXPECT_THAT(message, HasSubstr("process " + std::to_string(getpid())));
  EXPECT_THAT(message, HasSubstr("since 2024-02-29T23:59:59.000Z"));
  EXPECT_THAT(message, HasSubstr("integration_store")) << "the command line";
  EXPECT_THAT(message, HasSubstr(file.string()));
  EXPECT_FALSE(second.error().hints.empty());
  EXPECT_THAT(content(file), HasSubstr("host: "));
}

TEST_F(Lock, another_process_holds_it_until_it_is_killed) {
  ChildProcess holder([this](const auto& report) -> int {
    const auto lock = take();
    report(lock ? 0 : 1);
    while (true) pause();
  });
  ASSERT_EQ(holder.next_report(), 0);
  const auto refused = take();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("process " + std::to_string(holder.pid())));
  holder.send(SIGKILL);
  holder.wait();
  EXPECT_TRUE(take());
}

TEST_F(Lock, ends_with_its_object) {
  { ASSERT_TRUE(take()); }
  auto first = take();
  ASSERT_TRUE(first);
  SubjectLock moved = *std::move(first);
  EXPECT_FALSE(take());
}

TEST_F(Lock, a_refused_taker_leaves_the_holders_entry) {
  const auto first = take();
  const std::string before = content(file);
  EXPECT_FALSE(take());
  EXPECT_EQ(content(file), before);
}

TEST_F(Lock, a_process_number_used_again_does_not_block) {
  fs::create_directories(file.parent_path());
  // The dead holder's number now belongs to a living process: our parent.
  std::ofstream(file) << "pid: " << getppid() << "\nhost: here\nsince: 2020\ncommand: bisect "
                      << std::string(500, 'x') << "\n";
  ASSERT_TRUE(take());
  EXPECT_THAT(content(file), HasSubstr("pid: " + std::to_string(getpid()) + "\n"));
  EXPECT_THAT(content(file), testing::Not(HasSubstr("xxx")));
}

TEST_F(Lock, a_holder_without_an_entry_still_holds) {
  fs::create_directories(file.parent_path());
  const int other = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  ASSERT_EQ(flock(other, LOCK_EX | LOCK_NB), 0);
  const auto refused = take();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::locked);
  close(other);
  EXPECT_TRUE(take());
}

TEST_F(Lock, a_program_started_by_a_dead_holder_does_not_hold_it) {
  ChildProcess holder([this](const auto& report) {
    const auto lock = take();
    const char* argv[] = {"sleep", "1000", nullptr};
    pid_t sleeper = -1;
    if (!lock || posix_spawnp(&sleeper, argv[0], nullptr, nullptr, const_cast<char**>(argv),
                              environ) != 0)
      return 1;
    report(sleeper);
    while (true) pause();
  });
  const pid_t sleeper = holder.next_report();
  ASSERT_GT(sleeper, 0);
  holder.send(SIGKILL);
  holder.wait();
  EXPECT_EQ(kill(sleeper, 0), 0) << "the program must still be there";
  const auto taken = take();
  EXPECT_TRUE(taken);
  kill(sleeper, SIGKILL);
}

TEST_F(Lock, a_file_that_cannot_be_made_is_an_error_with_a_cure) {
  std::ofstream(folder.path() / "locks") << "a file where the folder should be";
  const auto refused = take();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::environment);
  EXPECT_THAT(refused.error().message, HasSubstr(file.string()));
  EXPECT_FALSE(refused.error().hints.empty());
}

TEST_F(Lock, a_folder_without_permission_is_an_error_with_a_cure) {
  fs::create_directories(file.parent_path());
  fs::permissions(file.parent_path(), fs::perms{0555});
  fs::permissions(folder.path(), fs::perms{0755});
  const uid_t user = geteuid();
  ASSERT_EQ(seteuid(user == 0 ? 65534 : user), 0) << "the super-user may write everywhere";
  const auto refused = take();
  ASSERT_EQ(seteuid(user), 0);
  fs::permissions(file.parent_path(), fs::perms{0755});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::environment);
  EXPECT_THAT(refused.error().message, HasSubstr("Permission denied"));
}

}  // namespace
}  // namespace bisect::integration_store
