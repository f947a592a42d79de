#include "harness/config/plan_file.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

namespace bisect::config {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

const std::filesystem::path k_file = "/plans/bisect.toml";

TEST(PlanFile, reads_every_kind_of_value) {
  const auto draft = parse_plan(R"(
repo = "../subject"
good = "v1"
run = """
./bench \
  --quick"""
metric = ["json:/ns", "rss"]
look_for = "changed"
min_effect = 0.5
confidence = "99%"
first_parent = true
descend = false
seed = "18446744073709551615"
[environment]
OMP_NUM_THREADS = "4"
[limits]
budget = "1h30m"
max_builds = 12
[[patch]]
file = "fix.patch"
from = "a"
to = "b"
[setting.clang]
build = "make CC=clang"
environment = { CC = "clang" }
)", k_file);
  ASSERT_TRUE(draft) << draft.error().message;
  EXPECT_EQ(draft->repository, "/subject");
  EXPECT_EQ(draft->good, "v1");
  EXPECT_EQ(draft->run, "./bench --quick");
  EXPECT_FALSE(draft->bad);
  ASSERT_EQ(draft->metrics.size(), 2U);
  EXPECT_EQ(draft->metrics[0].selector, "/ns");
  EXPECT_EQ(draft->look_for, core::LookFor::changed);
  EXPECT_DOUBLE_EQ(draft->min_effect.value(), 0.005);
  EXPECT_DOUBLE_EQ(draft->confidence.value(), 0.99);
  EXPECT_EQ(draft->walk, core::Walk::first_parent);
  EXPECT_EQ(draft->descend, core::Descend::never);
  EXPECT_EQ(draft->seed, 18446744073709551615U);
  EXPECT_THAT(draft->environment, ElementsAre(Pair("OMP_NUM_THREADS", "4")));
  EXPECT_EQ(draft->budget, core::Duration(90min));
  EXPECT_EQ(draft->max_builds, 12);
  ASSERT_EQ(draft->patches.size(), 1U);
  EXPECT_EQ(draft->patches[0].file, "/plans/fix.patch");
  EXPECT_EQ(draft->patches[0].stretch.to, "b");
  ASSERT_EQ(draft->settings.size(), 1U);
  EXPECT_EQ(draft->settings[0].name, "clang");
  EXPECT_EQ(draft->settings[0].commands.build, "make CC=clang");
  EXPECT_THAT(draft->settings[0].environment, ElementsAre(Pair("CC", "clang")));
}

TEST(PlanFile, pins_have_a_short_and_a_long_form) {
  const auto table = parse_plan("[pin]\n\"a/b\" = \"v1@{1}@x..y\"\n", k_file);
  const auto list = parse_plan(
      "[[pin]]\npath = \"a/b/\"\nrevision = \"v1@{1}\"\nfrom = \"x\"\nto = \"y\"\n", k_file);
  for (const auto* draft : {&table, &list}) {
    ASSERT_TRUE(*draft) << draft->error().message;
    ASSERT_EQ((*draft)->pins.size(), 1U);
    EXPECT_EQ((*draft)->pins[0].path, "a/b");
    EXPECT_EQ((*draft)->pins[0].revision, "v1@{1}");
    EXPECT_EQ((*draft)->pins[0].stretch.from, "x");
    EXPECT_EQ((*draft)->pins[0].stretch.to, "y");
  }
}

TEST(PlanFile, parts_keep_the_order_of_the_file) {
  const auto draft = parse_plan(
      "[parts]\nzebra = \"z/**,zz\"\n\"an odd one\" = 1\n", "/plans/bisect.toml");
  EXPECT_FALSE(draft);
  const auto sound =
      parse_plan("split = \"v1..v2\"\nsamples = 136\n[parts]\nzebra = \"z/**,zz\"\nape = [\"a\", \"b,c\"]\n",
                 "/plans/bisect.toml");
  ASSERT_TRUE(sound) << sound.error().message;
  EXPECT_EQ(sound->split, "v1..v2");
  EXPECT_EQ(sound->samples, 136);
  EXPECT_EQ(sound->parts, (std::vector<core::PartRequest>{{"zebra", {"z/**", "zz"}},
                                                          {"ape", {"a", "b", "c"}}}));
}

TEST(PlanFile, home_paths_are_left_for_the_one_who_knows_home) {
  EXPECT_EQ(parse_plan("db = \"~/r.sqlite\"", k_file)->database, "~/r.sqlite");
}

struct Wrong {
  const char* text;
  const char* message;
  const char* hint;
};

class WrongPlan : public testing::TestWithParam<Wrong> {};

TEST_P(WrongPlan, points_at_line_column_and_key) {
  const auto draft = parse_plan(GetParam().text, "bisect.toml");
  ASSERT_FALSE(draft);
  EXPECT_EQ(draft.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(draft.error().message, HasSubstr(GetParam().message));
  EXPECT_THAT(testing::PrintToString(draft.error().hints), HasSubstr(GetParam().hint));
}

INSTANTIATE_TEST_SUITE_P(
    Plans, WrongPlan,
    testing::Values(
        Wrong{"good = \"a\"\nbild = \"x\"", "bisect.toml:2:1: bild: unknown key", "did you mean build?"},
        Wrong{"zzzzzz = 1", "unknown key", "docs/plan-reference.md"},
        Wrong{"budget = \"3h\"", "bisect.toml:1:1: budget: unknown key", "limits.budget"},
        Wrong{"[limits]\nrun = \"x\"", "bisect.toml:2:1: limits.run: unknown key in [limits]", "above the first"},
        Wrong{"[limits]\nbudget = 90", "bisect.toml:2:10: limits.budget: expected a duration", ""},
        Wrong{"[limits]\nbudget = \"90\"", "'90' has no unit", "90s"},
        Wrong{"[limits]\nmax_builds = 1.5", "expected a whole number, found the number 1.5", ""},
        Wrong{"limits = 3", "bisect.toml:1:10: limits: expected a table, found the number 3", ""},
        Wrong{"good = 1234567", "bisect.toml:1:8: good: expected a string in quotes, found the number", ""},
        Wrong{"first_parent = \"yes\"", "expected true or false, found the string \"yes\"", ""},
        Wrong{"metric = [\"cpu\", \"instructions\"]", "metric: the metric 'instructions'", "cpu"},
        Wrong{"metric = [\"cpu\", 3]", "bisect.toml:1:18: metric: expected a string", ""},
        Wrong{"min_effect = true", "expected a number or a string, found true", ""},
        Wrong{"look_for = \"slow\"", "look_for: 'slow'", "slower, faster"},
        Wrong{"seed = -1", "seed: '-1' is not a whole number", ""},
        Wrong{"repo = \"\"", "expected a path", ""},
        Wrong{"[environment]\nX = 4", "bisect.toml:2:5: environment.X: expected a string", ""},
        Wrong{"[environment]\n\"A B\" = \"4\"", "not the name of a variable", ""},
        Wrong{"pin = \"a=b\"", "expected tables headed [[pin]]", ""},
        Wrong{"[pin]\nlib = \"v1@..b\"", "bisect.toml:2:7: pin.lib: ", "both ends"},
        Wrong{"[[pin]]\npath = \"lib\"", "a pin needs path and revision", ""},
        Wrong{"[[pin]]\npath = \"lib\"\nrevision = \"v1\"\nto = \"b\"", "both ends", ""},
        Wrong{"[[pin]]\npaht = \"lib\"", "pin.paht: unknown key in [pin]", "pin.path"},
        Wrong{"[[patch]]\nfrom = \"a\"\nto = \"b\"", "a patch needs file", ""},
        Wrong{"patch = \"f\"", "expected tables headed [[patch]]", ""},
        Wrong{"setting = \"clang\"", "expected tables headed [setting.NAME]", "use_setting"},
        Wrong{"[setting.a]\nbiuld = \"x\"", "bisect.toml:2:1: setting.a.biuld: unknown key", ""},
        Wrong{"good = ", "bisect.toml:1:8: ", "TOML"},
        Wrong{"good = \"a\"\ngood = \"b\"", "bisect.toml:2:", "TOML"}),
    [](const auto& row) { return "plan" + std::to_string(row.index); });

TEST(PlanFile, is_read_from_disk_relative_to_itself) {
  const support::TemporaryFolder folder;
  std::ofstream(folder.path() / "p.toml") << "repo = \"sub\"\n";
  std::ofstream(folder.path() / "empty.toml");
  EXPECT_EQ(read_plan_file(folder.path() / "p.toml")->repository, folder.path() / "sub");
  EXPECT_TRUE(read_plan_file(folder.path() / "empty.toml"));
  for (const auto& path : {folder.path() / "absent.toml", folder.path()}) {
    const auto draft = read_plan_file(path);
    ASSERT_FALSE(draft);
    EXPECT_EQ(draft.error().kind, core::ErrorKind::usage);
    EXPECT_THAT(draft.error().message, HasSubstr(path.string()));
  }
}

}  // namespace
}  // namespace bisect::config
