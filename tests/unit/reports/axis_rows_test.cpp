#include "reports/page/axis_rows.hpp"

#include <gtest/gtest.h>

namespace bisect::page {
using namespace reports;
namespace {

using core::CommitId;
using core::Standing;
using Kind = AxisRow::Kind;

core::Commit commit(const std::string& name) {
  core::Commit made;
  made.id = CommitId(name);
  return made;
}

void measure(ReportModel& model, const std::string& name, Standing standing,
             core::Purpose purpose = core::Purpose::step) {
  core::MeasuredCommit row;
  row.commit = commit(name);
  row.standing = standing;
  row.purpose = purpose;
  model.finding.measured.push_back(row);
}

void hole(ReportModel& model, const std::string& name) {
  model.finding.untestable.push_back({commit(name), {core::Stage::build, "broken", ""}});
}

/// "good 2 gap h1+h2 bad": what a reader sees.
std::string seen(const ReportModel& model) {
  std::string text;
  for (const AxisRow& row : axis_rows(model)) {
    if (!text.empty()) text += " ";
    if (row.kind == Kind::measured) text += row.measured->commit.id.text();
    if (row.kind == Kind::gap) text += "(" + std::to_string(row.skipped) + ")";
    for (const core::UntestableCommit* one : row.untestable)
      text += (one == row.untestable.front() ? "hole:" : "+") + one->commit.id.text();
  }
  return text;
}

ReportModel searched() {
  ReportModel model;
  model.finding.range = core::SearchedRange{commit("good"), commit("bad"), {}, 7};
  measure(model, "good", Standing::good, core::Purpose::ends);
  measure(model, "bad", Standing::bad, core::Purpose::ends);
  return model;
}

TEST(AxisRows, follow_history_with_holes_and_gaps) {
  ReportModel model = searched();
  for (const char* name : {"good", "a", "b", "c", "d", "e", "f", "bad"})
    model.measurements.axis.emplace_back(name);
  measure(model, "f", Standing::bad);
  measure(model, "a", Standing::good);
  hole(model, "e");
  hole(model, "d");
  EXPECT_EQ(seen(model), "good a (2) hole:d+e f bad");
}

TEST(AxisRows, leave_the_confirmation_out_and_take_the_last_word_of_a_commit) {
  ReportModel model = searched();
  measure(model, "a", Standing::between);
  measure(model, "a", Standing::bad);
  measure(model, "a", Standing::good, core::Purpose::confirm);
  for (const char* name : {"good", "a", "bad"}) model.measurements.axis.emplace_back(name);
  const auto rows = axis_rows(model);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[1].measured->standing, Standing::bad);
}

TEST(AxisRows, without_a_history_keep_the_ends_at_the_ends) {
  ReportModel model = searched();
  measure(model, "a", Standing::good);
  hole(model, "b");
  EXPECT_EQ(seen(model), "good a hole:b bad");
}

TEST(AxisRows, show_commits_beside_the_way_first_and_no_gap_at_the_edges) {
  ReportModel model = searched();
  for (const char* name : {"x", "good", "a", "bad", "y"}) model.measurements.axis.emplace_back(name);
  measure(model, "elsewhere", Standing::good);
  EXPECT_EQ(seen(model), "elsewhere (1) good (1) bad");
  EXPECT_TRUE(axis_rows(ReportModel{}).empty());
}

TEST(RoleOf, names_what_the_answer_names_before_the_ends) {
  ReportModel model = searched();
  model.finding.range->merge_base = commit("base");
  EXPECT_EQ(role_of(model.finding, CommitId("good")), Role::good_end);
  EXPECT_EQ(role_of(model.finding, CommitId("bad")), Role::bad_end);
  EXPECT_EQ(role_of(model.finding, CommitId("base")), Role::merge_base);
  EXPECT_EQ(role_of(model.finding, CommitId("a")), Role::none);
  model.finding.commits = {{commit("bad"), core::ChangeKind::slower, {}, 1, {}}};
  EXPECT_EQ(role_of(model.finding, CommitId("bad")), Role::named);
}

}  // namespace
}  // namespace bisect::page
