#include "harness/app/measurements.hpp"

#include "tests/support/simulated_history.hpp"

#include <gtest/gtest.h>

namespace bisect::app {
namespace {

using support::SimulatedHistory;

std::string axis(const SimulatedHistory& history, const std::string& good, const std::string& bad,
                 const std::string& merge_base = "") {
  core::SearchedRange range;
  range.good = history.at(good);
  range.bad = history.at(bad);
  if (!merge_base.empty()) range.merge_base = history.at(merge_base);
  std::string text;
  for (const core::CommitId& id : axis_of(history.question(good, bad).graph, range))
    text += (text.empty() ? "" : " ") + history.name_of(id);
  return text;
}

TEST(Axis, is_the_line_between_the_ends) {
  SimulatedHistory history;
  history.add_line("c", 8);
  EXPECT_EQ(axis(history, "c2", "c6"), "c2 c3 c4 c5 c6");
}

TEST(Axis, shows_a_merged_branch_before_its_merge) {
  SimulatedHistory history;
  history.add_line("m", 3);
  history.add("f1", {"m1"});
  history.add("f2", {"f1"});
  history.add("merge", {"m2", "f2"});
  history.add("end", {"merge"});
  EXPECT_EQ(axis(history, "m0", "end"), "m0 m1 m2 f1 f2 merge end");
}

TEST(Axis, leaves_out_what_good_has_by_another_way) {
  SimulatedHistory history;
  history.add_line("m", 4);
  history.add("f1", {"m1"});
  history.add("merge", {"m3", "f1"});
  EXPECT_EQ(axis(history, "m2", "merge"), "m2 m3 f1 merge");
}

TEST(Axis, goes_down_the_good_side_to_the_merge_base_and_up_to_bad) {
  SimulatedHistory history;
  history.add_line("m", 3);
  history.add("g1", {"m2"});
  history.add("g2", {"g1"});
  history.add("b1", {"m2"});
  history.add("b2", {"b1"});
  EXPECT_EQ(axis(history, "g2", "b2", "m2"), "g1 g2 m2 b1 b2");
}

core::Trial trial(int arm, std::vector<core::Reading> readings) {
  core::Trial made;
  made.arm = arm;
  made.started = std::chrono::sys_time<core::Duration>{std::chrono::seconds(1000 + arm)};
  made.readings = std::move(readings);
  return made;
}

store::RecordedRound round_of(std::vector<core::Trial> trials) {
  store::RecordedRound round;
  round.request.purpose = core::Purpose::ends;
  round.request.arms.resize(2);
  round.request.arms[1].candidate.commit = core::CommitId("bad");
  round.outcome.trials = std::move(trials);
  return round;
}

TEST(Measurements, are_the_numbers_of_the_metric_that_decided) {
  core::Plan plan;
  plan.metrics = {{core::MetricSource::rss, "", core::Better::smaller},
                  {core::MetricSource::lines, "decode", core::Better::smaller}};
  core::Finding finding;
  finding.effect = core::Effect{"lines:decode", "ns", 1, 2, {}, 1, ""};
  const auto rounds = {round_of({trial(0, {{0, "rss", "bytes", {7}}, {1, "decode", "ns", {3, 1, 2}}}),
                                 trial(1, {{0, "rss", "bytes", {8}}})})};
  const auto measured = measurements_of(rounds, plan, finding);
  ASSERT_EQ(measured.rounds.size(), 1U);
  EXPECT_EQ(measured.rounds[0].arms[1].commit.text(), "bad");
  const auto& starts = measured.rounds[0].starts;
  ASSERT_EQ(starts.size(), 2U);
  EXPECT_EQ(starts[0].value, 2);
  EXPECT_EQ(starts[0].samples, (std::vector<double>{3, 1, 2}));
  EXPECT_EQ(starts[0].seconds, 0);
  EXPECT_EQ(starts[1].seconds, 1);
  EXPECT_FALSE(starts[1].value) << "it did not report the metric";
}

TEST(Measurements, know_cpu_from_wall_where_the_plan_left_it_open) {
  core::Finding finding;
  finding.effect = core::Effect{"wall", "ns", 1, 2, {}, 1, ""};
  const auto rounds = {round_of({trial(0, {{0, "cpu", "ns", {7}}, {1, "wall", "ns", {9}}})})};
  EXPECT_EQ(measurements_of(rounds, {}, finding).rounds[0].starts[0].value, 9);
}

TEST(Measurements, tell_failures_and_time_outs) {
  core::Trial failed = trial(0, {{0, "cpu", "ns", {7}}});
  failed.failure = "exit status 1";
  core::Trial late = trial(1, {{0, "cpu", "ns", {7}}});
  late.ending = core::Ending::timed_out;
  const auto rounds = {round_of({failed, late})};
  const auto measured = measurements_of(rounds, {}, {});
  const auto& starts = measured.rounds[0].starts;
  EXPECT_EQ(starts[0].outcome, reports::StartOutcome::failed);
  EXPECT_FALSE(starts[0].value);
  EXPECT_EQ(starts[1].outcome, reports::StartOutcome::over_limit);
}

TEST(Measurements, name_the_variants_of_a_split_by_their_paths) {
  core::Finding finding;
  finding.range.emplace();
  finding.range->good.id = core::CommitId("good");
  finding.range->bad.id = core::CommitId("bad");
  finding.attribution.emplace();
  finding.attribution->parts = {{"b", {"src/b"}}, {"a", {"src/a", "src/z"}}};
  finding.attribution->variants.resize(2);
  finding.attribution->variants[0].name = "only a";
  finding.attribution->variants[0].parts = {"a"};
  finding.attribution->variants[1].name = "whole";
  finding.attribution->variants[1].parts = {"b", "a"};
  store::RecordedRound round = round_of({trial(0, {}), trial(1, {})});
  round.request.arms.resize(4);
  const char* commits[] = {"good", "bad", "good", "good"};
  for (std::size_t i = 0; i < 4; ++i) round.request.arms[i].candidate.commit = core::CommitId(commits[i]);
  round.request.arms[2].candidate.overlay = core::Overlay{core::CommitId("bad"), {"src/a", "src/z"}};
  round.request.arms[3].candidate.overlay = core::Overlay{core::CommitId("bad"), {"src/a"}};
  const auto rounds = {round};
  const auto measured = measurements_of(rounds, {}, finding);
  const auto& arms = measured.rounds[0].arms;
  EXPECT_EQ(arms[0].variant, "parent");
  EXPECT_EQ(arms[1].variant, "whole");
  EXPECT_EQ(arms[2].variant, "only a");
  EXPECT_EQ(arms[3].variant, "1 file, such as src/a");
}

}  // namespace
}  // namespace bisect::app
