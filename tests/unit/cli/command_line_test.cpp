#include "harness/app/cli.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bisect::app {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

core::Result<Invocation> parse(const std::vector<std::string>& words) {
  std::vector<const char*> argv{"bisect"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  return parse_command_line(static_cast<int>(argv.size()), argv.data());
}

Invocation understood(const std::vector<std::string>& words) {
  auto invocation = parse(words);
  EXPECT_TRUE(invocation) << (invocation ? "" : invocation.error().message);
  return invocation ? *invocation : Invocation{};
}

TEST(CommandLine, takes_every_option_of_the_main_job) {
  const Invocation all = understood(
      {"--good", "v1", "--bad", "HEAD~2", "--repo", "sub", "--plan", "p.toml", "--dry-run",
       "--build", "make -j4", "--prepare", "sh p.sh", "--run", "./bench --json", "--metric",
       "json:/ns", "--metric", "rss", "--look-for", "failing", "--match", "wrong", "--min-effect",
       "3%", "--confidence", "99", "--pin", "lib=v1@a..b", "--patch", "f.patch", "--setting",
       "clang", "--env", "A=1", "--env", "B=x=y", "--build-timeout", "20m", "--run-timeout", "30s",
       "--budget", "3h", "--max-builds", "9", "--retries", "0", "--first-parent", "--no-descend",
       "--db", "r.sqlite", "--work-dir", "w", "--json", "-", "--markdown", "f.md", "--seed", "7",
       "--quiet", "--color", "never", "--yes"});
  EXPECT_EQ(all.verb, Verb::bisect);
  EXPECT_EQ(all.plan_file, "p.toml");
  const config::PlanDraft& draft = all.draft;
  EXPECT_EQ(draft.good, "v1");
  EXPECT_EQ(draft.bad, "HEAD~2");
  EXPECT_EQ(draft.repository, "sub");
  EXPECT_EQ(draft.build, "make -j4");
  EXPECT_EQ(draft.prepare, "sh p.sh");
  EXPECT_EQ(draft.run, "./bench --json");
  ASSERT_EQ(draft.metrics.size(), 2U);
  EXPECT_EQ(draft.metrics[0].source, core::MetricSource::json);
  EXPECT_EQ(draft.look_for, core::LookFor::failing);
  EXPECT_EQ(draft.match, "wrong");
  EXPECT_DOUBLE_EQ(draft.min_effect.value(), 0.03);
  EXPECT_DOUBLE_EQ(draft.confidence.value(), 0.99);
  EXPECT_EQ(draft.pins.at(0).stretch.to, "b");
  EXPECT_EQ(draft.patches.at(0).file, "f.patch");
  EXPECT_EQ(draft.setting, "clang");
  EXPECT_THAT(draft.environment, ElementsAre(Pair("A", "1"), Pair("B", "x=y")));
  EXPECT_EQ(draft.build_timeout, core::Duration(20min));
  EXPECT_EQ(draft.run_timeout, core::Duration(30s));
  EXPECT_EQ(draft.budget, core::Duration(3h));
  EXPECT_EQ(draft.max_builds, 9);
  EXPECT_EQ(draft.retries, 0);
  EXPECT_EQ(draft.walk, core::Walk::first_parent);
  EXPECT_EQ(draft.descend, core::Descend::never);
  EXPECT_EQ(draft.database, "r.sqlite");
  EXPECT_EQ(draft.work_dir, "w");
  EXPECT_EQ(draft.seed, 7U);
  EXPECT_EQ(all.output.json, "-");
  EXPECT_EQ(all.output.markdown, "f.md");
  EXPECT_EQ(all.output.loudness, Loudness::quiet);
  EXPECT_EQ(all.output.color, Color::never);
  EXPECT_TRUE(all.output.yes);
  EXPECT_TRUE(all.output.dry_run);
}

TEST(CommandLine, says_nothing_that_was_not_said) {
  const Invocation none = understood({});
  EXPECT_EQ(none.verb, Verb::bisect);
  EXPECT_FALSE(none.draft.good || none.draft.run || none.draft.seed || none.draft.walk);
  EXPECT_FALSE(none.plan_file || none.output.json || none.output.markdown);
  EXPECT_EQ(none.output.loudness, Loudness::normal);
  EXPECT_EQ(none.output.color, Color::automatic);
}

TEST(CommandLine, takes_values_as_they_are) {
  EXPECT_EQ(understood({"--run=./bench --x=1"}).draft.run, "./bench --x=1");
  EXPECT_EQ(understood({"--run", "-x"}).draft.run, "-x");
  EXPECT_EQ(understood({"--build", ""}).draft.build, "");
  const Invocation empty = understood({"--build=", "--run", "./b"});
  EXPECT_EQ(empty.draft.build, "");
  EXPECT_EQ(empty.draft.run, "./b");
  EXPECT_EQ(understood({"--env", "LIST=[a,b]"}).draft.environment.at("LIST"), "[a,b]");
  EXPECT_EQ(understood({"--env", "A=[1]"}).draft.environment.at("A"), "[1]");
  EXPECT_EQ(understood({"--match", "[ab]", "--run", "%x;'\""}).draft.match, "[ab]");
}

TEST(CommandLine, knows_its_verbs) {
  EXPECT_EQ(understood({"resume", "--budget", "1h"}).draft.budget, core::Duration(1h));
  EXPECT_EQ(understood({"resume"}).verb, Verb::resume);
  EXPECT_EQ(understood({"status", "--repo", "x"}).verb, Verb::status);
  EXPECT_EQ(understood({"log"}).verb, Verb::log);
  EXPECT_TRUE(understood({"gc", "--yes"}).output.yes);
  EXPECT_EQ(understood({"version"}).text, "bisect " + program_version() + "\n");
  EXPECT_EQ(understood({"--version"}).verb, Verb::version);
}

TEST(CommandLine, of_settings_has_two_of_them_and_toggles) {
  const config::PlanDraft draft =
      understood({"settings", "--rev", "v2", "--good-setting", "box", "--bad-setting", "pip", "--env",
                  "A=1|2", "--env", "B=x"}).draft;
  EXPECT_EQ(draft.task, core::Task::settings);
  EXPECT_THAT(draft.revisions, ElementsAre("v2"));
  EXPECT_EQ(draft.good_setting, "box");
  EXPECT_EQ(draft.bad_setting, "pip");
  EXPECT_EQ(draft.toggles, (std::vector<core::Toggle>{{"A", "1", "2"}}));
  EXPECT_THAT(draft.environment, ElementsAre(Pair("B", "x")));
  // Elsewhere a bar is a bar.
  EXPECT_THAT(understood({"--env", "A=1|2"}).draft.environment, ElementsAre(Pair("A", "1|2")));
  EXPECT_FALSE(parse({"settings", "v2"}));
  EXPECT_FALSE(parse({"settings", "--setting", "pip"}));
}

TEST(CommandLine, of_a_matrix_has_revisions_and_settings) {
  const config::PlanDraft draft = understood({"matrix", "v1", "v2", "--settings", "pip,box"}).draft;
  EXPECT_EQ(draft.task, core::Task::matrix);
  EXPECT_THAT(draft.revisions, ElementsAre("v1", "v2"));
  EXPECT_THAT(draft.matrix_settings, ElementsAre("pip", "box"));
  EXPECT_FALSE(parse({"matrix", "v1", "--settings", "pip,,pip"}));
}

TEST(CommandLine, of_a_split_has_a_commit_and_parts) {
  const Invocation split =
      understood({"split", "v2~1", "--part", "a=src/**,include", "--part", "b=python", "--samples",
                  "136", "--run", "./bench", "--metric", "wall", "--pin", "lib=v1", "--budget", "3h"});
  EXPECT_EQ(split.verb, Verb::split);
  EXPECT_EQ(split.draft.task, core::Task::split);
  EXPECT_EQ(split.draft.split, "v2~1");
  ASSERT_EQ(split.draft.parts.size(), 2U);
  EXPECT_THAT(split.draft.parts[0].globs, ElementsAre("src/**", "include"));
  EXPECT_EQ(split.draft.samples, 136);
  EXPECT_EQ(understood({"split", "--part", "a=b", "v1..v2"}).draft.split, "v1..v2");
  EXPECT_FALSE(understood({"split", "--run", "x"}).draft.split);
  EXPECT_FALSE(parse({"split", "v1", "v2"}));
  EXPECT_FALSE(parse({"split", "v1", "--good", "v0"}));
  EXPECT_FALSE(parse({"split", "v1", "--split"}));
  EXPECT_TRUE(understood({"--part", "a=b", "--split"}).split_at_once);
}

TEST(CommandLine, of_a_report_has_a_session_and_files) {
  const Invocation report = understood({"report", "--session", "7", "--report", "p.html", "--json", "-"});
  EXPECT_EQ(report.verb, Verb::report);
  EXPECT_EQ(report.session, core::SessionId{7});
  EXPECT_EQ(report.output.report, "p.html");
  EXPECT_FALSE(understood({"report"}).session);
  EXPECT_EQ(understood({"--good", "a", "--bad", "b", "--report", "p.html"}).output.report, "p.html");
  for (const char* number : {"0", "-1", "latest", ""}) {
    const auto refused = parse({"report", "--session", number});
    ASSERT_FALSE(refused) << number;
    EXPECT_THAT(refused.error().message, HasSubstr("--session"));
  }
  EXPECT_THAT(parse({"report", "--report", "-"}).error().message, HasSubstr("cannot go to stdout"));
}

TEST(CommandLine, help_is_asked_for_in_several_ways) {
  for (const auto& words : std::vector<std::vector<std::string>>{{"--help"}, {"-h"}, {"help"}, {"--good", "x", "--help"}}) {
    const Invocation help = understood(words);
    EXPECT_EQ(help.verb, Verb::help);
    EXPECT_EQ(help.text, help_text(Verb::bisect));
  }
  EXPECT_EQ(understood({"gc", "--help"}).text, help_text(Verb::gc));
  EXPECT_EQ(understood({"help", "ttest"}).text, help_text(Verb::ttest));
}

TEST(CommandLine, of_ttest_has_files_or_summaries) {
  const Invocation files = understood({"ttest", "a.txt", "b.txt", "--test", "rank", "--tail", "two",
                                       "--confidence", "99"});
  EXPECT_EQ(files.verb, Verb::ttest);
  EXPECT_THAT(files.ttest.files, ElementsAre("a.txt", "b.txt"));
  EXPECT_EQ(files.ttest.test, TwoSampleTest::rank);
  EXPECT_EQ(files.ttest.tail, stats::Tail::two_sided);
  EXPECT_DOUBLE_EQ(files.ttest.confidence, 0.99);
  const Invocation summary = understood({"ttest", "--summary", "1,2,3", "-4,5,6"});
  ASSERT_EQ(summary.ttest.summaries.size(), 2U);
  EXPECT_DOUBLE_EQ(summary.ttest.summaries[1].mean, -4);
  EXPECT_EQ(summary.ttest.summaries[1].n, 6U);
  EXPECT_EQ(summary.ttest.test, TwoSampleTest::pooled);
  EXPECT_EQ(summary.ttest.tail, stats::Tail::greater);
}

struct Wrong {
  std::vector<std::string> words;
  const char* message;
  const char* hint;
};

class WrongCommandLine : public testing::TestWithParam<Wrong> {};

TEST_P(WrongCommandLine, is_refused_with_the_cure) {
  const auto invocation = parse(GetParam().words);
  ASSERT_FALSE(invocation);
  EXPECT_EQ(invocation.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(invocation.error().message, HasSubstr(GetParam().message));
  EXPECT_THAT(testing::PrintToString(invocation.error().hints), HasSubstr(GetParam().hint));
}

INSTANTIATE_TEST_SUITE_P(
    Lines, WrongCommandLine,
    testing::Values(
        Wrong{{"scan", "a..b"}, "unknown verb 'scan'", "resume, status, log, report, gc or ttest"},
        Wrong{{"compare", "a", "b"}, "unknown verb 'compare'", ""},
        Wrong{{"statsu"}, "unknown verb", "did you mean bisect status?"},
        Wrong{{"help", "nightly"}, "unknown verb 'nightly'", ""},
        Wrong{{"--repo", "x", "status"}, "'status' must come first", "bisect status"},
        Wrong{{"--god", "x"}, "unknown option --god", "--good"},
        Wrong{{"--jobs", "4"}, "unknown option --jobs", "--help"},
        Wrong{{"--executor=slurm"}, "unknown option --executor", "--help"},
        Wrong{{"ttest", "--report", "x.html"}, "unknown option --report", "belongs to another verb"},
        Wrong{{"-x"}, "unknown option -x", ""},
        Wrong{{"gc", "--metric", "cpu"}, "unknown option --metric", "another verb"},
        Wrong{{"ttest", "--good", "x"}, "unknown option --good", "ttest --help"},
        Wrong{{"--good"}, "--good needs a value", "--good REV"},
        Wrong{{"--good", "--bad", "x"}, "--good needs a value", ""},
        Wrong{{"--run", "--bad=x"}, "--run needs a value", "--run CMD"},
        Wrong{{"--good", "-x"}, "--good: '-x' is not a revision", ""},
        Wrong{{"--good", ""}, "--good: '' is not a revision", ""},
        Wrong{{"--good", "a", "--good", "b"}, "--good is given more than once", ""},
        Wrong{{"--quiet", "--quiet"}, "--quiet is given more than once", ""},
        Wrong{{"--first-parent=no"}, "--first-parent takes no value", ""},
        Wrong{{"--run", "./bench", "--fast"}, "unknown option --fast", ""},
        Wrong{{"--run", "./bench", "fast"}, "unexpected 'fast'", "quote"},
        Wrong{{"--metric", "velocity"}, "--metric: unknown metric 'velocity'", "wall, cpu"},
        Wrong{{"--metric", "instructions"}, "not available", "cpu"},
        Wrong{{"--look-for", "slow"}, "--look-for: 'slow'", "slower, faster, changed"},
        Wrong{{"--min-effect", "lots"}, "--min-effect: 'lots'", "2%"},
        Wrong{{"--budget", "90"}, "--budget: '90' has no unit", "90s"},
        Wrong{{"--max-builds", "-1"}, "--max-builds: '-1'", ""},
        Wrong{{"--pin", "lib"}, "--pin: 'lib' has no '='", "PATH=REV"},
        Wrong{{"--env", "1A=x"}, "--env: '1A'", ""},
        Wrong{{"--color", "blue"}, "--color: 'blue'", "auto, never or always"},
        Wrong{{"--quiet", "--verbose"}, "exclude each other", ""},
        Wrong{{"--json", "-", "--markdown", "-"}, "cannot both", "file"},
        Wrong{{"--json", ""}, "--json: the path is empty", ""},
        Wrong{{"ttest", "--summary", "1,2,3"}, "--summary needs a value", "MEAN,SD,N MEAN,SD,N"},
        Wrong{{"ttest", "--summary", "1,2", "1,2,3"}, "--summary: '1,2' is not MEAN,SD,N", ""},
        Wrong{{"ttest", "--test", "z"}, "--test: 'z'", "pooled, welch, paired or rank"},
        Wrong{{"ttest", "--tail", "up"}, "--tail: 'up'", "greater, less or two"}),
    [](const auto& row) { return "line" + std::to_string(row.index); });

}  // namespace
}  // namespace bisect::app
