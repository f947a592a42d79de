#include "harness/config/plan_draft.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::config {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::Pair;

PlanDraft with_everything(const std::string& mark, int number) {
  PlanDraft draft;
  draft.repository = mark + "/repo";
  draft.good = mark;
  draft.bad = mark;
  draft.prepare = draft.build = draft.run = mark;
  draft.metrics = {{core::MetricSource::lines, mark, core::Better::smaller}};
  draft.look_for = number == 1 ? core::LookFor::slower : core::LookFor::failing;
  draft.match = draft.setting = mark;
  draft.min_effect = draft.confidence = number;
  draft.build_timeout = draft.run_timeout = draft.budget = number * 1s;
  draft.max_builds = draft.retries = number;
  draft.walk = number == 1 ? core::Walk::everything : core::Walk::first_parent;
  draft.descend = number == 1 ? core::Descend::into_merges : core::Descend::never;
  draft.database = draft.work_dir = mark;
  draft.seed = number;
  return draft;
}

TEST(Merge, flags_override_every_single_value) {
  const PlanDraft merged = merge(with_everything("file", 1), with_everything("flag", 2));
  EXPECT_EQ(merged.repository, "flag/repo");
  for (const auto& text : {merged.good, merged.bad, merged.prepare, merged.build, merged.run,
                           merged.match, merged.setting})
    EXPECT_EQ(text, "flag");
  EXPECT_EQ(merged.look_for, core::LookFor::failing);
  EXPECT_EQ(merged.min_effect, 2);
  EXPECT_EQ(merged.confidence, 2);
  for (const auto& time : {merged.build_timeout, merged.run_timeout, merged.budget})
    EXPECT_EQ(time, core::Duration(2s));
  EXPECT_EQ(merged.max_builds, 2);
  EXPECT_EQ(merged.retries, 2);
  EXPECT_EQ(merged.walk, core::Walk::first_parent);
  EXPECT_EQ(merged.descend, core::Descend::never);
  EXPECT_EQ(merged.database, "flag");
  EXPECT_EQ(merged.work_dir, "flag");
  EXPECT_EQ(merged.seed, 2U);
}

TEST(Merge, what_flags_do_not_say_stays) {
  const PlanDraft merged = merge(with_everything("file", 1), {});
  EXPECT_EQ(merged.good, "file");
  EXPECT_EQ(merged.budget, core::Duration(1s));
  EXPECT_EQ(merged.metrics.size(), 1U);
}

TEST(Merge, metrics_replace_and_variables_override_by_name) {
  PlanDraft file, flags;
  file.metrics = {{core::MetricSource::wall, "", core::Better::smaller},
                  {core::MetricSource::rss, "", core::Better::smaller}};
  flags.metrics = {{core::MetricSource::cpu, "", core::Better::smaller}};
  file.environment = {{"A", "file"}, {"B", "file"}};
  flags.environment = {{"B", "flag"}, {"C", "flag"}};
  const PlanDraft merged = merge(file, flags);
  EXPECT_THAT(merged.metrics, ElementsAre(flags.metrics.front()));
  EXPECT_THAT(merged.environment, ElementsAre(Pair("A", "file"), Pair("B", "flag"), Pair("C", "flag")));
}

TEST(Merge, parts_of_the_command_line_come_first_and_override_by_name) {
  PlanDraft file, flags;
  file.parts = {{"a", {"file"}}, {"b", {"file"}}};
  flags.parts = {{"c", {"flag"}}, {"a", {"flag"}}};
  EXPECT_EQ(merge(file, flags).parts,
            (std::vector<core::PartRequest>{{"c", {"flag"}}, {"a", {"flag"}}, {"b", {"file"}}}));
}

TEST(Merge, pins_and_patches_are_added_once) {
  PlanDraft file, flags;
  file.pins = {{"lib", "v1", {}}};
  flags.pins = {{"lib", "v1", {}}, {"lib", "v2", {"a", "b"}}};
  file.patches = {{"/fix.patch", {}}};
  flags.patches = {{"/fix.patch", {}}, {"/fix.patch", {"a", "b"}}};
  const PlanDraft merged = merge(file, flags);
  ASSERT_EQ(merged.pins.size(), 2U);
  EXPECT_EQ(merged.pins[1].revision, "v2");
  ASSERT_EQ(merged.patches.size(), 2U);
  EXPECT_EQ(merged.patches[1].stretch.from, "a");
}

}  // namespace
}  // namespace bisect::config
