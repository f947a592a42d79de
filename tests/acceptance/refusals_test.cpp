#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <regex>
#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

/// A question that must not be measured, and a regular expression (letter case ignored) for the
/// reason that the user has to read.
struct Refusal {
  const char* name;
  const char* fixture;
  const char* good;
  const char* bad;
  const char* run;
  const char* reason;
};

void PrintTo(const Refusal& row, std::ostream* stream) { *stream << row.fixture; }

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> rows = {
      {"good_end_does_not_build", "P03", "{good}", "{bad}", "./bench", "build"},
      {"command_not_found", "P10", "{good}", "{bad}", "{wrong.1.bench}", "bnech|not found|127"},
      {"command_not_executable", "P10", "{good}", "{bad}", "{wrong.2.bench}",
       "runner.sh|executable|permission|126"},
      {"ambiguous_name", "P26", "v1", "main", "./bench", "ambiguous"},
      {"same_commit_twice", "P27", "{case.1.good}", "{case.1.bad}", "./bench", "same commit"},
      {"ends_the_wrong_way_round", "P27", "{case.2.good}", "{case.2.bad}", "./bench",
       "swap|exchange|other way|wrong way|reverse"},
      {"no_such_commit", "P27", "{case.4.good}", "{case.4.bad}", "./bench", "0123456"},
      {"tree_for_a_commit", "P27", "{case.5.good}", "{case.5.bad}", "./bench", "not a commit|tree"},
      {"driver_younger_than_the_range", "P43", "{good}", "{bad}", "{bench}",
       "run.sh|exit status|does not exist|not found"},
      {"corpus_with_one_commit", "P44", "HEAD", "HEAD", "{bench}", "same commit"},
  };
  return rows;
}

class Refusals : public testing::TestWithParam<Refusal> {};

TEST_P(Refusals, say_why_before_anything_is_measured) {
  const Refusal& row = GetParam();
  const Scene scene(row.fixture);
  Question question;
  question.good = row.good;
  question.bad = row.bad;
  question.run = row.run;
  question.metric = scene.expected().has("metric") ? "lines:{metric}" : "gbench";
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "refused");
  EXPECT_THAT(answer.commits(), testing::IsEmpty());
  const std::regex reason(row.reason, std::regex::icase);
  EXPECT_TRUE(std::regex_search(answer.reason(), reason)) << answer.reason();
}

INSTANTIATE_TEST_SUITE_P(Fixtures, Refusals, testing::ValuesIn(refusals()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(RefusedEnd, names_the_nearest_commit_that_builds) {
  const Scene scene("P11");
  const Answer answer = ask(scene, {});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "refused");
  EXPECT_THAT(answer.reason(), testing::HasSubstr(scene.expected().text("nearest").substr(0, 7)));
}

TEST(RefusedName, shows_the_full_names) {
  const Scene scene("P26");
  Question question;
  question.good = "{case.1.good}";
  question.bad = "{case.1.bad}";
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_THAT(answer.reason() + answer.execution.err,
              testing::AllOf(testing::HasSubstr("refs/tags/v1"), testing::HasSubstr("refs/heads/v1")));
}

/// The submodule was never cloned by the user, so it would have to be fetched; git refuses the local
/// transport unless told otherwise.
TEST(RefusedSubmodule, names_the_setting_that_allows_the_transport) {
  Scene scene("P01");
  std::filesystem::remove_all(scene.repository() / ".git/modules");
  std::filesystem::remove_all(scene.repository() / "dep");
  scene.accept();
  std::vector<std::string> words = scene.arguments({});
  words.insert(words.end(), {"--json", "-"});
  const support::Execution execution = support::run_program(scene.start(words));
  EXPECT_TRUE(execution.status == 1 || execution.status == 3)
      << execution.status << "\n" << execution.command;
  EXPECT_THAT(execution.out + execution.err, testing::HasSubstr("protocol.file.allow"))
      << execution.command;
  EXPECT_THAT(scene.touched(), testing::IsEmpty());
}

TEST(FetchedSubmodule, is_measured_when_the_transport_is_allowed) {
  Scene scene("P01");
  std::filesystem::remove_all(scene.repository() / ".git/modules");
  std::filesystem::remove_all(scene.repository() / "dep");
  scene.accept();
  Question question;
  question.environment = {{"GIT_CONFIG_COUNT", "1"},
                          {"GIT_CONFIG_KEY_0", "protocol.file.allow"},
                          {"GIT_CONFIG_VALUE_0", "always"}};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_THAT(answer.commits(), testing::ElementsAreArray(scene.expected().words("culprit")));
}

TEST(ShallowClone, is_refused_before_a_build_and_works_when_complete) {
  Scene scene("P32");
  Question question;
  question.build = "touch @DIR@/../notes/built; {build}";
  const Answer refused = ask(scene, question);
  {
    SCOPED_TRACE(refused.story());
    EXPECT_EQ(refused.verdict(), "refused");
    EXPECT_THAT(refused.reason() + refused.execution.err, testing::HasSubstr("shallow"));
    EXPECT_THAT(refused.reason() + refused.execution.err,
                testing::HasSubstr("git fetch --unshallow"));
    EXPECT_FALSE(std::filesystem::exists(scene.notes() / "built"));
  }
  const support::Execution fetched =
      scene.run({"git", "fetch", "-q", "--unshallow"}, scene.repository());
  ASSERT_EQ(fetched.status, 0) << fetched.err;
  scene.accept();
  const Answer complete = ask(scene, question);
  SCOPED_TRACE(complete.story());
  EXPECT_EQ(complete.verdict(), scene.expected().text("complete.verdict"));
  EXPECT_THAT(complete.commits(),
              testing::ElementsAreArray(scene.expected().words("complete.culprit")));
}

}  // namespace
}  // namespace bisect::acceptance
