#include "harness/store/session_reader.hpp"

#include "tests/integration_store/scratch_store.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bisect::integration_store {
namespace {

class Reading : public testing::Test {
 protected:
  Reading() {
    core::Plan plan;
    plan.repository = "/home/me/subject";
    auto store = *store::SqliteTrialStore::open(file, stopped_clock());
    ended = *store->begin_session({{}, "bisect", plan, "0.1.0", "2024-05-06T07:08:09Z"},
                                  {core::Digest{"host"}, {}});
    core::Finding finding;
    finding.verdict = core::Verdict::none;
    finding.reason = "no change larger than 2 %";
    EXPECT_TRUE(store->end_session(ended, finding));
    running = *store->begin_session({{}, "bisect", plan, "0.1.0", "2024-05-07T07:08:09Z"},
                                    {core::Digest{"host"}, {}});
    EXPECT_TRUE(store->add_decision(running, first));
    EXPECT_TRUE(store->add_decision(running, {"1a2b", "open", "sequential", 0.02, 1, 2.5, 8, 0, 0, 0}));
    EXPECT_TRUE(store->add_event(running, {"build.started", "1a2b3c4d5e"}));
    EXPECT_TRUE(store->add_event(running, {"build.finished", "Grüße"}));
    core::Build build;
    build.elapsed = std::chrono::seconds(3);
    EXPECT_TRUE(store->add_build(running, {}, build));
  }

  support::TemporaryFolder folder;
  std::filesystem::path file = folder.path() / "trials.db";
  core::SessionId ended{};
  core::SessionId running{};
  core::Decision first{"ends", "differ", "signed rank", 0.01, std::nan(""),
                       std::numeric_limits<double>::infinity(), 24, 0.5, 0.25, 0.75};
};

TEST_F(Reading, lists_sessions_latest_first) {
  const auto list = (*store::SessionReader::open(file))->sessions();
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 2U);
  const store::SessionSummary& latest = list->at(0);
  EXPECT_EQ(latest.id, running);
  EXPECT_EQ(latest.verb, "bisect");
  EXPECT_EQ(latest.repository, "/home/me/subject");
  EXPECT_EQ(latest.started_utc, "2024-05-07T07:08:09Z");
  EXPECT_FALSE(latest.ended_utc);
  EXPECT_FALSE(latest.verdict);
  EXPECT_EQ(latest.cost.builds, 1);
  EXPECT_EQ(latest.cost.build, std::chrono::seconds(3));
  const store::SessionSummary& earlier = list->at(1);
  EXPECT_EQ(earlier.id, ended);
  EXPECT_EQ(earlier.ended_utc, "2024-02-29T23:59:59.000Z");
  EXPECT_EQ(earlier.verdict, core::Verdict::none);
  EXPECT_EQ(earlier.reason, "no change larger than 2 %");
  EXPECT_EQ(earlier.cost.builds, 0);
}

TEST_F(Reading, decisions_come_back_in_every_field) {
  auto reader = *store::SessionReader::open(file);
  const auto list = reader->decisions(running);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 2U);
  EXPECT_EQ(list->at(0).recorded_utc, "2024-02-29T23:59:59.000Z");
  const auto& [subject, verdict, test, threshold, statistic, bound, pairs, estimate, low, high] =
      list->at(0).decision;
  EXPECT_EQ(subject, first.subject);
  EXPECT_EQ(verdict, first.verdict);
  EXPECT_EQ(test, first.test);
  EXPECT_EQ(threshold, first.threshold);
  EXPECT_TRUE(std::isnan(statistic));
  EXPECT_EQ(bound, first.bound);
  EXPECT_EQ(pairs, first.pairs);
  EXPECT_EQ(estimate, first.estimate);
  EXPECT_EQ(low, first.low);
  EXPECT_EQ(high, first.high);
  EXPECT_EQ(list->at(1).decision.subject, "1a2b");
  EXPECT_TRUE(reader->decisions(ended)->empty());
}

TEST_F(Reading, events_come_back_in_order) {
  auto reader = *store::SessionReader::open(file);
  const auto list = reader->events(running);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 2U);
  EXPECT_EQ(list->at(0).event.kind, "build.started");
  EXPECT_EQ(list->at(0).event.text, "1a2b3c4d5e");
  EXPECT_EQ(list->at(1).event.text, "Grüße");
  EXPECT_EQ(list->at(1).recorded_utc, "2024-02-29T23:59:59.000Z");
  EXPECT_TRUE(reader->events(ended)->empty());
}

}  // namespace
}  // namespace bisect::integration_store
