#include "harness/config/plan_toml.hpp"

#include "harness/config/finish.hpp"
#include "harness/config/plan_file.hpp"
#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace bisect::config {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A plan in which no field has its default, with the characters that need care.
core::Plan awkward_plan(const fs::path& folder) {
  core::Plan plan;
  plan.repository = folder / "subject";
  plan.good = "v1^{}";
  plan.bad = "feature/\"x\"";
  plan.commands = {"a\nb\t", "make 'CFLAGS=\\n'", "./bench \x01 ü"};
  plan.metrics = {{core::MetricSource::regex, R"re(took "([\d.]+)")re", core::Better::larger},
                  {core::MetricSource::wall, "", core::Better::smaller}};
  plan.look_for = core::LookFor::failing;
  plan.match = R"(\bwrong\b)";
  plan.min_effect = 0.07;
  plan.confidence = 0.999;
  plan.pins = {{"third_party/z lib", "v1@{1}", {"a", "b"}}, {"other", "main", {}}};
  plan.patches = {{folder / "subject/fix.patch", {"v1", "v2"}}};
  plan.settings = {{"plain", {}, {"", "make", ""}, {}}, {"with.dot", {{"CC", "a b"}}, {"p", "b", "r"}, {}}};
  plan.setting = "with.dot";
  plan.environment = {{"A", ""}, {"B", "x=\"y\""}};
  plan.limits = {1500ms, 20s, 26h, 7, 0};
  plan.walk = core::Walk::first_parent;
  plan.descend = core::Descend::never;
  plan.database = folder / "r.sqlite";
  plan.work_dir = folder / "w";
  plan.seed = 18446744073709551615U;
  return plan;
}

TEST(PlanToml, reads_back_as_the_same_plan) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder.path() / "subject/.git");
  std::ofstream(folder.path() / "subject/fix.patch") << "x";
  const core::Plan plan = awkward_plan(folder.path());
  const std::string text = to_toml(plan);
  const auto draft = parse_plan(text, folder.path() / "again.toml");
  ASSERT_TRUE(draft) << draft.error().message << "\n" << text;
  const auto again = finish(*draft, {folder.path(), "/home/me/", "", "", 1});
  ASSERT_TRUE(again) << again.error().message;

  EXPECT_EQ(to_toml(*again), text);
  EXPECT_EQ(again->commands.prepare, plan.commands.prepare);
  EXPECT_EQ(again->commands.build, plan.commands.build);
  EXPECT_EQ(again->commands.run, plan.commands.run);
  EXPECT_EQ(again->metrics, plan.metrics);
  EXPECT_EQ(again->match, plan.match);
  EXPECT_DOUBLE_EQ(again->min_effect, plan.min_effect);
  EXPECT_EQ(again->pins.size(), 2U);
  EXPECT_EQ(again->settings[1].environment, plan.settings[1].environment);
  EXPECT_EQ(again->setting, plan.setting);
  EXPECT_EQ(again->environment, plan.environment);
  EXPECT_EQ(again->limits.build, plan.limits.build);
  EXPECT_EQ(again->limits.retries, 0);
  EXPECT_EQ(again->walk, plan.walk);
  EXPECT_EQ(again->descend, plan.descend);
  EXPECT_EQ(again->seed, plan.seed);
}

TEST(PlanToml, a_split_reads_back_as_the_same_split) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder.path() / "subject/.git");
  std::ofstream(folder.path() / "subject/fix.patch") << "x";
  for (const char* good : {"", "v1"}) {
    core::Plan plan = awkward_plan(folder.path());
    plan.task = core::Task::split;
    plan.look_for = core::LookFor::slower;
    plan.match.clear();
    plan.walk = {};
    plan.descend = {};
    plan.good = good;
    plan.parts = {{"z", {"b/\"c\"", "src/**"}}, {"a-1", {"python"}}};
    plan.samples = 136;
    const std::string text = to_toml(plan);
    auto draft = parse_plan(text, folder.path() / "again.toml");
    ASSERT_TRUE(draft) << draft.error().message << "\n" << text;
    draft->task = core::Task::split;
    const auto again = finish(*draft, {folder.path(), "/home/me/", "", "", 1});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(to_toml(*again), text);
    EXPECT_EQ(again->good, good);
    EXPECT_EQ(again->bad, plan.bad);
    EXPECT_EQ(again->parts, plan.parts);
    EXPECT_EQ(again->samples, 136);
  }
}

TEST(PlanToml, settings_and_a_matrix_read_back_the_same) {
  const support::TemporaryFolder folder;
  fs::create_directories(folder.path() / "subject/.git");
  std::ofstream(folder.path() / "subject/fix.patch") << "x";
  for (const core::Task task : {core::Task::settings, core::Task::matrix}) {
    core::Plan plan = awkward_plan(folder.path());
    plan.task = task;
    plan.setting.clear();
    plan.walk = {};
    plan.descend = {};
    plan.settings[0].pins = {{"lib", "v2", {"a", "b"}}};
    plan.compared = {plan.settings[0].name, plan.settings[1].name};
    plan.revisions = {"v1"};
    if (task == core::Task::matrix) plan.revisions = {"v1", "v\"2"};
    else plan.toggles = {{"OMP", "1", "a|\"b\""}};
    plan.good = plan.revisions.front();
    plan.bad = plan.revisions.back();
    const std::string text = to_toml(plan);
    auto draft = parse_plan(text, folder.path() / "again.toml");
    ASSERT_TRUE(draft) << draft.error().message << "\n" << text;
    draft->task = task;
    const auto again = finish(*draft, {folder.path(), "/home/me/", "", "", 1});
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(to_toml(*again), text);
    EXPECT_EQ(again->compared, plan.compared);
    EXPECT_EQ(again->revisions, plan.revisions);
    EXPECT_EQ(again->toggles, plan.toggles);
    EXPECT_EQ(again->settings[0].pins.at(0).stretch.to, "b");
  }
}

TEST(PlanToml, says_what_is_left_open) {
  const std::string text = to_toml(core::Plan{});
  EXPECT_THAT(text, testing::HasSubstr("# metric: chosen after calibration"));
  EXPECT_THAT(text, testing::HasSubstr("run_timeout = \"0s\"  # ten times"));
}

}  // namespace
}  // namespace bisect::config
