#include "harness/config/finish.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>

namespace bisect::config {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using testing::HasSubstr;

class Finish : public testing::Test {
 protected:
  Finish() {
    fs::create_directories(m_folder.path() / "subject/.git");
    std::ofstream(m_folder.path() / "subject/fix.patch") << "--- a\n";
    m_surroundings = {m_folder.path() / "subject", "/home/me/", "", "", 77};
    m_draft.good = "v1";
    m_draft.bad = "main";
    m_draft.run = "./bench";
  }

  void expect_refusal(const std::string& message, const std::string& hint) {
    const auto plan = finish(m_draft, m_surroundings);
    ASSERT_FALSE(plan) << "expected: " << message;
    EXPECT_EQ(plan.error().kind, core::ErrorKind::usage);
    EXPECT_THAT(plan.error().message, HasSubstr(message));
    EXPECT_THAT(testing::PrintToString(plan.error().hints), HasSubstr(hint));
  }

  support::TemporaryFolder m_folder;
  Surroundings m_surroundings;
  PlanDraft m_draft;
};

TEST_F(Finish, fills_in_the_defaults) {
  const auto plan = finish(m_draft, m_surroundings);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->repository, m_folder.path() / "subject");
  EXPECT_EQ(plan->commands.build, "");
  EXPECT_TRUE(plan->metrics.empty());
  EXPECT_EQ(plan->look_for, core::LookFor::slower);
  EXPECT_DOUBLE_EQ(plan->min_effect, 0.02);
  EXPECT_DOUBLE_EQ(plan->confidence, 0.95);
  EXPECT_EQ(plan->limits.build, 60min);
  EXPECT_EQ(plan->limits.run, 0s);
  EXPECT_EQ(plan->limits.retries, 1);
  EXPECT_EQ(plan->walk, core::Walk::everything);
  EXPECT_EQ(plan->descend, core::Descend::into_merges);
  EXPECT_EQ(plan->seed, 77U);
  EXPECT_TRUE(plan->database.is_absolute());
  EXPECT_TRUE(plan->work_dir.is_absolute());
}

TEST_F(Finish, keeps_what_was_said) {
  m_draft.seed = 0;
  m_draft.retries = 0;
  m_draft.build_timeout = 0s;
  m_draft.patches = {{"fix.patch", {}}};
  m_draft.environment = {{"A", "1"}};
  const auto plan = finish(m_draft, m_surroundings);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->seed, 0U);
  EXPECT_EQ(plan->limits.retries, 0);
  EXPECT_EQ(plan->limits.build, 0s);
  EXPECT_EQ(plan->patches.front().file, m_folder.path() / "subject/fix.patch");
  EXPECT_EQ(plan->environment.at("A"), "1");
}

TEST_F(Finish, needs_both_ends_and_a_run_command) {
  m_draft.good.reset();
  expect_refusal("good", "--good REV");
  m_draft.good = "v1";
  m_draft.bad = "";
  expect_refusal("bad", "--bad REV");
  m_draft.bad = "main";
  m_draft.run.reset();
  expect_refusal("run", "--run CMD");
}

TEST_F(Finish, takes_the_run_command_of_the_setting_in_force) {
  m_draft.run.reset();
  m_draft.settings = {{"quick", {}, {"", "", "./bench --quick"}, {}}};
  expect_refusal("run", "--run");
  m_draft.setting = "quick";
  EXPECT_TRUE(finish(m_draft, m_surroundings));
}

TEST_F(Finish, keeps_levels_within_their_ranges) {
  for (const double effect : {0.0, -0.1, 10.1}) {
    m_draft.min_effect = effect;
    expect_refusal("smallest effect", "--min-effect");
  }
  m_draft.min_effect = 10;
  EXPECT_TRUE(finish(m_draft, m_surroundings));
  for (const double confidence : {0.0095, 0.49, 0.99995, 1.0}) {
    m_draft.confidence = confidence;
    expect_refusal("confidence", "--confidence 95");
  }
  m_draft.confidence = 0.9999;
  EXPECT_TRUE(finish(m_draft, m_surroundings));
}

TEST_F(Finish, match_belongs_to_failures) {
  m_draft.match = "wrong answer";
  expect_refusal("--match", "--look-for failing");
  m_draft.look_for = core::LookFor::passing;
  EXPECT_TRUE(finish(m_draft, m_surroundings));
  m_draft.match = "(";
  expect_refusal("does not compile", "ECMAScript");
}

TEST_F(Finish, lists_the_settings_there_are) {
  m_draft.setting = "clnag";
  expect_refusal("the plan defines none", "[setting.clnag]");
  m_draft.settings = {{"gcc", {}, {}, {}}, {"clang", {}, {}, {}}};
  expect_refusal("no setting 'clnag'", "gcc or clang");
}

TEST_F(Finish, refuses_pins_that_contradict_each_other) {
  m_draft.pins = {{"lib", "v1", {}}, {"lib", "v2", {"a", "b"}}};
  expect_refusal("lib is pinned twice: lib=v1 and lib=v2@a..b", "stretch");
  m_draft.pins = {{"lib", "v1", {"a", "b"}}, {"lib", "v2", {"c", "d"}}, {"other", "v1", {}}};
  EXPECT_TRUE(finish(m_draft, m_surroundings));
}

TEST_F(Finish, refuses_patches_that_are_not_there) {
  m_draft.patches = {{"absent.patch", {}}};
  expect_refusal("absent.patch", "--patch");
}

TEST_F(Finish, checks_metrics_that_nobody_parsed) {
  m_draft.metrics = {{core::MetricSource::regex, "[0-9]+", core::Better::smaller}};
  expect_refusal("regex:[0-9]+: the regular expression '[0-9]+' has 0 captures", "( )");
}

TEST_F(Finish, leaves_a_missing_repository_to_the_environment) {
  m_draft.repository = "/no/such/folder";
  const auto plan = finish(m_draft, m_surroundings);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, core::ErrorKind::environment);
}

TEST_F(Finish, settings_need_two_sides) {
  m_draft.task = core::Task::settings;
  m_draft.settings = {{"pip", {}, {}, {}}, {"box", {}, {}, {}}};
  expect_refusal("no settings to compare", "--env NAME=GOOD|BAD");
  m_draft.good_setting = "box";
  expect_refusal("no bad setting", "--bad-setting");
  m_draft.bad_setting = "pap";
  expect_refusal("no setting 'pap'", "pip");
  m_draft.bad_setting = "pip";
  const auto plan = finish(m_draft, m_surroundings);
  ASSERT_TRUE(plan) << plan.error().message;
  EXPECT_EQ(plan->compared, (std::vector<std::string>{"box", "pip"}));
  EXPECT_EQ(plan->revisions, std::vector<std::string>{"HEAD"});
  EXPECT_EQ(plan->setting, "");
  m_draft.revisions = {"a", "b"};
  expect_refusal("at one revision", "bisect matrix");
}

TEST_F(Finish, a_run_command_is_needed_in_every_setting_that_is_compared) {
  m_draft.task = core::Task::matrix;
  m_draft.revisions = {"v1"};
  m_draft.settings = {{"pip", {}, {"", "", "./run"}, {}}, {"box", {}, {}, {}}};
  m_draft.run.reset();
  expect_refusal("no run command", "--run");
  m_draft.matrix_settings = {"pip"};
  EXPECT_TRUE(finish(m_draft, m_surroundings));
}

TEST_F(Finish, a_matrix_has_all_settings_unless_told_otherwise) {
  m_draft.task = core::Task::matrix;
  expect_refusal("no revision", "bisect matrix");
  m_draft.revisions = {"v1", "v2"};
  EXPECT_EQ(finish(m_draft, m_surroundings)->compared, std::vector<std::string>{""});
  m_draft.settings = {{"pip", {}, {}, {}}, {"box", {}, {}, {}}};
  EXPECT_EQ(finish(m_draft, m_surroundings)->compared, (std::vector<std::string>{"pip", "box"}));
}

}  // namespace
}  // namespace bisect::config
