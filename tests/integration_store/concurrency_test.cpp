// "database is locked" and lost rows: foundatron/octopusgarden #290, rapidsai/benchmark #16,
// benchmark-action/github-action-benchmark #173.
#include "harness/store/connection.hpp"
#include "harness/store/session_reader.hpp"
#include "tests/integration_store/child_process.hpp"
#include "tests/integration_store/raw_database.hpp"
#include "tests/integration_store/scratch_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <deque>
#include <thread>

namespace bisect::integration_store {
namespace {

constexpr int k_writers = 8;
constexpr int k_trials = 50;

int write_trials(const std::filesystem::path& file) {
  auto scratch = open_scratch(file);
  if (!scratch) return 1;
  for (int block = 0; block < k_trials; ++block)
    if (!scratch->add(block)) return 2;
  return scratch->store->end_session(scratch->session, {}) ? 0 : 3;
}

/// Reads until all writers have ended; returns 0 when it never saw a part of a transaction.
int read_until_ended(const std::filesystem::path& file) {
  while (true) {
    auto reader = store::SessionReader::open(file);
    if (!reader) continue;  // not there yet
    while (true) {
      const auto sessions = (*reader)->sessions();
      if (!sessions) return 1;
      int ended = 0;
      for (const store::SessionSummary& session : *sessions) {
        if (session.ended_utc && session.cost.trials != k_trials) return 2;
        if (session.ended_utc) ++ended;
      }
      if (ended == k_writers) return 0;
    }
  }
}

TEST(Concurrency, eight_writers_and_a_reader_share_a_new_database) {
  const support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "trials.db";
  ChildProcess reader([&](const auto&) { return read_until_ended(file); });
  std::deque<ChildProcess> writers;
  for (int writer = 0; writer < k_writers; ++writer)
    writers.emplace_back([&](const auto&) { return write_trials(file); });
  for (ChildProcess& writer : writers) EXPECT_EQ(writer.wait(), 0);
  if (HasFailure()) return;  // the reader would wait for ever
  EXPECT_EQ(reader.wait(), 0);

  RawDatabase raw(file);
  EXPECT_EQ(raw.integrity(), "ok");
  EXPECT_EQ(raw.number("SELECT count(*) FROM trial"), k_writers * k_trials);
  EXPECT_EQ(raw.number("SELECT sum(length(numbers) / 8) FROM sample"),
            k_writers * k_trials * k_series * k_samples);
  EXPECT_EQ(raw.number("SELECT count(*) FROM host"), 1);
  EXPECT_EQ(raw.number("SELECT count(*) FROM candidate"), 1);
}

/// Opens a transaction, reports, and stops until it is woken.
int stop_inside_a_transaction(const std::filesystem::path& file,
                              const ChildProcess::Report& report) {
  RawDatabase raw(file);
  if (!raw.run("BEGIN IMMEDIATE").empty()) return 1;
  report(0);
  raise(SIGSTOP);
  return raw.run("COMMIT").empty() ? 0 : 2;
}

TEST(Concurrency, a_writer_waits_for_another_that_sleeps_in_its_transaction) {
  const support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "trials.db";
  auto scratch = open_scratch(file);
  ASSERT_TRUE(scratch);
  ChildProcess sleeper(
      [&](const auto& report) { return stop_inside_a_transaction(file, report); });
  ASSERT_EQ(sleeper.next_report(), 0);
  int status = 0;
  ASSERT_EQ(waitpid(sleeper.pid(), &status, WUNTRACED), sleeper.pid());
  ASSERT_TRUE(WIFSTOPPED(status));

  bool woken = false;
  std::thread alarm([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    woken = true;
    sleeper.send(SIGCONT);
  });
  const auto added = scratch->add(0);
  alarm.join();
  EXPECT_TRUE(woken);
  EXPECT_TRUE(added) << added.error().message;
  EXPECT_EQ(sleeper.wait(), 0);
}

TEST(Concurrency, a_wait_without_end_is_an_error_that_names_the_file) {
  const support::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "trials.db";
  auto connection = store::Connection::open(file, store::OpenMode::create,
                                            std::chrono::milliseconds(50));
  ASSERT_TRUE(connection);
  RawDatabase other(file);
  ASSERT_EQ(other.run("BEGIN IMMEDIATE"), "");
  int runs = 0;
  const auto written = (*connection)->write([&](auto&) {
    ++runs;
    return core::Result<void>{};
  });
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, core::ErrorKind::environment);
  EXPECT_THAT(written.error().message, testing::HasSubstr(file.string()));
  EXPECT_THAT(written.error().message, testing::HasSubstr("another process"));
  EXPECT_EQ(runs, 0);
  ASSERT_EQ(other.run("COMMIT"), "");
  EXPECT_TRUE((*connection)->write([](auto&) { return core::Result<void>{}; }));
}

}  // namespace
}  // namespace bisect::integration_store
