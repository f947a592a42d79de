// Which part of a commit costs what, asked of the real program.
#include "tests/acceptance/answer.hpp"
#include "tests/acceptance/gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

class Split : public testing::Test {
 protected:
  /// `bisect split COMMIT` without any part.
  [[nodiscard]] std::vector<std::string> words(const std::string& commit,
                                               const std::vector<std::string>& more = {},
                                               const Question& question = {}) const {
    std::vector<std::string> words{"split",       commit,
                                   "--repo",      scene.repository().string(),
                                   "--build",     question.build,
                                   "--run",       question.run,
                                   "--metric",    "lines:app",
                                   "--env",       "BENCH_VIRTUAL=1",
                                   "--db",        scene.database().string(),
                                   "--work-dir",  scene.work_folder().string(),
                                   "--seed",      "1"};
    words.insert(words.end(), more.begin(), more.end());
    for (std::string& word : words) word = scene.expected().fill(word);
    return words;
  }

  [[nodiscard]] Answer ask_split(const std::string& commit, std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--part", "frontend=frontend", "--part", "backend=backend/**"});
    more.insert(more.end(), {"--json", "-"});
    Answer answer = read_answer(support::run_program(scene.start(words(commit, more))));
    EXPECT_THAT(scene.touched(), IsEmpty()) << answer.story();
    return answer;
  }

  static json named(const json& list, const std::string& name) {
    for (const json& entry : list)
      if (entry.value("name", "") == name) return entry;
    ADD_FAILURE() << "no " << name << " in " << list.dump(1);
    return json::object();
  }

  /// "fast", "slow" or "untestable …", as the fixture says it.
  static void expect_level(const json& variant, const std::string& expected) {
    const std::string verdict = variant.value("verdict", "");
    if (expected == "slow") EXPECT_EQ(verdict, "slower") << variant;
    else if (expected == "fast") EXPECT_THAT(verdict, testing::AnyOf("same", "faster")) << variant;
    else EXPECT_EQ(verdict, "untestable") << variant;
  }

  const Scene scene{"P05"};
};

TEST_F(Split, a_report_shows_the_variants_again) {
  const Answer answer = ask_split(scene.expected().text("split.1.commit"));
  const std::string page = (scene.notes() / "page.html").string();
  const support::Execution report = support::run_program(scene.start(
      {"report", "--repo", scene.repository().string(), "--db", scene.database().string(), "--work-dir",
       scene.work_folder().string(), "--json", "-", "--report", page}));
  ASSERT_EQ(report.status, 0) << report.err;
  const json again = json::parse(report.out);
  for (const char* key : {"verdict", "variants", "effects", "parts", "needs", "effect", "rounds"})
    EXPECT_EQ(again[key], answer.finding[key]) << key;
  std::ifstream file(page);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(text, HasSubstr("ratio to the parent"));
  EXPECT_THAT(text, HasSubstr("only backend"));
}

TEST_F(Split, names_the_half_that_is_slow) {
  for (const std::string& number : {std::string("1"), std::string("2")}) {
    const std::string key = "split." + number + ".";
    const Answer answer = ask_split("{" + key + "commit}");
    SCOPED_TRACE(answer.story());
    const json& finding = answer.finding;
    EXPECT_EQ(answer.verdict(), "culprit");
    EXPECT_EQ(finding["range"]["good"], scene.expected().text(key + "parent"));
    EXPECT_EQ(finding["range"]["bad"], scene.expected().text(key + "commit"));
    expect_level(named(finding["variants"], "only frontend"),
                 scene.expected().text(key + "frontend_only"));
    expect_level(named(finding["variants"], "only backend"),
                 scene.expected().text(key + "backend_only"));
    for (const json& effect : finding["effects"]) {
      const bool is_guilty = effect["name"] == scene.expected().text(key + "answer");
      EXPECT_EQ(effect["verdict"] == "slower", is_guilty) << effect;
    }
  }
}

TEST_F(Split, an_untestable_variant_says_why_and_what_the_part_needs) {
  const Answer answer = ask_split("{split.2.commit}");
  SCOPED_TRACE(answer.story());
  const json variant = named(answer.finding["variants"], "only frontend");
  EXPECT_EQ(variant["stage"], "build");
  EXPECT_THAT(variant["log"], HasSubstr("the frontend needs backend V2"));
  EXPECT_TRUE(variant["mean"].is_null());
  EXPECT_THAT(answer.finding["needs"], Contains("frontend does not stand without backend"));
}

TEST_F(Split, each_variant_gets_the_samples_asked_for) {
  const Answer answer = ask_split("{split.1.commit}", {"--samples", "20"});
  for (const json& variant : answer.finding["variants"]) EXPECT_EQ(variant["n"], 20) << variant;
}

TEST_F(Split, a_range_is_split_like_a_commit) {
  const Answer answer = ask_split("{split.1.parent}..{split.2.commit}", {"--samples", "12"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.finding["range"]["good"], scene.expected().text("split.1.parent"));
  EXPECT_EQ(named(answer.finding["effects"], "backend")["verdict"], "slower");
}

TEST_F(Split, parts_may_stand_in_the_plan) {
  const std::filesystem::path plan = scene.notes() / "split.toml";
  std::ofstream(plan) << "[parts]\nbackend = \"backend\"\nfrontend = [\"frontend/**\", \"nowhere\"]\n";
  const Answer answer = read_answer(support::run_program(scene.start(
      words("{split.1.commit}", {"--plan", plan.string(), "--samples", "12", "--json", "-"}))));
  EXPECT_EQ(answer.verdict(), "culprit") << answer.story();
  EXPECT_EQ(answer.finding["parts"][0]["name"], "backend");
}

/// A plan with three parts, one of which the culprit does not touch.
std::filesystem::path declared_parts(const Scene& scene) {
  std::filesystem::path plan = scene.notes() / "parts.toml";
  std::ofstream(plan) << "samples = 12\n[parts]\nbackend = \"backend\"\nfrontend = \"frontend\"\n"
                         "docs = \"docs/**\"\n";
  return plan;
}

TEST_F(Split, a_search_offers_to_split_its_culprit) {
  Question question;
  question.options = {"--plan", declared_parts(scene).string()};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.commits(), scene.expected().words("culprit"));
  const std::string command = answer.finding.value("split_command", std::string());
  EXPECT_THAT(command, HasSubstr("bisect split " + scene.expected().text("culprit")));
  EXPECT_THAT(command, HasSubstr("--samples 12 --part backend=backend --part frontend=frontend"));
  EXPECT_THAT(command, testing::Not(HasSubstr("docs")));
  EXPECT_FALSE(answer.finding.contains("split"));
}

TEST_F(Split, a_search_splits_its_culprit_at_once_when_told_to) {
  Question question;
  question.options = {"--plan", declared_parts(scene).string(), "--split"};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  const json split = answer.finding.value("split", json::object());
  EXPECT_EQ(split.value("verdict", ""), "culprit");
  EXPECT_EQ(named(split["effects"], "backend")["verdict"], "slower");
  EXPECT_EQ(split["range"]["bad"], scene.expected().text("culprit"));
  EXPECT_NE(split["session"]["id"], answer.finding["session"]["id"]);
}

TEST_F(Split, per_file_finds_the_file_by_itself) {
  for (const std::string& number : {std::string("1"), std::string("2")}) {
    const Answer answer = read_answer(support::run_program(scene.start(
        words("{split." + number + ".commit}", {"--per-file", "--json", "-"}))));
    SCOPED_TRACE(answer.story());
    EXPECT_EQ(answer.verdict(), "culprit");
    EXPECT_EQ(named(answer.finding["effects"], "backend/back.h")["verdict"], "slower");
    EXPECT_EQ(named(answer.finding["effects"], "rest")["kind"], "part");
    EXPECT_EQ(answer.finding["screening"]["files"], 4);
    EXPECT_THAT(scene.touched(), IsEmpty());
  }
}

TEST_F(Split, names_the_part_that_makes_it_fail) {
  // The back end costs more than 8 ms from the commit on: that is what fails here.
  const std::vector<std::string> failing{"--look-for", "failing", "--run",
                                         "./bench | awk '{ if ($2 > 10.5e6) exit 1 }'", "--json", "-"};
  for (const std::vector<std::string>& parts :
       {std::vector<std::string>{"--part", "backend=backend"}, std::vector<std::string>{"--per-file"}}) {
    std::vector<std::string> more = failing;
    more.insert(more.end(), parts.begin(), parts.end());
    std::vector<std::string> line = words("{split.1.commit}", more);
    std::erase(line, "--metric");
    std::erase(line, "lines:app");
    const auto run = std::find(line.begin(), line.end(), "--run");
    line.erase(run, run + 2);
    const Answer answer = read_answer(support::run_program(scene.start(line)));
    SCOPED_TRACE(answer.story());
    EXPECT_EQ(answer.verdict(), "culprit");
    const char* guilty = parts.size() > 1 ? "backend" : "backend/back.h";
    EXPECT_EQ(answer.finding["causes"][0]["parts"], json::array({guilty}));
    EXPECT_EQ(named(answer.finding["effects"], guilty)["verdict"], "fails");
    EXPECT_EQ(answer.finding["rest"], "works");
    EXPECT_THAT(scene.touched(), IsEmpty());
  }
}

TEST_F(Split, text_and_markdown_name_the_part) {
  const std::filesystem::path markdown = scene.notes() / "answer.md";
  const support::Execution execution = support::run_program(scene.start(
      words("{split.1.commit}", {"--part", "frontend=frontend", "--part", "backend=backend",
                                 "--markdown", markdown.string()})));
  EXPECT_EQ(execution.status, 0);
  EXPECT_THAT(execution.out, HasSubstr("backend 37"));
  EXPECT_THAT(execution.out, HasSubstr("bisect split"));
  EXPECT_THAT(support::read_text(markdown), HasSubstr("| backend | slower |"));
}

TEST_F(Split, dry_run_shows_parts_and_variants_and_builds_nothing) {
  const support::Execution execution = support::run_program(scene.start(
      words("{split.1.commit}", {"--part", "backend=backend", "--dry-run"})));
  EXPECT_EQ(execution.status, 0) << execution.err;
  EXPECT_THAT(execution.out, HasSubstr("backend: backend/back.h"));
  EXPECT_THAT(execution.out, HasSubstr("4 variants"));
  EXPECT_FALSE(std::filesystem::exists(scene.database()));
}

TEST_F(Split, a_killed_split_is_gone_on_with) {
  Gate gate(scene);
  Question question;
  gate.guard(question);
  const std::vector<std::string> command =
      words("{split.1.commit}", {"--part", "backend=backend", "--samples", "12", "--run-timeout",
                                 "20m", "--json", "-"},
            question);
  gate.expect_gone_on_with(command, 30);
}

TEST_F(Split, wrong_questions_are_usage_errors_with_a_cure) {
  struct Wrong {
    std::vector<std::string> more;
    const char* says;
  };
  for (const Wrong& wrong :
       {Wrong{{}, "nothing to tell apart"}, Wrong{{"--part", "docs=docs/**"}, "names nothing"},
        Wrong{{"--part", "docs"}, "has no '='"}, Wrong{{"--part", "rest=docs"}, "rest"},
        Wrong{{"--part", "a=backend", "--part", "a=frontend"}, "given twice"},
        Wrong{{"--part", "a=backend", "--per-file"}, "finds the parts itself"},
        Wrong{{"--per-hunk", "--per-file"}, "not both"}, Wrong{{"another"}, "at a time"}, Wrong{{"--split"}, "unknown option --split"}}) {
    const support::Execution execution =
        support::run_program(scene.start(words("{split.1.commit}", wrong.more)));
    EXPECT_EQ(execution.status, 2) << execution.err;
    EXPECT_THAT(execution.err, HasSubstr(wrong.says));
    EXPECT_THAT(execution.err, HasSubstr("hint: "));
  }
}

TEST_F(Split, a_commit_that_is_not_there_is_refused) {
  const Answer answer = ask_split("no-such-commit");
  EXPECT_EQ(answer.verdict(), "refused");
  EXPECT_THAT(answer.reason(), HasSubstr("no-such-commit"));
}

class SplitHunks : public Split {
 protected:
  [[nodiscard]] Answer ask_hunks(const std::string& what, std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--per-hunk", "--json", "-"});
    std::vector<std::string> line{"split", hunks.expected().fill(what), "--repo", hunks.repository().string(),
                                  "--build", "sh build.sh", "--run", "./bench", "--env", "BENCH_VIRTUAL=1",
                                  "--db", hunks.database().string(), "--work-dir",
                                  hunks.work_folder().string(), "--seed", "1"};
    line.insert(line.end(), more.begin(), more.end());
    Answer answer = read_answer(support::run_program(hunks.start(line)));
    EXPECT_THAT(hunks.touched(), IsEmpty()) << answer.story();
    return answer;
  }

  const Scene hunks{"hunks"};
};

TEST_F(SplitHunks, finds_the_slow_hunk_of_a_commit) {
  const Answer answer = ask_hunks("{slow}", {"--metric", "lines:app"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_EQ(named(answer.finding["effects"], "costs.h:7")["verdict"], "slower");
  EXPECT_EQ(answer.finding["screening"]["hunks"], 9);
  EXPECT_THAT(answer.finding["parts"][0]["paths"][0].get<std::string>(), HasSubstr("costs.h @@ -7,1 +7,1 @@"));
}

TEST_F(SplitHunks, a_range_is_split_like_a_commit) {
  const Answer answer = ask_hunks("{before}..{slow}", {"--metric", "lines:app"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_EQ(named(answer.finding["effects"], "costs.h:7")["verdict"], "slower");
}

TEST_F(SplitHunks, a_hunk_stays_with_the_one_it_needs) {
  // The slow line needs a macro that another file defines; between the two lie hunks that do nothing.
  const Answer answer = ask_hunks("{needy}", {"--metric", "lines:app"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  const json part = answer.finding["parts"][0];
  EXPECT_EQ(part["paths"].size(), 2U) << part;
  EXPECT_THAT(part["paths"].dump(), HasSubstr("costs.h @@"));
  EXPECT_THAT(part["paths"].dump(), HasSubstr("zlib.h @@"));
  EXPECT_EQ(named(answer.finding["effects"], part["name"])["verdict"], "slower");
}

TEST_F(SplitHunks, finds_the_hunk_that_makes_it_fail) {
  const Answer answer = ask_hunks("{failing}", {"--look-for", "failing"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_EQ(answer.finding["causes"][0]["parts"], json::array({"costs.h:3"}));
}

}  // namespace
}  // namespace bisect::acceptance
