#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>
#include <string>

// What a search may cost: the commits that were really built or run are noted by the commands
// themselves, in a file outside the fixture.

namespace bisect::acceptance {
namespace {

/// Lines of the note that a scene's commands have written, with how often each occurs.
std::map<std::string, int> noted(const Scene& scene) {
  std::istringstream stream(support::read_text(scene.notes() / "log"));
  std::map<std::string, int> counts;
  for (std::string line; std::getline(stream, line);) ++counts[line];
  return counts;
}

/// A shell command that notes the commit's number (the ID of the fixtures) before it does `then`.
std::string noting_number(const std::string& then) {
  return "sed -n 's/#define ID //p' id.h >> @DIR@/../notes/log; " + then;
}

std::string noting_commit(const std::string& then) {
  return "git rev-parse HEAD >> @DIR@/../notes/log; " + then;
}

TEST(RunOverTheLimit, counts_as_slow_and_is_not_repeated) {
  const Scene scene("P14");
  Question question;
  question.run = noting_number("exec {bench}");
  question.options = {"--run-timeout", "{timeout_s}s"};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_THAT(answer.commits(), testing::ElementsAreArray(scene.expected().words("culprit")));
  const std::map<std::string, int> runs = noted(scene);
  EXPECT_LE(runs.size(), std::stoul(scene.expected().text("max_commits_measured")));
  for (const auto& [number, times] : runs) {
    if (std::stoi(number) < 5) continue;
    EXPECT_LT(times, 10) << "runs of c" << number;
  }
}

TEST(RunOverTheLimit, decides_on_wall_time_too) {
  const Scene scene("P14");
  Question question;
  question.metric = "wall";
  question.options = {"--run-timeout", "{timeout_s}s"};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_THAT(answer.commits(), testing::ElementsAreArray(scene.expected().words("culprit")));
}

TEST(VendorImport, costs_no_builds) {
  const Scene scene("P24");
  Question question;
  question.build = noting_commit("{build}");
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_THAT(answer.commits(), testing::ElementsAreArray(scene.expected().words("culprit")));
  EXPECT_LE(noted(scene).size(), std::stoul(scene.expected().text("max_commits_built")));
}

TEST(EqualPrograms, share_one_measurement) {
  const Scene scene("P37");
  const Answer answer = ask(scene, {});
  SCOPED_TRACE(answer.story());
  EXPECT_THAT(answer.commits(), testing::ElementsAreArray(scene.expected().words("culprit")));
  int recognised = 0;
  for (const auto& row : answer.finding.value("measured", nlohmann::json::array())) {
    const bool shared = row.value("note", std::string()).starts_with("same program as");
    if (!shared) continue;
    ++recognised;
    EXPECT_EQ(row.value("trials", -1), 0) << row;
  }
  EXPECT_GE(recognised, 1);
}

TEST(MaxBuilds, is_kept_and_the_rest_is_answered_as_a_set) {
  const Scene scene("P10");
  Question question;
  question.build = noting_commit("{build}");
  question.options = {"--max-builds", "3"};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_THAT(answer.verdict(), testing::AnyOf("candidates", "undecided"));
  int builds = 0;
  for (const auto& [commit, times] : noted(scene)) builds += times;
  EXPECT_LE(builds, 3);
  if (answer.verdict() == "candidates") {
    EXPECT_THAT(answer.commits(), testing::Contains(scene.expected().text("culprit")));
  }
}

}  // namespace
}  // namespace bisect::acceptance
