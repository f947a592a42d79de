#include "harness/engine/session.hpp"

#include "tests/unit/engine/laboratory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace bisect::engine {
namespace {

using support::Break;
using support::Killed;
using support::Laboratory;
using ::testing::HasSubstr;

/// c0..c4, slower from c3 on.
void prepare(Laboratory& laboratory) {
  laboratory.history.add_line("c", 5);
  laboratory.question = laboratory.history.question("c0", "c4");
  for (const char* name : {"c3", "c4"}) laboratory.levels[laboratory.history.at(name).id] = 1.5;
}

TEST(SessionTest, FindsTheCommitAndStoresEverything) {
  Laboratory laboratory;
  prepare(laboratory);
  const auto finding = laboratory.run();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, core::Verdict::culprit);
  EXPECT_EQ(laboratory.history.names_of(finding->commits), "c3");
  EXPECT_EQ(finding->cost.trials, laboratory.stored_trials());
  EXPECT_EQ(finding->cost.builds, static_cast<int>(laboratory.store.builds.size()));
  EXPECT_GT(finding->cost.wall, core::Duration{});
  const auto& session = laboratory.store.sessions.front();
  ASSERT_TRUE(session.finding);
  EXPECT_EQ(session.finding->verdict, core::Verdict::culprit);
  EXPECT_GE(session.decisions.size(), 5U);  // two ends, two steps, a confirmation
  EXPECT_EQ(laboratory.observer.notes.size(), session.decisions.size());
  for (const auto& round : laboratory.store.rounds) EXPECT_TRUE(round.stored.closed);
}

TEST(SessionTest, EachCommitIsBuiltOnceAndTheConfirmedTwice) {
  Laboratory laboratory;
  prepare(laboratory);
  ASSERT_TRUE(laboratory.run());
  std::map<std::string, int> built;
  for (const auto& id : laboratory.trees.laid_out) ++built[laboratory.history.name_of(id)];
  EXPECT_EQ(built, (std::map<std::string, int>{{"c0", 1}, {"c2", 2}, {"c3", 2}, {"c4", 1}}));
}

struct Reference {
  std::string commits;
  double probability = 0;
  int trials = 0;
  int launches = 0;
  std::size_t decisions = 0;
  std::size_t rounds = 0;
};

Reference uninterrupted() {
  Laboratory laboratory;
  prepare(laboratory);
  const auto finding = laboratory.run();
  return {laboratory.history.names_of(finding->commits),
          finding->probability,
          laboratory.stored_trials(),
          laboratory.launches,
          laboratory.store.sessions.front().decisions.size(),
          laboratory.store.rounds.size()};
}

class InterruptionTest : public ::testing::TestWithParam<Break> {};

TEST_P(InterruptionTest, AtEveryLaunchGivesTheSameFindingAndMeasuresNothingTwice) {
  const Reference reference = uninterrupted();
  ASSERT_EQ(reference.commits, "c3");
  for (int at = 1; at <= reference.launches; ++at) {
    Laboratory laboratory;
    prepare(laboratory);
    laboratory.break_off = GetParam();
    laboratory.break_off_at = at;
    try {
      const auto broken = laboratory.run();
      ASSERT_FALSE(broken) << at;
      EXPECT_EQ(broken.error().kind, core::ErrorKind::interrupted) << broken.error().message;
    } catch (const Killed&) {
    }
    ASSERT_FALSE(laboratory.store.sessions.front().finding);
    const int kept = laboratory.stored_trials();

    laboratory.break_off_at = 0;
    laboratory.cancellation.on = false;
    const auto finding = laboratory.run();
    ASSERT_TRUE(finding) << at << ": " << finding.error().message;
    EXPECT_EQ(laboratory.history.names_of(finding->commits), reference.commits) << at;
    EXPECT_EQ(finding->probability, reference.probability) << at;
    EXPECT_EQ(laboratory.stored_trials(), reference.trials) << at;
    EXPECT_EQ(laboratory.store.sessions.front().decisions.size(), reference.decisions) << at;
    EXPECT_EQ(laboratory.store.rounds.size(), reference.rounds) << at;
    int run_again = 0;
    for (const core::Command& command : laboratory.commands())
      run_again += command.argv.back() == "./bench" &&
                           command.observation == core::Observation::none
                       ? 1
                       : 0;
    EXPECT_EQ(run_again, reference.trials - kept) << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, InterruptionTest, ::testing::Values(Break::cancelled, Break::killed),
                         [](const auto& way) {
                           return way.param == Break::cancelled ? "Cancelled" : "Killed";
                         });

TEST(SessionTest, InterruptedAgainAndAgainStillEnds) {
  const Reference reference = uninterrupted();
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.break_off = Break::killed;
  laboratory.break_off_at = 9;
  int starts = 0;
  for (;; ++starts) {
    ASSERT_LT(starts, 200);
    try {
      const auto finding = laboratory.run();
      ASSERT_TRUE(finding) << finding.error().message;
      EXPECT_EQ(laboratory.history.names_of(finding->commits), reference.commits);
      break;
    } catch (const Killed&) {
    }
  }
  EXPECT_GT(starts, 5);
  EXPECT_EQ(laboratory.stored_trials(), reference.trials);
}

TEST(SessionTest, CancelledBeforeTheFirstRoundStartsNothing) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.cancellation.on = true;
  const auto finding = laboratory.run();
  ASSERT_FALSE(finding);
  EXPECT_EQ(finding.error().kind, core::ErrorKind::interrupted);
  EXPECT_EQ(laboratory.launches, 0);
}

TEST(SessionTest, TheBuildLimitEndsUndecidedWithWhatIsLeft) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.limits.max_builds = 3;
  const auto finding = laboratory.run();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, core::Verdict::undecided);
  EXPECT_THAT(finding->reason, HasSubstr("--max-builds"));
  EXPECT_EQ(finding->cost.builds, 3);
  EXPECT_EQ(laboratory.history.names_of(finding->commits), "c3 c4");
  EXPECT_EQ(laboratory.store.sessions.front().finding->verdict, core::Verdict::undecided);
}

TEST(SessionTest, TheBudgetEndsUndecided) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.limits.budget = std::chrono::seconds(21);  // two builds of ten seconds and a few trials
  const auto finding = laboratory.run();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, core::Verdict::undecided);
  EXPECT_THAT(finding->reason, HasSubstr("--budget"));
  EXPECT_LE(finding->cost.builds, 3);
}

TEST(SessionTest, TheBuildLimitEndsUndecidedBeforeTheConfirmation) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.limits.max_builds = 4;  // the confirmation would need two more
  const auto finding = laboratory.run();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, core::Verdict::undecided);
  EXPECT_THAT(finding->reason, HasSubstr("--max-builds"));
  EXPECT_EQ(laboratory.history.names_of(finding->commits), "c3");
  EXPECT_LT(finding->commits[0].probability, 1) << "not confirmed";
  EXPECT_EQ(finding->probability, 0);
}

TEST(SessionTest, ALimitThatWasReachedWhileInterruptedStillTellsWhatIsKnown) {
  // Broken off at every launch under a budget: what is stored is told to the strategy before the
  // budget is looked at.
  const auto limited = [](Laboratory& laboratory) {
    prepare(laboratory);
    laboratory.limits.budget = std::chrono::seconds(48);
  };
  Laboratory whole;
  limited(whole);
  const auto expected = whole.run();
  ASSERT_TRUE(expected);
  for (int at = 1; at < whole.launches; at += 3) {
    Laboratory laboratory;
    limited(laboratory);
    laboratory.break_off = Break::killed;
    laboratory.break_off_at = at;
    EXPECT_THROW((void)laboratory.run(), Killed);
    laboratory.break_off_at = 0;
    const auto finding = laboratory.run();
    ASSERT_TRUE(finding);
    EXPECT_EQ(laboratory.history.names_of(finding->commits),
              whole.history.names_of(expected->commits)) << at;
  }
}

TEST(SessionTest, NoLimitIsNoLimit) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.limits.max_builds = 6;  // exactly what it takes
  const auto finding = laboratory.run();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, core::Verdict::culprit);
}

TEST(SessionTest, ABrokenBuildIsDataNotAnError) {
  Laboratory laboratory;
  prepare(laboratory);
  laboratory.build_status[laboratory.history.at("c2").id] = 2;
  laboratory.trees.failures[laboratory.history.at("c1").id] = core::Stage::patch;
  const auto finding = laboratory.run();
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->verdict, core::Verdict::candidates);
  EXPECT_EQ(laboratory.history.names_of(finding->commits), "c1 c2 c3");
  std::set<core::Stage> stages;
  for (const auto& row : finding->untestable) stages.insert(row.why.stage);
  EXPECT_EQ(stages, (std::set<core::Stage>{core::Stage::build, core::Stage::patch}));
  std::string notes;
  for (const std::string& note : laboratory.observer.notes) notes += note + "\n";
  EXPECT_NE(notes.find(" untestable (patch: cannot be laid out)"), std::string::npos) << notes;
  EXPECT_NE(notes.find(" untestable (build: "), std::string::npos) << notes;
}

TEST(SessionTest, ProgressTellsWhatIsDoneAndWhatIsLeft) {
  Laboratory laboratory;
  prepare(laboratory);
  ASSERT_TRUE(laboratory.run());
  bool expected_seen = false;
  std::set<std::string> activities;
  for (const Progress& progress : laboratory.observer.seen) {
    activities.insert(progress.activity.substr(0, progress.activity.find(' ')));
    expected_seen = expected_seen || progress.expected_left.has_value();
    EXPECT_LE(progress.candidates_left, 4);
  }
  EXPECT_TRUE(expected_seen);
  EXPECT_TRUE(activities.contains("testing"));
  EXPECT_TRUE(activities.contains("confirming"));
  EXPECT_TRUE(activities.contains("calibrating"));
}

}  // namespace
}  // namespace bisect::engine
