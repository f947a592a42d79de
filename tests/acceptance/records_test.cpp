#include "tests/acceptance/answer.hpp"
#include "tests/acceptance/database_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
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
