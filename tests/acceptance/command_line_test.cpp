#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <ostream>
#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

using testing::HasSubstr;

namespace fs = std::filesystem;

/// A wrong command line or place, and the exit status that says whose turn it is.
struct WrongWord {
  const char* name;
  std::vector<std::string> words;
  int status;
  const char* named;  ///< what the message must quote
};

void PrintTo(const WrongWord& row, std::ostream* stream) { *stream << row.name; }

const std::vector<WrongWord>& wrong_words() {
  static const std::vector<WrongWord> rows = {
      {"unknown_verb", {"bisectt"}, 2, "bisectt"},
      {"unknown_option", {"--good", "{good}", "--bad", "{bad}", "--no-such-option"}, 2,
       "--no-such-option"},
      {"bad_end_missing", {"--repo", "@DIR@/repo", "--good", "{good}", "--run", "./bench"}, 2,
       "bad"},
      {"run_command_missing", {"--repo", "@DIR@/repo", "--good", "{good}", "--bad", "{bad}"}, 2,
       "run"},
      {"unknown_metric",
       {"--repo", "@DIR@/repo", "--good", "{good}", "--bad", "{bad}", "--run", "./bench",
        "--metric", "velocity"},
       2, "velocity"},
      {"effect_is_no_number",
       {"--repo", "@DIR@/repo", "--good", "{good}", "--bad", "{bad}", "--run", "./bench",
        "--min-effect", "lots"},
       2, "lots"},
      {"time_without_meaning",
       {"--repo", "@DIR@/repo", "--good", "{good}", "--bad", "{bad}", "--run", "./bench",
        "--run-timeout", "soon"},
       2, "soon"},
      {"plan_file_missing", {"--plan", "@DIR@/no-such-plan.toml", "--good", "a", "--bad", "b"}, 2,
       "no-such-plan.toml"},
      {"not_a_repository",
       {"--repo", "@DIR@/../home", "--good", "{good}", "--bad", "{bad}", "--run", "./bench"},
       3, "home"},
  };
  return rows;
}

class WrongWords : public testing::TestWithParam<WrongWord> {};

TEST_P(WrongWords, end_with_the_status_and_a_message_that_quotes_them) {
  const Scene scene("P27");
  const Expectation& expected = scene.expected();
  std::vector<std::string> words = GetParam().words;
  for (std::string& word : words) {
    if (word == "{good}") word = expected.text("case.3.good");
    if (word == "{bad}") word = expected.text("case.3.bad");
    word = expected.fill(word);
  }
  const support::Execution execution = support::run_program(scene.start(words));
  EXPECT_EQ(execution.status, GetParam().status)
      << execution.command << "\n" << execution.out << execution.err;
  EXPECT_THAT(execution.err, HasSubstr(GetParam().named)) << execution.command;
  EXPECT_THAT(execution.out, testing::IsEmpty()) << execution.command;
  EXPECT_THAT(scene.touched(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(CommandLines, WrongWords, testing::ValuesIn(wrong_words()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(CommandLine, help_goes_to_stdout_with_status_0) {
  const Scene scene("P27");
  const support::Execution execution = support::run_program(scene.start({"--help"}));
  EXPECT_EQ(execution.status, 0) << execution.err;
  for (const char* option : {"--good", "--bad", "--build", "--run", "--metric", "--json"}) {
    EXPECT_THAT(execution.out, HasSubstr(option));
  }
}

TEST(PlanFile, errors_name_file_line_and_key) {
  const Scene scene("P27");
  const fs::path plan = scene.notes() / "wrong.toml";
  std::ofstream(plan) << "good = \"a\"\nbad = \"b\"\nno_such_key = 1\n";
  const support::Execution execution =
      support::run_program(scene.start({"--plan", plan.string(), "--repo", scene.repository().string()}));
  EXPECT_EQ(execution.status, 2) << execution.out << execution.err;
  EXPECT_THAT(execution.err, HasSubstr("wrong.toml:3"));
  EXPECT_THAT(execution.err, HasSubstr("no_such_key"));
}

TEST(DryRun, prints_the_plan_and_runs_nothing) {
  const Scene scene("P10");
  Question question;
  question.build = "touch @DIR@/../notes/built; {build}";
  question.run = "touch @DIR@/../notes/run; {bench}";
  question.options = {"--dry-run"};
  const support::Execution execution =
      support::run_program(scene.start(scene.arguments(question)));
  EXPECT_EQ(execution.status, 0) << execution.command << execution.err;
  EXPECT_FALSE(fs::exists(scene.notes() / "built"));
  EXPECT_FALSE(fs::exists(scene.notes() / "run"));
  EXPECT_THAT(execution.out, HasSubstr("lines:decode"));
  EXPECT_THAT(execution.out, HasSubstr("touch " + scene.fixture().string() + "/../notes/built"));
  EXPECT_THAT(execution.out, HasSubstr("9")) << "nine commits may hold the change";
  EXPECT_THAT(scene.touched(), testing::IsEmpty());
}

TEST(Outputs, go_to_the_files_that_were_named) {
  const Scene scene("P48");
  const fs::path json = scene.notes() / "finding.json";
  const fs::path markdown = scene.notes() / "finding.md";
  Question question;
  question.metric = "lines:coarse";
  question.options = {"--json", json.string(), "--markdown", markdown.string(), "--quiet"};
  const support::Execution execution =
      support::run_program(scene.start(scene.arguments(question)));
  ASSERT_EQ(execution.status, 0) << execution.command << execution.err;
  const std::string culprit = scene.expected().text("coarse.culprit");
  const auto finding = nlohmann::json::parse(support::read_text(json), nullptr, false);
  ASSERT_TRUE(finding.is_object());
  EXPECT_EQ(finding["commits"][0]["id"], culprit);
  for (const std::string& text : {execution.out, support::read_text(markdown)}) {
    EXPECT_THAT(text, HasSubstr(culprit.substr(0, 7)));
    EXPECT_THAT(text, HasSubstr("c6: change"));
  }
  EXPECT_THAT(execution.out, testing::Not(HasSubstr("{\"")));
}

TEST(TTest, reproduces_the_numbers_of_the_known_case) {
  const Scene scene("P27");
  const support::Execution differ = support::run_program(
      scene.start({"ttest", "--summary", "301.324,19.978,136", "294.094,19.759,136"}));
  EXPECT_EQ(differ.status, 0) << differ.err;
  EXPECT_THAT(differ.out, HasSubstr("3.00"));
  EXPECT_THAT(differ.out, HasSubstr("0.0015"));
  EXPECT_THAT(differ.out, HasSubstr("99.85"));
  const support::Execution alike = support::run_program(
      scene.start({"ttest", "--summary", "301.324,19.978,136", "298.468,20.590,136"}));
  EXPECT_THAT(alike.out, HasSubstr("0.12"));
  EXPECT_THAT(alike.out, HasSubstr("not significant"));
}

TEST(TTest, reads_samples_from_files) {
  const Scene scene("P27");
  std::ofstream(scene.notes() / "old.txt") << "10.1\n10.2\n9.9\n10.0\n10.3\n";
  std::ofstream(scene.notes() / "new.txt") << "12.1\n12.0\n11.8\n12.3\n12.2\n";
  const support::Execution execution =
      support::run_program(scene.start({"ttest", "new.txt", "old.txt"}));
  EXPECT_EQ(execution.status, 0) << execution.err;
  // Pooled: means 12.08 and 10.10, variances 0.037 and 0.025, so t = 1.98 / sqrt(0.031 * 2 / 5).
  EXPECT_THAT(execution.out, HasSubstr("17.78"));
}

}  // namespace
}  // namespace bisect::acceptance
