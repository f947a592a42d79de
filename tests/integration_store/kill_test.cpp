// A process killed at any instant loses no trial that was reported as stored: what killed runs left behind in
// web-platform-tests/wpt.live #37 and airspeed-velocity/asv #377.
#include "tests/integration_store/child_process.hpp"
#include "tests/integration_store/raw_database.hpp"
#include "tests/integration_store/scratch_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <signal.h>

#include <chrono>
#include <random>
#include <thread>

namespace bisect::integration_store {
namespace {

constexpr int k_kills = 30;

/// Stores trials until it is killed; reports the session, then each block when it is stored.
int store_for_ever(const std::filesystem::path& file, const ChildProcess::Report& report) {
  auto scratch = open_scratch(file);
  if (!scratch) return 1;
  report(static_cast<int>(scratch->session));
  for (int block = 0;; ++block) {
    if (!scratch->add(block)) return 2;
    report(block);
  }
}

long stored_trials(RawDatabase& raw, int session) {
  return raw.number("SELECT count(*) FROM trial JOIN round ON round.id = trial.round "
                    "WHERE round.session = " + std::to_string(session));
}

class Kill : public testing::Test {
 protected:
  void expect_whole() {
    RawDatabase raw(file);
    EXPECT_EQ(raw.integrity(), "ok");
    EXPECT_EQ(raw.number("SELECT count(*) FROM trial WHERE " + std::to_string(k_series) +
                         " <> (SELECT count(*) FROM sample WHERE sample.trial = trial.id AND "
                         "length(numbers) = 8 * " + std::to_string(k_samples) + ")"),
              0);
    EXPECT_EQ(raw.number("SELECT count(*) FROM sample WHERE trial NOT IN (SELECT id FROM trial)"),
              0);
  }

  support::TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "trials.db";
};

TEST_F(Kill, at_any_instant_loses_no_finished_trial) {
  std::mt19937 random(20240506);
  std::uniform_int_distribution<int> microseconds(0, 60'000);
  long reported = 0;
  for (int round = 0; round < k_kills; ++round) {
    ChildProcess child([this](const auto& report) { return store_for_ever(file, report); });
    // Two of three are hit while they store trials, one already while it opens the file.
    const int session = round % 3 == 0 ? -1 : child.next_report();
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds(random)));
    child.send(SIGKILL);
    EXPECT_EQ(child.wait(), 128 + SIGKILL);
    if (session < 0) continue;
    const std::vector<int> blocks = child.remaining_reports();
    RawDatabase raw(file);
    const long stored = stored_trials(raw, session);
    // The last one may be stored and not yet reported, never the other way round.
    EXPECT_GE(stored, std::ssize(blocks));
    EXPECT_LE(stored, std::ssize(blocks) + 1);
    reported += std::ssize(blocks);
    expect_whole();
  }
  EXPECT_GT(reported, 0);
  expect_whole();
}

TEST_F(Kill, a_killed_session_is_unfinished_and_its_round_goes_on) {
  int session = 0;
  {
    ChildProcess child([this](const auto& report) { return store_for_ever(file, report); });
    session = child.next_report();
    ASSERT_EQ(child.next_report(), 0);
    child.send(SIGKILL);
    child.wait();
  }
  auto store = *store::SqliteTrialStore::open(file, stopped_clock());
  const auto found = store->unfinished_session(core::Plan{});
  ASSERT_TRUE(found && *found);
  EXPECT_EQ(static_cast<int>((*found)->id), session);
  const auto round = store->open_round((*found)->id, 0, {});
  ASSERT_TRUE(round);
  EXPECT_FALSE(round->closed);
  ASSERT_FALSE(round->trials.empty());
  const int next = static_cast<int>(round->trials.size());
  EXPECT_TRUE(store->add_trial(round->id, scratch_trial(next, round->trials.front().build)));
}

}  // namespace
}  // namespace bisect::integration_store
