#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

/// A question about a fixture and the key of EXPECT that holds the right commits.
struct KnownAnswer {
  const char* name;
  const char* fixture;
  const char* verdict;
  const char* key;
  Question question = {};
};

void PrintTo(const KnownAnswer& row, std::ostream* stream) { *stream << row.fixture; }

Question with(std::vector<std::string> options) {
  Question question;
  question.options = std::move(options);
  return question;
}

Question ends(std::string good, std::string bad) {
  Question question;
  question.good = std::move(good);
  question.bad = std::move(bad);
  return question;
}

Question metric(std::string spec) {
  Question question;
  question.metric = std::move(spec);
  return question;
}

Question running(std::string command) {
  Question question;
  question.run = std::move(command);
  return question;
}

/// git refuses submodules on the local file system unless its user allows them.
Question allowing_file_transport() {
  Question question;
  question.environment = {{"GIT_CONFIG_COUNT", "1"},
                          {"GIT_CONFIG_KEY_0", "protocol.file.allow"},
                          {"GIT_CONFIG_VALUE_0", "always"}};
  return question;
}

const std::vector<KnownAnswer>& known_answers() {
  static const std::vector<KnownAnswer> rows = {
      {"submodule_left_behind", "P01", "culprit", "culprit", allowing_file_transport()},
      {"fix_carried_onto_old_commits", "P03", "culprit", "patched.culprit",
       with({"--patch", "{patch}"})},
      {"two_halves_of_a_commit", "P05", "culprit", "culprit"},
      {"gitlink_without_gitmodules", "P08", "culprit", "culprit"},
      {"state_made_by_prepare", "P09", "culprit", "culprit", with({"--prepare", "{prepare}"})},
      {"ordinary_history", "P10", "culprit", "culprit"},
      {"every_program_differs", "steps", "culprit", "culprit"},
      {"good_end_moved_to_one_that_builds", "P11", "culprit", "moved.culprit",
       ends("{moved.good}", "{bad}")},
      {"broken_stretch", "P12", "candidates", "candidates"},
      {"build_fails_once", "P16", "culprit", "culprit"},
      {"failing_runs_are_quick", "P18", "candidates", "candidates"},
      {"culprit_on_a_side_branch", "P19", "culprit", "culprit"},
      {"merge_on_the_main_line", "P19", "culprit", "first_parent.culprit", with({"--first-parent"})},
      {"merge_not_descended_into", "P19", "culprit", "first_parent.culprit", with({"--no-descend"})},
      {"good_came_by_a_side_branch", "P20", "culprit", "culprit"},
      {"good_came_by_a_side_branch_first_parent", "P20", "culprit", "first_parent.culprit",
       with({"--first-parent"})},
      {"vendor_root", "P24", "culprit", "culprit"},
      {"dates_out_of_order", "P25", "culprit", "culprit"},
      {"tag_written_out", "P26", "culprit", "case.2.culprit", ends("{case.2.good}", "{case.2.bad}")},
      {"name_that_a_shell_would_run", "P26", "culprit", "case.3.culprit",
       ends("{case.3.good}", "{case.3.bad}")},
      {"adjacent_ends", "P27", "culprit", "case.3.answer", ends("{case.3.good}", "{case.3.bad}")},
      {"annotated_tag", "P27", "culprit", "case.6.answer", ends("{case.6.good}", "{case.6.bad}")},
      {"two_commits_in_one_second", "P34", "culprit", "culprit"},
      {"build_switches_changed", "P35", "culprit", "culprit"},
      {"own_library_measured", "P36", "culprit", "culprit"},
      {"program_did_not_change", "P37", "culprit", "culprit"},
      {"build_changes_tracked_files", "P38", "culprit", "culprit"},
      {"hooks_are_not_run", "P40", "culprit", "culprit"},
      {"line_endings", "P42", "culprit", "culprit"},
      {"driver_from_outside", "P43", "culprit", "outside.culprit", running("{outside.bench}")},
      {"benchmarks_come_and_go", "P46", "culprit", "culprit"},
      {"almost_nothing", "P48", "culprit", "tiny.culprit", metric("lines:tiny")},
      {"two_constants", "P48", "culprit", "coarse.culprit", metric("lines:coarse")},
      {"implausible_zeros", "P48", "candidates", "gone.candidates", metric("lines:gone")},
      {"lucky_first_starts", "P54", "culprit", "culprit"},
  };
  return rows;
}

class Answers : public testing::TestWithParam<KnownAnswer> {};

/// An improvement is never blamed, and neither is a commit that the fixture clears.
void expect_innocents_spared(const Scene& scene, const Answer& answer) {
  const std::vector<std::string> improvements = answer.commits_of_kind("faster");
  for (const std::string& id : answer.commits()) {
    if (testing::Value(improvements, testing::Contains(id))) continue;
    EXPECT_THAT(scene.expected().words("must_not_blame"), testing::Not(testing::Contains(id)));
  }
  for (const std::string& id : improvements) {
    EXPECT_THAT(scene.expected().words("must_not_report_improvement"),
                testing::Not(testing::Contains(id)));
  }
}

TEST_P(Answers, names_the_right_commits) {
  const Scene scene(GetParam().fixture);
  const Answer answer = ask(scene, GetParam().question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), GetParam().verdict);
  EXPECT_THAT(answer.commits(),
              testing::UnorderedElementsAreArray(scene.expected().words(GetParam().key)));
  expect_innocents_spared(scene, answer);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Answers, testing::ValuesIn(known_answers()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace bisect::acceptance
