#include "tests/unit/engine/split_scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

namespace bisect::engine {
namespace {

using core::Tendency;
using core::Verdict;
using support::Conversation;
using support::effect;
using support::SplitScene;
using support::variant;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(VariantName, says_what_is_put_in) {
  const std::vector<core::Part> three{{"a", {}}, {"b", {}}, {"c", {}}};
  EXPECT_EQ(variant_name(three, 0b000), "parent");
  EXPECT_EQ(variant_name(three, 0b111), "whole");
  EXPECT_EQ(variant_name(three, 0b010), "only b");
  EXPECT_EQ(variant_name(three, 0b101), "without b");
  const std::vector<core::Part> four{{"a", {}}, {"b", {}}, {"c", {}}, {"d", {}}};
  EXPECT_EQ(variant_name(four, 0b1001), "a + d");
}

TEST(SetsToMeasure, parent_first_whole_second) {
  EXPECT_THAT(sets_to_measure(2), ElementsAre(0U, 3U, 1U, 2U));
}

TEST(Split, names_the_guilty_part_and_its_share) {
  SplitScene scene({"frontend", "backend"});
  scene.levels([](stats::PartSet set) { return 0.10 * (set >> 1 & 1U); });
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_EQ(effect(finding, "backend").verdict, Tendency::slower);
  EXPECT_NEAR(std::log(effect(finding, "backend").ratio->value), 0.10, 0.02);
  EXPECT_NEAR(effect(finding, "backend").share->value, 1.0, 0.2);
  EXPECT_EQ(effect(finding, "frontend").verdict, Tendency::same);
  EXPECT_EQ(effect(finding, "frontend x backend").kind, core::EffectKind::interaction);
  EXPECT_EQ(variant(finding, "only backend").verdict, Tendency::slower);
  EXPECT_EQ(variant(finding, "only frontend").verdict, Tendency::same);
  EXPECT_LT(variant(finding, "only frontend").whole->p_pooled, 0.001);
  EXPECT_LT(variant(finding, "only frontend").whole->p_rank, 0.001);
  EXPECT_GT(variant(finding, "only backend").whole->p_holm, 0.05);
  EXPECT_THAT(finding.commits, testing::SizeIs(1));
  EXPECT_EQ(finding.commits.front().commit.id, SplitScene::id_of(3));
}

TEST(Split, shows_opposite_signs_and_shares_that_add_up) {
  // The story of the thread: C++ faster, Python slower, net slower.
  SplitScene scene({"cpp", "python"});
  scene.levels([](stats::PartSet set) { return -0.04 * (set & 1U) + 0.10 * (set >> 1 & 1U); });
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_EQ(effect(finding, "cpp").verdict, Tendency::faster);
  EXPECT_EQ(effect(finding, "python").verdict, Tendency::slower);
  EXPECT_LT(effect(finding, "cpp").share->high, 0);
  EXPECT_NEAR(effect(finding, "cpp").share->value + effect(finding, "python").share->value, 1, 1e-9);
}

TEST(Split, two_guilty_parts_are_both_named) {
  SplitScene scene({"a", "b", "c"});
  scene.levels([](stats::PartSet set) { return 0.08 * (set & 1U) + 0.05 * (set >> 2 & 1U); });
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::culprits);
  EXPECT_EQ(effect(finding, "a").verdict, Tendency::slower);
  EXPECT_EQ(effect(finding, "b").verdict, Tendency::same);
  EXPECT_EQ(effect(finding, "c").verdict, Tendency::slower);
}

TEST(Split, neither_alone_is_slow) {
  SplitScene scene({"a", "b"});
  scene.levels([](stats::PartSet set) { return set == 3 ? 0.12 : 0.0; });
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::interaction);
  EXPECT_EQ(effect(finding, "a x b").verdict, Tendency::slower);
}

TEST(Split, an_interaction_below_what_counts_is_not_named) {
  SplitScene scene({"a", "b"});
  scene.world.noise.pair_sd = 0.001;
  // Costs that add up in time: 1 + 0.1 + 0.1.
  scene.levels([](stats::PartSet set) { return std::log(1 + 0.1 * std::popcount(set)); });
  const core::Finding finding = scene.split().finding;
  EXPECT_LT(effect(finding, "a x b").p_holm, 0.001);
  EXPECT_EQ(effect(finding, "a x b").verdict, Tendency::same);
  EXPECT_EQ(finding.verdict, Verdict::culprits);
}

TEST(Split, an_interaction_among_many_parts_is_seen_too) {
  SplitScene scene({"a", "b", "c", "d", "e"});
  scene.levels([](stats::PartSet set) { return (set & 3U) == 3U ? 0.12 : 0.0; });
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::interaction);
  EXPECT_EQ(effect(finding, "a x others").verdict, Tendency::slower);
  EXPECT_EQ(effect(finding, "b x others").verdict, Tendency::slower);
  EXPECT_EQ(effect(finding, "c x others").verdict, Tendency::same);
}

TEST(Split, a_part_that_does_not_build_alone_is_judged_after_the_one_it_needs) {
  SplitScene scene({"frontend", "backend"});
  scene.levels([](stats::PartSet set) { return 0.10 * (set >> 1 & 1U); });
  scene.of(0b01).untestable = core::Stage::build;
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_EQ(variant(finding, "only frontend").verdict, Tendency::untestable);
  EXPECT_EQ(variant(finding, "only frontend").why->reason, "exit status 2");
  EXPECT_EQ(effect(finding, "frontend").verdict, Tendency::same);
  EXPECT_EQ(effect(finding, "backend").verdict, Tendency::slower);
  EXPECT_THAT(finding.attribution->needs, ElementsAre("frontend does not stand without backend"));
}

TEST(Split, several_parts_that_need_one_are_named_together) {
  SplitScene scene({"a", "b", "base"});
  for (const stats::PartSet set : {0b001U, 0b010U, 0b011U}) scene.of(set).untestable = core::Stage::build;
  EXPECT_THAT(scene.split().finding.attribution->needs, ElementsAre("a and b do not stand without base"));
}

TEST(Split, a_variant_that_fails_when_run_leaves_the_others_alone) {
  SplitScene scene({"frontend", "backend"});
  scene.levels([](stats::PartSet set) { return 0.10 * (set >> 1 & 1U); });
  scene.of(0b01).untestable = core::Stage::run;
  const Conversation conversation = scene.split();
  const core::Finding& finding = conversation.finding;
  EXPECT_EQ(variant(finding, "only frontend").verdict, Tendency::untestable);
  EXPECT_EQ(variant(finding, "only frontend").why->stage, core::Stage::run);
  for (const core::RoundOutcome& outcome : conversation.outcomes)
    if (outcome.builds.size() > 1) {
      EXPECT_EQ(outcome.builds.size(), 3U) << "it is measured no further";
    }
  EXPECT_EQ(effect(finding, "backend").verdict, Tendency::slower);
  EXPECT_EQ(variant(finding, "whole").n, variant(finding, "parent").n);
}

TEST(Split, a_variant_that_starts_to_fail_later_is_dropped_and_the_others_go_on) {
  SplitScene scene({"frontend", "backend"});
  scene.levels([](stats::PartSet set) { return 0.10 * (set >> 1 & 1U); });
  scene.of(0b01).failure_rate = 0.5;
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(variant(finding, "only frontend").verdict, Tendency::untestable);
  EXPECT_EQ(variant(finding, "whole").n, variant(finding, "parent").n);
  EXPECT_GE(variant(finding, "whole").n, 12);
  EXPECT_EQ(effect(finding, "backend").verdict, Tendency::slower);
}

TEST(Split, a_variant_over_its_limit_counts_as_slow) {
  SplitScene scene({"frontend", "backend"});
  scene.of(0b10).never_ends = true;
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(variant(finding, "only backend").verdict, Tendency::slower);
  EXPECT_EQ(variant(finding, "only backend").n, 0);
  EXPECT_THAT(variant(finding, "only backend").note, HasSubstr("limit"));
}

TEST(Split, a_whole_over_its_limit_says_what_would_tell) {
  SplitScene scene({"frontend", "backend"});
  scene.of(0b10).never_ends = scene.of(0b11).never_ends = true;
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::undecided);
  EXPECT_THAT(finding.reason, HasSubstr("whole, only backend"));
  EXPECT_THAT(finding.reason, HasSubstr("--run-timeout"));
}

TEST(Split, variants_that_run_the_same_program_are_measured_once) {
  SplitScene scene({"code", "docs"});
  scene.levels([](stats::PartSet set) { return 0.10 * (set & 1U); });
  scene.of(0b00).program = scene.of(0b10).program = "before";
  scene.of(0b01).program = scene.of(0b11).program = "after";
  const Conversation conversation = scene.split();
  for (const core::RoundRequest& request : conversation.requests)
    if (request.purpose == core::Purpose::variants) {
      EXPECT_EQ(request.arms.size(), 2U);
    }
  const core::Finding& finding = conversation.finding;
  EXPECT_EQ(variant(finding, "only docs").same_as, "parent");
  EXPECT_EQ(variant(finding, "only docs").verdict, Tendency::same);
  EXPECT_EQ(variant(finding, "only code").same_as, "whole");
  EXPECT_EQ(effect(finding, "docs").ratio->value, 1.0);
  EXPECT_EQ(effect(finding, "docs").verdict, Tendency::same);
  EXPECT_EQ(effect(finding, "code").share->value, 1.0);
}

TEST(Split, a_change_that_changes_no_program_is_none) {
  SplitScene scene({"a", "b"});
  for (const stats::PartSet set : {0U, 1U, 2U, 3U}) scene.of(set).program = "all the same";
  const Conversation conversation = scene.split();
  EXPECT_EQ(conversation.finding.verdict, Verdict::none);
  EXPECT_THAT(conversation.asked_for(core::Purpose::variants), IsEmpty());
}

TEST(Split, a_fixed_number_of_samples_is_what_each_variant_gets) {
  SplitScene scene({"a", "b"});
  scene.question.samples = 136;
  const core::Finding finding = scene.split().finding;
  for (const core::Variant& row : finding.attribution->variants) EXPECT_EQ(row.n, 136) << row.name;
}

TEST(Split, the_number_of_samples_follows_the_noise_alone) {
  const auto samples = [](double pair_sd, double level) {
    SplitScene scene({"a", "b"});
    scene.world.noise.pair_sd = pair_sd;
    scene.levels([&](stats::PartSet set) { return level * (set & 1U); });
    return variant(scene.split().finding, "parent").n;
  };
  EXPECT_EQ(samples(0.01, 0.0), samples(0.01, 0.2));
  EXPECT_LT(samples(0.01, 0.0), samples(0.05, 0.0));
}

TEST(Split, no_effect_is_none) {
  SplitScene scene({"a", "b"});
  scene.levels([](stats::PartSet) { return 0.0; });
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::none);
  EXPECT_FALSE(effect(finding, "a").share);
}

TEST(Split, a_parent_and_a_whole_that_do_not_build_are_refused) {
  SplitScene scene({"a", "b"});
  scene.of(0).untestable = scene.of(3).untestable = core::Stage::build;
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::refused);
  EXPECT_THAT(finding.reason, HasSubstr("exit status 2"));
  EXPECT_EQ(finding.untestable.size(), 2U);
}

TEST(Split, larger_is_better_turns_slower_and_faster_round) {
  SplitScene scene({"a", "b"});
  scene.question.search.metrics = {{core::MetricSource::lines, "rate", core::Better::larger}};
  scene.levels([](stats::PartSet set) { return -0.10 * (set & 1U); });
  const core::Finding finding = scene.split().finding;
  EXPECT_EQ(finding.verdict, Verdict::culprit);
  EXPECT_EQ(effect(finding, "a").verdict, Tendency::slower);
  EXPECT_LT(variant(finding, "only b").whole->p_pooled, 0.001);
}

TEST(Split, stopped_early_it_tells_what_it_knows) {
  SplitScene scene({"a", "b"});
  SplitStrategy strategy(scene.question);
  EXPECT_EQ(strategy.best_so_far("stopped: no time").verdict, Verdict::undecided);
  EXPECT_EQ(strategy.best_so_far("stopped: no time").reason, "stopped: no time");
}

TEST(Split, the_same_answers_lead_to_the_same_questions) {
  SplitScene scene({"a", "b", "c"});
  scene.world.noise.pair_sd = 0.05;
  scene.of(0b001).untestable = core::Stage::run;
  const Conversation first = scene.split();
  SplitStrategy strategy(scene.question);
  for (std::size_t i = 0; i < first.requests.size(); ++i) {
    const Step step = strategy.next();
    ASSERT_TRUE(std::holds_alternative<core::RoundRequest>(step)) << i;
    const auto& request = std::get<core::RoundRequest>(step);
    EXPECT_EQ(request.arms, first.requests[i].arms) << i;
    EXPECT_EQ(request.blocks, first.requests[i].blocks) << i;
    strategy.record(first.outcomes[i]);
  }
  EXPECT_TRUE(std::holds_alternative<core::Finding>(strategy.next()));
}

}  // namespace
}  // namespace bisect::engine
