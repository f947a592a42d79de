#include "reports/repeat_command.hpp"

#include "harness/app/cli.hpp"
#include "tests/golden/sample_reports.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace bisect::app {
namespace {

/// The words of a command line that holds plain words and single quotes only, as a POSIX shell
/// takes them apart.
std::vector<std::string> shell_words(const std::string& line) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (!quoted && line[i] == ' ') words.emplace_back();
    else if (!quoted && line[i] == '\\') words.back() += line[++i];
    else if (line[i] == '\'') quoted = !quoted;
    else words.back() += line[i];
  }
  return words;
}

Invocation understood(const std::string& line) {
  const std::vector<std::string> words = shell_words(line);
  std::vector<const char*> argv;
  for (const std::string& word : words) argv.push_back(word.c_str());
  const auto invocation = parse_command_line(static_cast<int>(argv.size()), argv.data());
  EXPECT_TRUE(invocation) << (invocation ? "" : invocation.error().message) << "\n" << line;
  return invocation ? *invocation : Invocation{};
}

TEST(RepeatCommand, is_understood_and_says_the_same) {
  for (const golden::SampleReport& sample : golden::sample_reports()) {
    SCOPED_TRACE(sample.name);
    const core::Plan& plan = sample.model.plan;
    const config::PlanDraft draft = understood(reports::repeat_command(sample.model)).draft;
    EXPECT_EQ(draft.repository, plan.repository);
    EXPECT_EQ(draft.good, sample.model.finding.range->good.id.text());
    EXPECT_EQ(draft.bad, sample.model.finding.range->bad.id.text());
    EXPECT_EQ(draft.build, plan.commands.build);
    EXPECT_EQ(draft.run, plan.commands.run);
    EXPECT_EQ(draft.metrics, plan.metrics);
    EXPECT_EQ(draft.look_for.value_or(core::LookFor::slower), plan.look_for);
    EXPECT_EQ(draft.match.value_or(""), plan.match);
    EXPECT_DOUBLE_EQ(draft.min_effect.value_or(0.02), plan.min_effect);
    EXPECT_EQ(draft.pins.size(), plan.pins.size());
    EXPECT_EQ(draft.patches.size(), plan.patches.size());
    EXPECT_EQ(draft.setting.value_or(""), plan.setting);
    EXPECT_EQ(draft.environment.at("THREADS"), "1");
    EXPECT_EQ(draft.walk.value_or(core::Walk::everything), plan.walk);
    EXPECT_EQ(draft.descend.value_or(core::Descend::into_merges), plan.descend);
    EXPECT_EQ(draft.build_timeout.value_or(core::Limits{}.build), plan.limits.build);
    EXPECT_EQ(draft.run_timeout.value_or(core::Duration{}), plan.limits.run);
    EXPECT_EQ(draft.budget.value_or(core::Duration{}), plan.limits.budget);
    EXPECT_EQ(draft.max_builds.value_or(0), plan.limits.max_builds);
    EXPECT_EQ(draft.retries.value_or(1), plan.limits.retries);
    EXPECT_EQ(draft.seed, plan.seed);
  }
}

TEST(RepeatCommand, of_a_split_names_the_commit_and_the_parts) {
  const reports::ReportModel model = golden::sample_split();
  const Invocation invocation = understood(reports::repeat_command(model));
  EXPECT_EQ(invocation.verb, Verb::split);
  EXPECT_EQ(invocation.draft.split, model.finding.range->bad.id.text());
  EXPECT_EQ(invocation.draft.parts, model.plan.parts);
  EXPECT_EQ(invocation.draft.samples, 136);
  EXPECT_FALSE(invocation.draft.good);
}

TEST(RepeatCommand, of_a_split_range_names_both_ends) {
  reports::ReportModel model = golden::sample_split();
  model.plan.good = "v1";
  model.plan.grain = core::Grain::per_file;
  const Invocation invocation = understood(reports::repeat_command(model));
  EXPECT_EQ(invocation.draft.split,
            model.finding.range->good.id.text() + ".." + model.finding.range->bad.id.text());
  EXPECT_EQ(invocation.draft.grain, core::Grain::per_file);
  EXPECT_EQ(invocation.draft.samples, 136);
}

TEST(RepeatCommand, of_settings_and_a_matrix_names_them) {
  reports::ReportModel model = golden::sample_settings();
  const config::PlanDraft draft = understood(reports::repeat_command(model)).draft;
  EXPECT_EQ(draft.task, core::Task::settings);
  EXPECT_EQ(draft.good_setting, "container");
  EXPECT_EQ(draft.bad_setting, "pip");
  EXPECT_EQ(draft.toggles, model.plan.toggles);
  EXPECT_EQ(draft.look_for, core::LookFor::failing);
  model = golden::sample_matrix();
  const Invocation matrix = understood(reports::repeat_command(model));
  EXPECT_EQ(matrix.plan_file, model.plan_file);
  EXPECT_EQ(matrix.draft.revisions, model.plan.revisions);
  EXPECT_EQ(matrix.draft.matrix_settings, model.plan.compared);
}

TEST(RepeatCommand, keeps_a_pin_with_all_its_at_signs) {
  for (const golden::SampleReport& sample : golden::sample_reports()) {
    if (sample.name != "throughput") continue;
    const config::PlanDraft draft = understood(reports::repeat_command(sample.model)).draft;
    EXPECT_EQ(draft.pins.at(0).path, "third_party/zlib");
    EXPECT_EQ(draft.pins.at(0).revision, "v1@{1}");
    EXPECT_EQ(draft.pins.at(0).stretch.from, "v1.0");
    EXPECT_EQ(draft.patches.at(0).file, "/home/me/fixes/gcc 12.patch");
  }
}

}  // namespace
}  // namespace bisect::app
