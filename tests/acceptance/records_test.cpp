#include "tests/acceptance/answer.hpp"
#include "tests/acceptance/database_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

/// One finished search, and verbs that look at what it left.
class Records : public testing::Test {
 protected:
  Records() : answer(ask(scene, {})) {}

  [[nodiscard]] support::Execution look(std::vector<std::string> words) const {
    words.insert(words.end(), {"--repo", scene.repository().string(), "--db",
                               scene.database().string(), "--work-dir",
                               scene.work_folder().string()});
    return support::run_program(scene.start(std::move(words)));
  }

  [[nodiscard]] std::filesystem::path page() const { return scene.notes() / "page.html"; }

  Scene scene{"P10"};
  Answer answer;
};

TEST_F(Records, status_shows_the_session_and_its_cost) {
  const support::Execution status = look({"status"});
  EXPECT_EQ(status.status, 0) << status.err;
  EXPECT_THAT(status.out, testing::HasSubstr("culprit"));
  EXPECT_THAT(status.out, testing::HasSubstr(answer.finding["cost"]["trials"].dump() + " trials"));
}

TEST_F(Records, log_shows_what_was_decided_about_which_commit) {
  const support::Execution log = look({"log"});
  EXPECT_EQ(log.status, 0) << log.err;
  EXPECT_THAT(log.out, testing::HasSubstr(scene.expected().text("culprit").substr(0, 7)));
}

TEST_F(Records, report_tells_the_finding_again) {
  const support::Execution report = look({"report", "--json", "-"});
  ASSERT_EQ(report.status, 0) << report.err;
  nlohmann::json again = nlohmann::json::parse(report.out);
  for (const char* key : {"verdict", "commits", "range", "effect", "probability", "measured", "untestable",
                          "reason", "warnings", "rounds", "history"})
    EXPECT_EQ(again[key], answer.finding[key]) << key;
  EXPECT_EQ(again["cost"]["trials"], answer.finding["cost"]["trials"]);
  EXPECT_THAT(scene.touched(), testing::IsEmpty());
}

TEST_F(Records, report_needs_neither_the_branch_where_it_was_nor_the_builds) {
  Question by_name;
  by_name.bad = "main";
  ask(scene, by_name);
  EXPECT_EQ(look({"gc", "--yes"}).status, 0);
  const support::Execution later = scene.run({"git", "-c", "user.name=Ada", "-c", "user.email=ada@example.invalid",
                                              "commit", "-q", "--allow-empty", "-m", "later"},
                                             scene.repository());
  ASSERT_EQ(later.status, 0) << later.err;
  const support::Execution report = look({"report", "--report", page().string()});
  EXPECT_EQ(report.status, 0) << report.err;
  EXPECT_THAT(report.out, testing::HasSubstr(scene.expected().text("culprit").substr(0, 10)));
  std::ifstream file(page());
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_TRUE(text.starts_with("<!DOCTYPE html>"));
  EXPECT_THAT(text, testing::HasSubstr(scene.expected().text("culprit")));
  EXPECT_THAT(text, testing::HasSubstr("Every measured commit, in the order of history"));
}

TEST_F(Records, report_says_which_sessions_there_are_not) {
  const support::Execution report = look({"report", "--session", "7"});
  EXPECT_EQ(report.status, 2);
  EXPECT_THAT(report.err, testing::HasSubstr("there is no session 7 in"));
  EXPECT_THAT(report.err, testing::HasSubstr("bisect status lists them"));
  EXPECT_EQ(look({"report", "--session", "1"}).status, 0);
}

TEST_F(Records, report_of_a_patch_that_is_gone_is_an_error_with_a_cure) {
  const std::string patch = (scene.notes() / "fix.patch").string();
  std::ofstream(patch) << "--- a/notes.txt\n+++ b/notes.txt\n@@ -0,0 +1 @@\n+x\n";
  Question question;
  question.options = {"--patch", patch};
  ask(scene, question);
  std::filesystem::remove(patch);
  const support::Execution report = look({"report"});
  EXPECT_NE(report.status, 0);
  EXPECT_THAT(report.err, testing::HasSubstr("fix.patch"));
}

TEST_F(Records, nothing_is_left_to_resume) {
  const support::Execution resume = look({"resume"});
  EXPECT_EQ(resume.status, 2) << resume.out << resume.err;
  EXPECT_THAT(resume.err, testing::HasSubstr("no unfinished session"));
}

TEST_F(Records, gc_removes_builds_and_keeps_results) {
  const support::Execution gc = look({"gc", "--yes"});
  EXPECT_EQ(gc.status, 0) << gc.err;
  EXPECT_EQ(integrity(scene.database()), "ok");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(scene.work_folder())) {
    EXPECT_NE(entry.path().filename(), "bench") << entry.path();
  }
  EXPECT_THAT(look({"status"}).out, testing::HasSubstr("culprit"));
}

}  // namespace
}  // namespace bisect::acceptance
