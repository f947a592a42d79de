#include "harness/store/session_reader.hpp"

#include "tests/contract/trial_store_contract_records.hpp"
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
                                  {core::Digest{"host"}, {{"cpu", "Example 3000"}}});
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

TEST_F(Reading, a_session_comes_back_with_its_plan_and_its_machine) {
  auto reader = *store::SessionReader::open(file);
  const auto found = reader->session(ended);
  ASSERT_TRUE(found);
  ASSERT_TRUE(found->has_value());
  EXPECT_EQ((*found)->session.id, ended);
  EXPECT_EQ((*found)->session.plan.repository, "/home/me/subject");
  EXPECT_EQ((*found)->host_facts.at("cpu"), "Example 3000");
  EXPECT_EQ((*found)->ended_utc, "2024-02-29T23:59:59.000Z");
  EXPECT_EQ((*found)->reason, "no change larger than 2 %");
  EXPECT_FALSE((*reader->session(running))->ended_utc);
  EXPECT_FALSE(reader->session(core::SessionId{99})->has_value());
}

/// Rounds of arms with everything a candidate may have.
class ReadingRounds : public Reading {
 protected:
  ReadingRounds() {
    core::Candidate part = contract::full_candidate();
    part.overlay = core::Overlay{core::CommitId{"aa"}, {"src/a.c", "src/b \xff.c"}};
    arms = {{contract::full_candidate(), 0}, {part, 2}};
    auto store = *store::SqliteTrialStore::open(file, stopped_clock());
    core::Build build;
    build.program = core::Digest{"earlier"};
    EXPECT_TRUE(store->add_build(ended, arms[0], build)) << "left by another session";
    EXPECT_TRUE(store->add_build(ended, arms[1], build));
    build.program = core::Digest{"first"};
    first = *store->add_build(running, arms[1], build);
    const auto probe = store->open_round(running, 0, {core::Purpose::probe, {arms[0]}, 0, {}, {}});
    EXPECT_TRUE(store->close_round(probe->id));
    const auto round = store->open_round(
        running, 1,
        {core::Purpose::confirm, arms, 2, core::Placement::pinned_fifo, std::chrono::seconds(7)});
    core::Trial trial = contract::full_trial(0, 0, first);
    EXPECT_TRUE(store->add_trial(round->id, trial));
    build.program = core::Digest{"made again"};
    EXPECT_TRUE(store->add_build(running, arms[1], build));
  }

  std::vector<core::Arm> arms;
  core::BuildId first{};
};

TEST_F(ReadingRounds, come_back_in_every_field) {
  const auto rounds = (*store::SessionReader::open(file))->rounds(running);
  ASSERT_TRUE(rounds) << rounds.error().message;
  ASSERT_EQ(rounds->size(), 2U);
  EXPECT_TRUE(rounds->at(0).closed);
  EXPECT_EQ(rounds->at(0).request.purpose, core::Purpose::probe);
  EXPECT_EQ(rounds->at(0).request.arms, std::vector<core::Arm>{arms[0]});
  const auto& [request, outcome, closed] = rounds->at(1);
  EXPECT_FALSE(closed);
  EXPECT_EQ(request.purpose, core::Purpose::confirm);
  EXPECT_EQ(request.arms, arms);
  EXPECT_EQ(request.blocks, 2);
  EXPECT_EQ(request.placement, core::Placement::pinned_fifo);
  EXPECT_EQ(request.run_limit, std::chrono::seconds(7));
  ASSERT_EQ(outcome.trials.size(), 1U);
  EXPECT_TRUE(contract::same(outcome.trials[0], contract::full_trial(0, 0, first)));
  EXPECT_TRUE((*store::SessionReader::open(file))->rounds(ended)->empty());
}

TEST_F(ReadingRounds, have_the_builds_that_ran_or_else_the_latest_there_were) {
  const auto rounds = (*store::SessionReader::open(file))->rounds(running);
  EXPECT_EQ(rounds->at(0).outcome.builds.at(0).program.text(), "earlier");
  ASSERT_EQ(rounds->at(1).outcome.builds.size(), 2U);
  EXPECT_EQ(rounds->at(1).outcome.builds[0].program.text(), "earlier");
  EXPECT_EQ(rounds->at(1).outcome.builds[1].program.text(), "first") << "not the one made afterwards";
}

}  // namespace
}  // namespace bisect::integration_store
