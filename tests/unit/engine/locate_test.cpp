#include "harness/engine/locate.hpp"

#include "tests/unit/engine/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::engine {
namespace {

using support::Conversation;
using support::Scene;
using ::testing::HasSubstr;

/// m0 - m1 - m2 - M(m2, f3) - m4, with f1 - f2 - f3 forked off at m1.
Scene merged_branch() {
  Scene scene;
  scene.history.add_line("m", 3);
  scene.history.add("f1", {"m1"});
  scene.history.add("f2", {"f1"});
  scene.history.add("f3", {"f2"});
  scene.history.add("M", {"m2", "f3"});
  scene.history.add("m4", {"M"});
  scene.ask("m0", "m4");
  return scene;
}

TEST(LocateTest, GoesIntoTheMergedBranchThatHoldsTheChange) {
  Scene scene = merged_branch();
  scene.set_levels(1.2, {"f2", "f3", "M", "m4"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "f2");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::slower);
  EXPECT_EQ(talk.finding.range->candidates, 7);
}

TEST(LocateTest, StaysOnTheMainLineWhenTold) {
  Scene scene = merged_branch();
  scene.set_levels(1.2, {"f2", "f3", "M", "m4"});
  scene.question.walk = core::Walk::first_parent;
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "M");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::slower);
  EXPECT_EQ(talk.finding.range->candidates, 4);

  Scene never = merged_branch();
  never.set_levels(1.2, {"f2", "f3", "M", "m4"});
  never.question.descend = core::Descend::never;
  const Conversation other = never.search();
  EXPECT_EQ(never.named(other), "M");
  EXPECT_FALSE(never.asked(other, core::Purpose::probe, "f3"));
}

TEST(LocateTest, AnEvilMergeIsNamedAsAMerge) {
  Scene scene = merged_branch();
  scene.set_levels(1.2, {"M", "m4"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "M");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::merge);
}

TEST(LocateTest, ABranchThatWasAlwaysSlowIsNotEntered) {
  // main got faster with m2 (the good end); the branch forked off before, and the merge loses it again.
  Scene scene = merged_branch();
  scene.ask("m2", "m4");
  scene.set_levels(1.2, {"m0", "m1", "f1", "f2", "f3", "M", "m4"});
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "M");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::merge);
}

TEST(LocateTest, ABranchThatForkedOffBeforeGoodIsEntered) {
  // The graph is cut at good: where f1 forked off is only a boundary commit.
  Scene scene;
  scene.history.add_line("m", 6);
  scene.history.add("f1", {"m1"});
  scene.history.add("f2", {"f1"});
  scene.history.add("f3", {"f2"});
  scene.history.add("M", {"m5", "f3"});
  scene.ask("m4", "M");
  scene.set_levels(1.2, {"f2", "f3", "M"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "f2");
  EXPECT_EQ(talk.finding.range->candidates, 5) << "m5 f1 f2 f3 M";
}

TEST(LocateTest, GoesIntoAMergeWithinAMergedBranch) {
  Scene scene;
  scene.history.add_line("m", 2);
  scene.history.add("f1", {"m1"});
  scene.history.add("g1", {"f1"});
  scene.history.add("g2", {"g1"});
  scene.history.add("f2", {"f1"});
  scene.history.add("F", {"f2", "g2"});
  scene.history.add("f4", {"F"});
  scene.history.add("m2", {"m1"});
  scene.history.add("M", {"m2", "f4"});
  scene.ask("m0", "M");
  scene.set_levels(1.2, {"g2", "F", "f4", "M"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "g2");
}

TEST(LocateTest, ABranchWithARootOfItsOwnIsNotBuilt) {
  Scene scene;
  scene.history.add_line("m", 4);
  scene.history.add_line("vendor", 24);
  scene.history.add("M", {"m3", "vendor23"});
  scene.history.add("m5", {"M"});
  scene.ask("m0", "m5");
  for (int i = 0; i < 24; ++i)
    scene.of("vendor" + std::to_string(i)).untestable = core::Stage::build;
  scene.set_levels(1.2, {"m3", "M", "m5"});
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "m3");
  EXPECT_LE(scene.world.builds, 8);
  EXPECT_EQ(talk.finding.range->candidates, 29);

  scene = Scene{std::move(scene.history), support::SimulatedWorld(2), scene.question};
  scene.world.noise.pair_sd = 0.01;
  scene.set_levels(1.2, {"M", "m5"});
  const Conversation import = scene.search();
  EXPECT_EQ(scene.named(import), "M");
  EXPECT_FALSE(scene.asked(import, core::Purpose::probe, "vendor23"));
}

TEST(LocateTest, AnOctopusEntersTheBranchThatIsSlow) {
  Scene scene;
  scene.history.add_line("m", 2);
  for (const std::string branch : {"a", "b", "c"}) {
    scene.history.add(branch + "1", {"m0"});
    scene.history.add(branch + "2", {branch + "1"});
  }
  scene.history.add("M", {"m1", "a2", "b2", "c2"});
  scene.ask("m0", "M");
  scene.set_levels(1.2, {"b1", "b2", "M"});
  EXPECT_EQ(scene.named(scene.search()), "b1");
}

TEST(LocateTest, ATipThatDoesNotBuildLeavesASetNotTheMerge) {
  Scene scene = merged_branch();
  scene.of("f3").untestable = core::Stage::build;
  scene.set_levels(1.2, {"f3", "M", "m4"});
  Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::candidates);
  EXPECT_EQ(scene.named(talk), "f3 M");

  Scene other = merged_branch();
  other.of("f3").untestable = core::Stage::build;
  other.set_levels(1.2, {"f2", "f3", "M", "m4"});
  talk = other.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(other.named(talk), "f2");
}

TEST(LocateTest, CommitsThatLackTheGoodEndAreNotTested) {
  // g1 is an optimisation merged into the main line; the main line before the merge is slow.
  Scene scene;
  scene.history.add("a0");
  scene.history.add("g1", {"a0"});
  for (int i = 1; i <= 6; ++i) scene.history.add("a" + std::to_string(i), {"a" + std::to_string(i - 1)});
  scene.history.add("M", {"a6", "g1"});
  scene.history.add("b0", {"M"});
  scene.history.add("b1", {"b0"});
  scene.history.add("b2", {"b1"});
  scene.ask("g1", "b2");
  scene.set_levels(1.3, {"a0", "a1", "a2", "a3", "a4", "a5", "a6", "b1", "b2"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "b1");
  EXPECT_FALSE(scene.asked(talk, core::Purpose::probe, "a3"));
}

TEST(LocateTest, TheMergeBaseIsTheStartWhenGoodLiesBeside) {
  Scene scene;
  scene.history.add_line("m", 9);
  scene.history.add("r1", {"m2"});
  scene.history.add("r2", {"r1"});
  scene.ask("r2", "m8");
  scene.set_levels(1.2, {"m6", "m7", "m8"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::culprit);
  EXPECT_EQ(scene.named(talk), "m6");
  ASSERT_TRUE(talk.finding.range->merge_base);
  EXPECT_EQ(talk.finding.range->merge_base->id, scene.history.at("m2").id);
  EXPECT_EQ(talk.finding.range->candidates, 6);
}

TEST(LocateTest, SlowAtTheMergeBaseNamesTheRepair) {
  Scene scene;
  scene.history.add_line("m", 5);
  scene.history.add("r1", {"m0"});
  scene.history.add("r2", {"r1"});
  scene.history.add("r3", {"r2"});
  scene.ask("r3", "m4");
  scene.set_levels(1.2, {"m0", "m1", "m2", "m3", "m4", "r1"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::slow_at_merge_base);
  EXPECT_EQ(scene.named(talk), "r2");
  EXPECT_EQ(talk.finding.commits[0].kind, core::ChangeKind::faster);
  EXPECT_THAT(talk.finding.reason, HasSubstr("nothing on the bad side is to blame"));
  EXPECT_FALSE(scene.asked(talk, core::Purpose::step, "m2"));
}

TEST(LocateTest, AMergeBaseThatCannotBeJudgedIsRefused) {
  Scene scene;
  scene.history.add_line("m", 5);
  scene.history.add("r1", {"m0"});
  scene.ask("r1", "m4");
  scene.of("m0").untestable = core::Stage::build;
  scene.set_levels(1.2, {"m3", "m4"});
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr("merge base"));
}

TEST(LocateTest, AGoodEndBesideThatDoesNotBuildIsLeftTowardsTheMergeBase) {
  Scene scene;
  scene.history.add_line("m", 5);
  scene.history.add("r1", {"m0"});
  scene.history.add("r2", {"r1"});
  scene.ask("r2", "m4");
  scene.of("r2").untestable = core::Stage::build;
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_THAT(talk.finding.reason, HasSubstr(scene.history.at("r1").id.text()));
}

TEST(LocateTest, UnrelatedHistoriesAreRefusedBeforeAnythingIsBuilt) {
  Scene scene;
  scene.history.add("a");
  scene.history.add("b");
  scene.ask("a", "b");
  const Conversation talk = scene.search();
  EXPECT_EQ(talk.finding.verdict, core::Verdict::refused);
  EXPECT_TRUE(talk.requests.empty());
}

TEST(LocateTest, SeveralMergeBasesAreNoCandidates) {
  // Criss-cross: both x1 and y1 are merge bases of X and Y.
  Scene scene;
  scene.history.add("root");
  scene.history.add("x1", {"root"});
  scene.history.add("y1", {"root"});
  scene.history.add("X", {"x1", "y1"});
  scene.history.add("Y", {"y1", "x1"});
  scene.history.add("bad", {"Y"});
  scene.ask("X", "bad");
  ASSERT_EQ(scene.question.merge_bases.size(), 2U);
  scene.set_levels(1.2, {"bad"});
  const Conversation talk = scene.search();
  EXPECT_EQ(scene.named(talk), "bad");
  EXPECT_EQ(talk.finding.range->candidates, 2) << "Y and bad";
}

}  // namespace
}  // namespace bisect::engine
