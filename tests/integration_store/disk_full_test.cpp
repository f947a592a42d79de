// Disk full and files cut short: ClickHouse/ClickHouse #112145, golang/go #58765.
#include "harness/store/connection.hpp"
#include "tests/integration_store/raw_database.hpp"
#include "tests/integration_store/scratch_store.hpp"
#include "tests/integration_store/tiny_file_system.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/resource.h>

#include <csignal>
#include <fstream>

namespace bisect::integration_store {
namespace {

using testing::HasSubstr;

/// Stores trials until one fails; returns how many were stored.
int fill(ScratchStore& scratch, int from, core::Error& error) {
  for (int block = from;; ++block) {
    core::Trial trial = scratch_trial(block, scratch.build);
    trial.readings.front().values.assign(500, 1.5);
    auto added = scratch.store->add_trial(scratch.round, trial);
    if (added) continue;
    error = added.error();
    return block;
  }
}

void expect_whole(const std::filesystem::path& file, int trials) {
  RawDatabase raw(file);
  EXPECT_EQ(raw.integrity(), "ok");
  EXPECT_EQ(raw.number("SELECT count(*) FROM trial"), trials);
  EXPECT_EQ(raw.number("SELECT count(*) FROM sample"), trials * k_series);
}

TEST(DiskFull, is_an_error_with_a_cure_and_the_run_goes_on_when_there_is_room) {
  const support::TemporaryFolder folder;
  const TinyFileSystem disk(folder.path(), std::uintmax_t{2} << 20);
  if (!disk.mounted()) GTEST_SKIP() << "mounting is not allowed here";
  const std::filesystem::path file = folder.path() / "trials.db";
  const std::filesystem::path ballast = folder.path() / "ballast";
  std::ofstream(ballast) << std::string(std::size_t{512} << 10, 'x');

  auto scratch = open_scratch(file);
  ASSERT_TRUE(scratch) << scratch.error().message;
  core::Error error;
  const int stored = fill(*scratch, 0, error);
  EXPECT_GT(stored, 0);
  EXPECT_EQ(error.kind, core::ErrorKind::environment);
  EXPECT_THAT(error.message, HasSubstr("no space left"));
  EXPECT_THAT(error.message, HasSubstr(file.string()));
  EXPECT_THAT(error.hints, testing::Contains(HasSubstr(folder.path().string())));
  expect_whole(file, stored);

  std::filesystem::remove(ballast);
  const auto added = scratch->add(stored);
  ASSERT_TRUE(added) << added.error().message;
  expect_whole(file, stored + 1);
  scratch->store.reset();
  expect_whole(file, stored + 1);
}

TEST(DiskFull, a_new_database_on_a_full_disk_is_an_error_that_names_it) {
  const support::TemporaryFolder folder;
  const TinyFileSystem disk(folder.path(), std::uintmax_t{512} << 10);
  if (!disk.mounted()) GTEST_SKIP() << "mounting is not allowed here";
  std::ofstream(folder.path() / "ballast") << std::string(std::size_t{512} << 10, 'x');
  const std::filesystem::path file = folder.path() / "trials.db";
  const auto scratch = open_scratch(file);
  ASSERT_FALSE(scratch);
  EXPECT_EQ(scratch.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(scratch.error().message, HasSubstr(file.string()));
  EXPECT_FALSE(scratch.error().hints.empty());

  std::filesystem::remove(folder.path() / "ballast");
  const auto again = store::Connection::open(file, store::OpenMode::create);
  EXPECT_TRUE(again) << again.error().message;
}

/// The largest file this process may write, for the time of a test.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : m_handler(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &m_before);
    rlimit limit = m_before;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &m_before);
    std::signal(SIGXFSZ, m_handler);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  void (*m_handler)(int);
  rlimit m_before{};
};

TEST(DiskFull, a_limit_on_file_sizes_is_met_in_the_same_way) {
  const support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "trials.db";
  auto scratch = open_scratch(file);
  ASSERT_TRUE(scratch);
  core::Error error;
  int stored = 0;
  {
    const FileSizeLimit limit(rlim_t{512} << 10);
    stored = fill(*scratch, 0, error);
  }
  EXPECT_GT(stored, 0);
  EXPECT_EQ(error.kind, core::ErrorKind::environment);
  EXPECT_THAT(error.message, HasSubstr(file.string()));
  EXPECT_THAT(error.hints, testing::Contains(HasSubstr("ulimit -f")));
  expect_whole(file, stored);
  EXPECT_TRUE(scratch->add(stored));
  expect_whole(file, stored + 1);
}

}  // namespace
}  // namespace bisect::integration_store
