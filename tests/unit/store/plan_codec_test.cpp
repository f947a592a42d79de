#include "harness/store/plan_codec.hpp"

#include "tests/contract/trial_store_contract_records.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace bisect::store {
namespace {

using contract::full_plan;
using core::Plan;
using core::Stretch;

/// Fails to compile when a field is added to the plan or to what it holds: then full_plan, the codec
/// and the lists of changes below want one more line.
void name_every_field(const Plan& plan) {
  [[maybe_unused]] const auto& [task, repository, good, bad, grain, parts, samples, commands,
                                metrics, look_for, match, min_effect, confidence, pins, patches, settings, setting,
                                revisions, compared, toggles, environment, limits, walk, descend, database, work_dir, seed] = plan;
  [[maybe_unused]] const auto& [part_name, globs] = parts.front();
  [[maybe_unused]] const auto& [prepare, build, run] = commands;
  [[maybe_unused]] const auto& [source, selector, better] = metrics.front();
  [[maybe_unused]] const auto& [path, revision, stretch] = pins.front();
  [[maybe_unused]] const auto& [from, to] = stretch;
  [[maybe_unused]] const auto& [file, patch_stretch] = patches.front();
  [[maybe_unused]] const auto& [name, setting_environment, setting_commands, setting_pins] = settings.front();
  [[maybe_unused]] const auto& [toggle_name, good_value, bad_value] = toggles.front();
  [[maybe_unused]] const auto& [build_limit, run_limit, budget, max_builds, retries] = limits;
}

struct Change {
  const char* what;
  std::function<void(Plan&)> make;
};

/// One change of each field that belongs to the question.
const std::vector<Change>& changes_that_count() {
  static const std::vector<Change> changes{
      {"task", [](Plan& plan) { plan.task = core::Task::search; }},
      {"grain", [](Plan& plan) { plan.grain = core::Grain::named; }},
      {"part name", [](Plan& plan) { plan.parts[0].name = "python"; }},
      {"part globs", [](Plan& plan) { plan.parts[0].globs.pop_back(); }},
      {"part order", [](Plan& plan) { std::swap(plan.parts[0], plan.parts[1]); }},
      {"samples", [](Plan& plan) { plan.samples = 24; }},
      {"repository", [](Plan& plan) { plan.repository = "/other"; }},
      {"good", [](Plan& plan) { plan.good += "~"; }},
      {"bad", [](Plan& plan) { plan.bad += "~"; }},
      {"prepare", [](Plan& plan) { plan.commands.prepare += " -x"; }},
      {"build", [](Plan& plan) { plan.commands.build += " -x"; }},
      {"run", [](Plan& plan) { plan.commands.run += " -x"; }},
      {"metrics", [](Plan& plan) { plan.metrics.pop_back(); }},
      {"metric order", [](Plan& plan) { std::swap(plan.metrics[0], plan.metrics[1]); }},
      {"metric source", [](Plan& plan) { plan.metrics[0].source = core::MetricSource::wall; }},
      {"metric selector", [](Plan& plan) { plan.metrics[0].selector = "/cpu"; }},
      {"metric better", [](Plan& plan) { plan.metrics[0].better = core::Better::smaller; }},
      {"look_for", [](Plan& plan) { plan.look_for = core::LookFor::passing; }},
      {"match", [](Plan& plan) { plan.match = "abort"; }},
      {"min_effect", [](Plan& plan) { plan.min_effect = 0.3; }},
      {"confidence", [](Plan& plan) { plan.confidence = 0.95; }},
      {"pin path", [](Plan& plan) { plan.pins[0].path = "deps/zlib"; }},
      {"pin revision", [](Plan& plan) { plan.pins[0].revision = "v1.2"; }},
      {"pin from", [](Plan& plan) { plan.pins[0].stretch.from = "v0.2"; }},
      {"pin to", [](Plan& plan) { plan.pins[0].stretch.to = "v0.8"; }},
      {"patch file", [](Plan& plan) { plan.patches[0].file = "/b.patch"; }},
      {"patch stretch", [](Plan& plan) { plan.patches[0].stretch = Stretch{"v0.1", "v0.5"}; }},
      {"setting name", [](Plan& plan) { plan.settings[0].name = "source"; }},
      {"setting environment", [](Plan& plan) { plan.settings[0].environment["CC"] = "gcc"; }},
      {"setting commands", [](Plan& plan) { plan.settings[0].commands.build = "d"; }},
      {"setting pins", [](Plan& plan) { plan.settings[0].pins.clear(); }},
      {"setting", [](Plan& plan) { plan.setting = ""; }},
      {"revisions", [](Plan& plan) { plan.revisions.pop_back(); }},
      {"compared", [](Plan& plan) { plan.compared = {"", "pip"}; }},
      {"toggles", [](Plan& plan) { plan.toggles[0].bad = "2"; }},
      {"environment", [](Plan& plan) { plan.environment["LANG"] = "de"; }},
      {"build limit", [](Plan& plan) { plan.limits.build += core::Duration{1}; }},
      {"run limit", [](Plan& plan) { plan.limits.run += core::Duration{1}; }},
      {"retries", [](Plan& plan) { plan.limits.retries = 0; }},
      {"walk", [](Plan& plan) { plan.walk = core::Walk::everything; }},
      {"descend", [](Plan& plan) { plan.descend = core::Descend::into_merges; }}};
  return changes;
}

const std::vector<Change>& changes_that_do_not_count() {
  static const std::vector<Change> changes{
      {"database", [](Plan& plan) { plan.database = "/other.db"; }},
      {"work_dir", [](Plan& plan) { plan.work_dir = "/other"; }},
      {"seed", [](Plan& plan) { plan.seed = 7; }},
      {"budget", [](Plan& plan) { plan.limits.budget = {}; }},
      {"max_builds", [](Plan& plan) { plan.limits.max_builds = 0; }}};
  return changes;
}

Plan changed(const Change& change) {
  Plan plan = full_plan();
  change.make(plan);
  return plan;
}

TEST(PlanCodec, every_field_comes_back) {
  const Plan plan = full_plan();
  name_every_field(plan);
  const auto back = decode_plan(encode_plan(plan));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->repository, plan.repository);
  EXPECT_EQ(back->good, plan.good);
  EXPECT_EQ(back->bad, plan.bad);
  EXPECT_EQ(back->commands.prepare, plan.commands.prepare);
  EXPECT_EQ(back->commands.build, plan.commands.build);
  EXPECT_EQ(back->commands.run, plan.commands.run);
  EXPECT_EQ(back->metrics, plan.metrics);
  EXPECT_EQ(back->look_for, plan.look_for);
  EXPECT_EQ(back->match, plan.match);
  EXPECT_EQ(back->min_effect, plan.min_effect);
  EXPECT_EQ(back->confidence, plan.confidence);
  ASSERT_EQ(back->pins.size(), 1U);
  EXPECT_EQ(back->pins[0].path, "third_party/zlib");
  EXPECT_EQ(back->pins[0].revision, "v1.3");
  EXPECT_EQ(back->pins[0].stretch.from, "v0.1");
  EXPECT_EQ(back->pins[0].stretch.to, "v0.9");
  ASSERT_EQ(back->patches.size(), 1U);
  EXPECT_EQ(back->patches[0].file, "/fix/ups/a.patch");
  EXPECT_EQ(back->patches[0].stretch.from, "");
  EXPECT_EQ(back->patches[0].stretch.to, "v0.5");
  ASSERT_EQ(back->settings.size(), 1U);
  EXPECT_EQ(back->settings[0].name, "pip");
  EXPECT_EQ(back->settings[0].environment, plan.settings[0].environment);
  EXPECT_EQ(back->settings[0].commands.prepare, "a");
  EXPECT_EQ(back->settings[0].commands.build, "b");
  EXPECT_EQ(back->settings[0].commands.run, "c");
  EXPECT_EQ(back->settings[0].pins.at(0).revision, "v2");
  EXPECT_EQ(back->setting, plan.setting);
  EXPECT_EQ(back->revisions, plan.revisions);
  EXPECT_EQ(back->compared, plan.compared);
  EXPECT_EQ(back->toggles, plan.toggles);
  EXPECT_EQ(back->environment, plan.environment);
  EXPECT_EQ(back->limits.build, plan.limits.build);
  EXPECT_EQ(back->limits.run, plan.limits.run);
  EXPECT_EQ(back->limits.budget, plan.limits.budget);
  EXPECT_EQ(back->limits.max_builds, plan.limits.max_builds);
  EXPECT_EQ(back->limits.retries, plan.limits.retries);
  EXPECT_EQ(back->walk, plan.walk);
  EXPECT_EQ(back->descend, plan.descend);
  EXPECT_EQ(back->database, plan.database);
  EXPECT_EQ(back->work_dir, plan.work_dir);
  EXPECT_EQ(back->seed, plan.seed);
}

TEST(PlanCodec, each_single_change_is_written_down) {
  for (const auto* changes : {&changes_that_count(), &changes_that_do_not_count()})
    for (const Change& change : *changes) {
      const std::string json = encode_plan(changed(change));
      EXPECT_NE(json, encode_plan(full_plan())) << change.what;
      EXPECT_EQ(encode_plan(*decode_plan(json)), json) << change.what;
    }
}

TEST(PlanCodec, a_field_that_an_older_program_did_not_know_keeps_its_default) {
  const auto plan = decode_plan(R"({"good": "v1", "limits": {"retries": 4}})");
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->good, "v1");
  EXPECT_EQ(plan->limits.retries, 4);
  EXPECT_EQ(plan->limits.build, core::Limits{}.build);
  EXPECT_EQ(plan->confidence, Plan{}.confidence);
}

TEST(PlanCodec, what_is_no_plan_is_an_error_and_no_crash) {
  for (const char* text : {"", "{", "[]", "7", R"({"good": 7})", R"({"limits": []})",
                           R"({"metrics": {}})", R"({"pins": ["x"]})", R"({"seed": "x"})",
                           R"({"environment": 3})", R"({"repository": {"bytes": "00"}})"}) {
    const auto plan = decode_plan(text);
    ASSERT_FALSE(plan) << text;
    EXPECT_EQ(plan.error().kind, core::ErrorKind::environment);
  }
}

TEST(PlanMatch, changes_with_every_field_of_the_question) {
  for (const Change& change : changes_that_count())
    EXPECT_NE(plan_match(changed(change)), plan_match(full_plan())) << change.what;
}

TEST(PlanMatch, of_a_search_does_not_depend_on_the_split_that_it_may_offer) {
  Plan search = full_plan();
  search.task = core::Task::search;
  Plan bare = search;
  bare.parts.clear();
  bare.samples = 0;
  EXPECT_EQ(plan_match(search), plan_match(bare));
  EXPECT_EQ(decode_plan(encode_plan(search))->parts, search.parts);
}

TEST(PlanMatch, stays_when_only_place_seed_or_stamina_change) {
  for (const Change& change : changes_that_do_not_count())
    EXPECT_EQ(plan_match(changed(change)), plan_match(full_plan())) << change.what;
}

}  // namespace
}  // namespace bisect::store
