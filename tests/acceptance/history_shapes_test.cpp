#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

TEST(SlowAtMergeBase, names_the_repair_on_the_good_side) {
  const Scene scene("P22");
  const Answer answer = ask(scene, {});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), scene.expected().text("verdict"));
  EXPECT_THAT(answer.commits_of_kind("faster"),
              testing::Contains(scene.expected().text("speedup_on_the_good_side")));
  for (const std::string& innocent : scene.expected().words("must_not_blame")) {
    EXPECT_THAT(answer.commits(), testing::Not(testing::Contains(innocent)));
  }
}

TEST(SeveralSteps, put_the_one_that_separates_the_ends_first) {
  const Scene scene("P29");
  const Answer answer = ask(scene, {});
  SCOPED_TRACE(answer.story());
  EXPECT_THAT(answer.verdict(), testing::AnyOf("culprit", "culprits"));
  ASSERT_THAT(answer.commits(), testing::Not(testing::IsEmpty()));
  EXPECT_EQ(answer.commits().front(), scene.expected().text("must_name"));
  EXPECT_THAT(answer.commits_of_kind("slower"),
              testing::Not(testing::Contains(scene.expected().text("improvement"))));
  for (const std::string& id : answer.commits()) {
    EXPECT_THAT((std::vector<std::string>{scene.expected().text("must_name"),
                                          scene.expected().text("may_name"),
                                          scene.expected().text("improvement")}),
                testing::Contains(id));
  }
}

TEST(Repaired, is_an_improvement_to_who_looks_for_faster) {
  const Scene scene("P29");
  Question question;
  question.good = "{may_name}";      // c4, slow
  question.bad = "{improvement}";
  question.options = {"--look-for", "faster"};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_THAT(answer.verdict(), testing::AnyOf("culprit", "improvement"));
  EXPECT_THAT(answer.commits(), testing::ElementsAre(scene.expected().text("improvement")));
  EXPECT_THAT(answer.commits_of_kind("faster"), testing::SizeIs(1));
}

TEST(BuildSwitches, are_shown_as_the_only_files_that_changed) {
  const Scene scene("P35");
  const Answer answer = ask(scene, {});
  SCOPED_TRACE(answer.story());
  ASSERT_THAT(answer.commits(), testing::SizeIs(1));
  std::vector<std::string> files;
  for (const auto& file : answer.finding["commits"][0].value("changed_files",
                                                             nlohmann::json::array())) {
    files.push_back(file);
  }
  EXPECT_THAT(files, testing::ElementsAreArray(scene.expected().words("changed_files")));
}

TEST(Effect, is_measured_between_the_ends) {
  const Scene scene("P48");
  Question question;
  question.metric = "lines:coarse";
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  const auto effect = answer.finding.value("effect", nlohmann::json::object());
  EXPECT_NEAR(effect.value("ratio", 0.0), 1.2, 1e-9);
  EXPECT_NEAR(effect.value("good", 0.0), 1e7, 1);
  EXPECT_NEAR(effect.value("bad", 0.0), 1.2e7, 1);
  EXPECT_EQ(effect.value("unit", std::string()), "ns");
}

}  // namespace
}  // namespace bisect::acceptance
