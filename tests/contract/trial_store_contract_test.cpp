// The promises of store::TrialStore, asked of the fake and of the real adapter.
#include "tests/contract/trial_store_contract_records.hpp"

#include "harness/store/bounded_log.hpp"
#include "harness/store/plan_codec.hpp"
#include "harness/store/sqlite_trial_store.hpp"
#include "tests/support/memory_trial_store.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdlib.h>

#include <cmath>
#include <limits>

namespace bisect::contract {
namespace {

using core::ErrorKind;

class StoppedClock final : public core::Clock {
 public:
  [[nodiscard]] core::Duration monotonic() const override { return {}; }
  [[nodiscard]] std::chrono::sys_time<core::Duration> utc() const override { return {}; }
};

class InMemory {
 public:
  store::TrialStore& store() { return m_store; }
  void reopen() {}

 private:
  support::MemoryTrialStore m_store;
};

class OnDisk {
 public:
  OnDisk() { reopen(); }
  ~OnDisk() {
    m_store.reset();
    std::filesystem::remove_all(m_folder);
  }
  store::TrialStore& store() { return *m_store; }
  void reopen() {
    m_store.reset();
    auto opened = store::SqliteTrialStore::open(m_folder / "trials.db", m_clock);
    if (!opened) throw std::runtime_error(opened.error().message);
    m_store = *std::move(opened);
  }

 private:
  static std::filesystem::path new_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "bisect-store-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    return name;
  }

  StoppedClock m_clock;
  std::filesystem::path m_folder = new_folder();
  std::unique_ptr<store::SqliteTrialStore> m_store;
};

template <class Where>
class TrialStoreContract : public testing::Test {
 protected:
  store::TrialStore& store() { return where.store(); }

  core::SessionId begin(const core::Plan& plan = {}) {
    return *store().begin_session({{}, "bisect", plan, "0.1.0", "2024-05-06T07:08:09Z"},
                                  {core::Digest{"host"}, {{"cpu", "x"}, {"mhz", "2593.9"}}});
  }

  static core::RoundRequest two_arms() {
    core::Candidate other = full_candidate();
    other.setting = "source";
    return {core::Purpose::step, {{full_candidate(), 0}, {other, 2}}, 4,
            core::Placement::pinned, std::chrono::seconds(1)};
  }

  core::BuildId build(core::SessionId session) {
    return *store().add_build(session, {full_candidate(), 0}, full_build());
  }

  Where where;
};

using Stores = testing::Types<InMemory, OnDisk>;
TYPED_TEST_SUITE(TrialStoreContract, Stores);

TYPED_TEST(TrialStoreContract, a_new_store_knows_nothing) {
  EXPECT_FALSE(this->store().unfinished_session(std::nullopt)->has_value());
  EXPECT_FALSE(this->store().find_build(core::Digest{"x"})->has_value());
}

TYPED_TEST(TrialStoreContract, an_unfinished_session_comes_back_with_its_plan) {
  const core::SessionId id = this->begin(full_plan());
  this->where.reopen();
  const auto found = this->store().unfinished_session(full_plan());
  ASSERT_TRUE(found && found->has_value());
  EXPECT_EQ((*found)->id, id);
  EXPECT_EQ((*found)->verb, "bisect");
  EXPECT_EQ((*found)->program_version, "0.1.0");
  EXPECT_EQ((*found)->started_utc, "2024-05-06T07:08:09Z");
  EXPECT_EQ(store::encode_plan((*found)->plan), store::encode_plan(full_plan()));
}

TYPED_TEST(TrialStoreContract, the_latest_unfinished_session_is_found) {
  const core::SessionId first = this->begin();
  const core::SessionId second = this->begin();
  EXPECT_NE(first, second);
  EXPECT_EQ((*this->store().unfinished_session(core::Plan{}))->id, second);
  ASSERT_TRUE(this->store().end_session(second, {}));
  EXPECT_EQ((*this->store().unfinished_session(core::Plan{}))->id, first);
  EXPECT_EQ((*this->store().unfinished_session(std::nullopt))->id, first);
  ASSERT_TRUE(this->store().end_session(first, {}));
  EXPECT_FALSE(this->store().unfinished_session(std::nullopt)->has_value());
}

TYPED_TEST(TrialStoreContract, a_session_of_another_question_is_not_found) {
  this->begin(full_plan());
  core::Plan other = full_plan();
  other.bad = "HEAD~1";
  EXPECT_FALSE(this->store().unfinished_session(other)->has_value());
  EXPECT_TRUE(this->store().unfinished_session(std::nullopt)->has_value());
  core::Plan elsewhere = full_plan();
  elsewhere.seed = 1;
  elsewhere.work_dir = "/tmp/other";
  EXPECT_TRUE(this->store().unfinished_session(elsewhere)->has_value());
}

TYPED_TEST(TrialStoreContract, a_session_ends_once) {
  const core::SessionId id = this->begin();
  EXPECT_TRUE(this->store().end_session(id, {}));
  const auto again = this->store().end_session(id, {});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::internal);
  EXPECT_FALSE(this->store().end_session(core::SessionId{99}, {}));
}

TYPED_TEST(TrialStoreContract, a_build_comes_back_in_every_field) {
  core::Build build = full_build();
  build.id = this->build(this->begin());
  this->where.reopen();
  const auto found = this->store().find_build(build.inputs);
  ASSERT_TRUE(found && found->has_value());
  EXPECT_TRUE(same(**found, build));
}

TYPED_TEST(TrialStoreContract, the_latest_build_with_these_inputs_is_found) {
  const core::SessionId first = this->begin();
  core::Build build = full_build();
  this->build(first);
  build.failure.reset();
  build.attempts = 1;
  const core::SessionId second = this->begin();
  build.id = *this->store().add_build(second, {full_candidate(), 0}, build);
  const auto found = this->store().find_build(build.inputs);
  ASSERT_TRUE(found && found->has_value());
  EXPECT_TRUE(same(**found, build));
  EXPECT_FALSE(this->store().find_build(build.program)->has_value());
}

TYPED_TEST(TrialStoreContract, of_a_long_log_the_end_is_kept) {
  core::Build build = full_build();
  build.failure->log.clear();
  for (int line = 0; line < 20'000; ++line)
    build.failure->log += "line " + std::to_string(line) + "\n";
  ASSERT_TRUE(this->store().add_build(this->begin(), {}, build));
  const std::string kept = (*this->store().find_build(build.inputs))->failure->log;
  EXPECT_LE(kept.size(), store::k_stored_log_bytes);
  EXPECT_GT(kept.size(), store::k_stored_log_bytes - 16);
  EXPECT_TRUE(kept.starts_with("line ")) << kept.substr(0, 20);
  EXPECT_TRUE(kept.ends_with("line 19999\n"));
}

TYPED_TEST(TrialStoreContract, a_round_opens_empty_and_comes_back_with_its_trials) {
  const core::SessionId session = this->begin();
  const core::BuildId build = this->build(session);
  const auto request = this->two_arms();
  const auto opened = this->store().open_round(session, 0, request);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->blocks, 4);
  EXPECT_FALSE(opened->closed);
  EXPECT_TRUE(opened->trials.empty());

  // Out of order on purpose: they come back by block, then position.
  const std::vector<core::Trial> trials{full_trial(0, 0, build), full_trial(0, 1, build),
                                        full_trial(1, 0, build)};
  for (const int place : {2, 1, 0}) ASSERT_TRUE(this->store().add_trial(opened->id, trials[place]));
  this->where.reopen();

  const auto again = this->store().open_round(session, 0, request);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->id, opened->id);
  EXPECT_THAT(again->arms, testing::ElementsAre(core::candidate_key(request.arms[0].candidate),
                                                core::candidate_key(request.arms[1].candidate)));
  EXPECT_THAT(again->generations, testing::ElementsAre(0, 2));
  EXPECT_FALSE(again->closed);
  EXPECT_TRUE(std::equal(again->trials.begin(), again->trials.end(), trials.begin(), trials.end(),
                         [](const auto& a, const auto& b) { return same(a, b); }));
}

TYPED_TEST(TrialStoreContract, negative_zero_and_the_last_bit_survive) {
  const core::SessionId session = this->begin();
  const auto round = this->store().open_round(session, 0, this->two_arms());
  ASSERT_TRUE(this->store().add_trial(round->id, full_trial(0, 0, this->build(session))));
  const auto values =
      this->store().open_round(session, 0, this->two_arms())->trials.at(0).readings.at(0).values;
  EXPECT_TRUE(std::signbit(values.at(2)));
  EXPECT_EQ(values.at(3), std::numeric_limits<double>::max());
}

TYPED_TEST(TrialStoreContract, rounds_are_told_apart_by_session_and_ordinal) {
  const core::SessionId one = this->begin();
  const core::SessionId two = this->begin();
  const auto a = this->store().open_round(one, 0, this->two_arms());
  const auto b = this->store().open_round(one, 1, this->two_arms());
  const auto c = this->store().open_round(two, 0, this->two_arms());
  ASSERT_TRUE(a && b && c);
  EXPECT_NE(a->id, b->id);
  EXPECT_NE(a->id, c->id);
  EXPECT_FALSE(this->store().open_round(core::SessionId{99}, 0, this->two_arms()));
}

TYPED_TEST(TrialStoreContract, a_round_that_exists_is_returned_as_it_was_asked_for) {
  const core::SessionId session = this->begin();
  ASSERT_TRUE(this->store().open_round(session, 0, this->two_arms()));
  core::RoundRequest other = this->two_arms();
  other.arms.pop_back();
  other.blocks = 7;
  const auto again = this->store().open_round(session, 0, other);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->arms.size(), 2U);
  EXPECT_EQ(again->blocks, 4);
}

TYPED_TEST(TrialStoreContract, a_closed_round_takes_no_more_trials) {
  const core::SessionId session = this->begin();
  const core::BuildId build = this->build(session);
  const auto round = this->store().open_round(session, 0, this->two_arms());
  ASSERT_TRUE(this->store().add_trial(round->id, full_trial(0, 0, build)));
  ASSERT_TRUE(this->store().close_round(round->id));
  ASSERT_TRUE(this->store().close_round(round->id)) << "closing twice is closing once";
  const auto late = this->store().add_trial(round->id, full_trial(1, 0, build));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind, ErrorKind::internal);
  const auto again = this->store().open_round(session, 0, this->two_arms());
  EXPECT_TRUE(again->closed);
  EXPECT_EQ(again->trials.size(), 1U);
  EXPECT_FALSE(this->store().close_round(core::RoundId{99}));
}

TYPED_TEST(TrialStoreContract, a_place_in_a_block_is_taken_once) {
  const core::SessionId session = this->begin();
  const core::BuildId build = this->build(session);
  const auto round = this->store().open_round(session, 0, this->two_arms());
  ASSERT_TRUE(this->store().add_trial(round->id, full_trial(0, 0, build)));
  core::Trial same_place = full_trial(0, 0, build);
  same_place.arm = 0;
  EXPECT_FALSE(this->store().add_trial(round->id, same_place));
  core::Trial same_arm = full_trial(0, 0, build);
  same_arm.position = 1;
  const auto refused = this->store().add_trial(round->id, same_arm);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::internal);
  EXPECT_EQ(this->store().open_round(session, 0, this->two_arms())->trials.size(), 1U);
}

TYPED_TEST(TrialStoreContract, a_trial_belongs_to_a_round_an_arm_and_a_build) {
  const core::SessionId session = this->begin();
  const core::BuildId build = this->build(session);
  const auto round = this->store().open_round(session, 0, this->two_arms());
  core::Trial no_arm = full_trial(0, 0, build);
  no_arm.arm = 2;
  EXPECT_FALSE(this->store().add_trial(round->id, no_arm));
  EXPECT_FALSE(this->store().add_trial(round->id, full_trial(0, 0, core::BuildId{99})));
  EXPECT_FALSE(this->store().add_trial(core::RoundId{99}, full_trial(0, 0, build)));
}

TYPED_TEST(TrialStoreContract, cost_counts_builds_and_trials_of_the_session_only) {
  const core::SessionId other = this->begin();
  const core::BuildId build = this->build(other);
  const core::SessionId session = this->begin();
  this->build(session);
  this->build(session);
  const auto round = this->store().open_round(session, 0, this->two_arms());
  ASSERT_TRUE(this->store().add_trial(round->id, full_trial(0, 0, build)));
  ASSERT_TRUE(this->store().add_trial(round->id, full_trial(0, 1, build)));
  this->where.reopen();
  const auto cost = this->store().cost(session);
  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->builds, 2);
  EXPECT_EQ(cost->build, std::chrono::seconds(24));
  EXPECT_EQ(cost->trials, 2);
  EXPECT_EQ(cost->trial, core::Duration{202});
  EXPECT_EQ(cost->wall, cost->build + cost->trial);
  EXPECT_EQ(this->store().cost(other)->builds, 1);
  EXPECT_EQ(this->store().cost(other)->trials, 0);
}

TYPED_TEST(TrialStoreContract, decisions_and_events_need_their_session) {
  const core::SessionId session = this->begin();
  core::Decision decision;
  decision.bound = std::numeric_limits<double>::infinity();
  decision.statistic = std::nan("");
  EXPECT_TRUE(this->store().add_decision(session, decision));
  EXPECT_EQ(*this->store().decision_count(session), 1);
  EXPECT_EQ(*this->store().decision_count(core::SessionId{99}), 0);
  EXPECT_TRUE(this->store().add_event(session, {"build.started", "1a2b3c4d5e"}));
  EXPECT_FALSE(this->store().add_decision(core::SessionId{99}, decision));
  EXPECT_FALSE(this->store().add_event(core::SessionId{99}, {"a", "b"}));
}

}  // namespace
}  // namespace bisect::contract
