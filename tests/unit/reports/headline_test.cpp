#include "reports/headline.hpp"

#include "reports/report_model.hpp"
#include "tests/golden/sample_reports.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::reports {
namespace {

using testing::HasSubstr;

TEST(ChangeText, has_the_words_of_its_unit) {
  const core::Ratio more{1.041, 1.036, 1.047}, less{0.97, 0.966, 0.975};
  EXPECT_EQ(change_text(more, "ns"), "4.1 % slower [3.6 %, 4.7 %]");
  EXPECT_EQ(change_text(less, "ns"), "3.0 % faster [2.5 %, 3.4 %]");
  EXPECT_EQ(change_text(more, "bytes"), "4.1 % larger [3.6 %, 4.7 %]");
  EXPECT_EQ(change_text(less, "bytes"), "3.0 % smaller [2.5 %, 3.4 %]");
  EXPECT_EQ(change_text(more, "1/s"), "4.1 % higher [3.6 %, 4.7 %]");
  EXPECT_EQ(change_text({1.001, 0.99, 1.01}, "ns"), "0.10 % slower [-1.0 %, 1.0 %]");
}

TEST(LargestLeftOpen, looks_where_the_question_looks) {
  core::Finding finding;
  core::Plan plan;
  EXPECT_FALSE(largest_left_open(finding, plan));
  finding.effect = core::Effect{"cpu", "ns", 1, 1, {1.001, 0.99, 1.02}, 0.5, ""};
  EXPECT_NEAR(*largest_left_open(finding, plan), 0.02, 1e-12);
  plan.look_for = core::LookFor::faster;
  EXPECT_NEAR(*largest_left_open(finding, plan), 0.01, 1e-12);
  plan.metrics = {{core::MetricSource::json, "/qps", core::Better::larger}};
  EXPECT_NEAR(*largest_left_open(finding, plan), 0.02, 1e-12);
  plan.look_for = core::LookFor::slower;
  EXPECT_NEAR(*largest_left_open(finding, plan), 0.01, 1e-12);
  plan.look_for = core::LookFor::changed;
  EXPECT_NEAR(*largest_left_open(finding, plan), 0.02, 1e-12);
  plan.look_for = core::LookFor::failing;
  EXPECT_FALSE(largest_left_open(finding, plan));
  finding.effect->ratio = {0.9, 0.89, 0.91};
  plan = {};
  EXPECT_EQ(*largest_left_open(finding, plan), 0);
}

TEST(SummaryLine, is_one_line_for_every_verdict_even_an_empty_one) {
  for (const golden::SampleReport& sample : golden::sample_reports()) {
    const std::string line = summary_line(sample.model.finding, sample.model.plan);
    EXPECT_FALSE(line.empty());
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
  }
  for (int verdict = 1; verdict <= 10; ++verdict) {
    core::Finding finding;
    finding.verdict = static_cast<core::Verdict>(verdict);
    EXPECT_FALSE(summary_line(finding).empty());
  }
}

TEST(SummaryLine, names_at_most_six_candidates) {
  core::Finding finding;
  finding.verdict = core::Verdict::candidates;
  for (char digit = 'a'; digit < 'a' + 9; ++digit) {
    core::NamedCommit named;
    named.commit.id = core::CommitId(std::string(40, digit));
    finding.commits.push_back(named);
  }
  const std::string line = summary_line(finding);
  EXPECT_THAT(line, HasSubstr("one of 9 commits made it slower"));
  EXPECT_THAT(line, HasSubstr("eeeeeeeeee and 4 more"));
  EXPECT_THAT(line, testing::Not(HasSubstr("ffffffffff")));
}

TEST(SummaryLine, gives_the_reason_without_a_second_full_stop) {
  core::Finding finding;
  finding.verdict = core::Verdict::refused;
  finding.reason = "good comes after bad.\n";
  EXPECT_EQ(summary_line(finding), "refused: good comes after bad");
}

TEST(Title, has_what_is_known) {
  core::Commit commit;
  commit.subject = "S";
  EXPECT_EQ(title(commit), "S");
  commit.author = "Ada";
  EXPECT_EQ(title(commit), "S (Ada)");
  commit.author_date = "2024-05-06T07:08:09+02:00";
  EXPECT_EQ(title(commit), "S (Ada, 2024-05-06)");
}

}  // namespace
}  // namespace bisect::reports
