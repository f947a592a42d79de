// Which difference between two settings matters, asked of the real program.
#include "tests/acceptance/answer.hpp"
#include "tests/acceptance/gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Settings : public testing::Test {
 protected:
  Settings() {
    std::ofstream(plan()) << R"(
[setting.container]
build = "sh build.sh -DUSE_LIB=0"
environment = { FLAGS = "-DTUNE=1 -DIDLE=1", THREADS = "1" }
[setting.pip]
build = "sh build.sh -DUSE_LIB=1"
environment = { FLAGS = "-DTUNE=2 -DIDLE=1", THREADS = "2" }
[setting.many]
build = "sh build.sh -DUSE_LIB=1 -DA1=1 -DA2=1 -DA3=1 -DA4=1 -DA5=1"
environment = { FLAGS = "-DTUNE=1 -DIDLE=1", THREADS = "1" }
)";
  }
  [[nodiscard]] std::filesystem::path plan() const { return scene.notes() / "settings.toml"; }

  [[nodiscard]] std::vector<std::string> words(const std::vector<std::string>& more,
                                               const std::string& run = "./bench") const {
    std::vector<std::string> words{"settings",   "--repo",     scene.repository().string(),
                                   "--plan",     plan().string(), "--run", run,
                                   "--env",      "BENCH_VIRTUAL=1",
                                   "--db",       scene.database().string(),
                                   "--work-dir", scene.work_folder().string(),
                                   "--seed",     "1"};
    words.insert(words.end(), more.begin(), more.end());
    for (std::string& word : words) word = scene.expected().fill(word);
    return words;
  }

  [[nodiscard]] Answer ask_settings(std::vector<std::string> more) const {
    more.insert(more.end(), {"--json", "-"});
    Answer answer = read_answer(support::run_program(scene.start(words(more))));
    EXPECT_THAT(scene.touched(), IsEmpty()) << answer.story();
    return answer;
  }

  static std::string verdict_of(const Answer& answer, const std::string& effect) {
    for (const json& entry : answer.finding["effects"])
      if (entry.value("name", "") == effect) return entry.value("verdict", "");
    return "not there";
  }

  const Scene scene{"settings"};
};

const std::vector<std::string> k_two{"--good-setting", "container", "--bad-setting", "pip"};

std::vector<std::string> with_two(std::vector<std::string> more) {
  more.insert(more.begin(), k_two.begin(), k_two.end());
  return more;
}

TEST_F(Settings, names_the_option_that_makes_it_slower) {
  const Answer answer = ask_settings(with_two({"--rev", "{c2}", "--metric", "lines:app"}));
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_EQ(verdict_of(answer, "-DUSE_LIB=1"), "slower");
  EXPECT_EQ(verdict_of(answer, "FLAGS=-DTUNE=2"), "faster");
  EXPECT_EQ(verdict_of(answer, "THREADS=2"), "same");
  EXPECT_EQ(answer.finding["variants"].size(), 8U);
  EXPECT_EQ(answer.finding["variants"][0]["name"], "container");
  EXPECT_EQ(answer.finding["variants"][1]["name"], "pip");
  EXPECT_EQ(answer.finding["range"]["bad"], scene.expected().text("c2"));
  EXPECT_THAT(answer.commits(), IsEmpty());
  EXPECT_THAT(answer.finding.value("summary", ""), HasSubstr("pip instead of container at"));
}

TEST_F(Settings, more_than_four_differences_are_found_by_halving) {
  const Answer answer = ask_settings({"--good-setting", "container", "--bad-setting", "many", "--rev", "{c2}",
                                      "--metric", "lines:app"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_EQ(verdict_of(answer, "-DUSE_LIB=1"), "slower");
  EXPECT_EQ(answer.finding["screening"]["differences"], 6);
}

TEST_F(Settings, names_what_makes_it_fail_only_together) {
  const Answer answer =
      ask_settings(with_two({"--rev", "{c5}", "--look-for", "failing", "--env", "FUSION=0|1"}));
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "interaction");
  ASSERT_EQ(answer.finding["causes"].size(), 1U);
  EXPECT_THAT(answer.finding["causes"][0]["parts"],
              testing::UnorderedElementsAre("-DUSE_LIB=1", "FUSION=1"));
  EXPECT_EQ(answer.finding["rest"], "works");
}

TEST_F(Settings, a_failure_that_one_option_makes_has_one_name) {
  const Answer answer =
      ask_settings(with_two({"--rev", "{c5}", "--look-for", "failing", "--env", "FUSION=1"}));
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_THAT(answer.finding["causes"][0]["parts"], ElementsAre("-DUSE_LIB=1"));
  EXPECT_THAT(answer.finding.value("summary", ""), HasSubstr("-DUSE_LIB=1 does it alone; without it, it works"));
}

TEST_F(Settings, toggles_need_no_settings) {
  const Answer answer = ask_settings({"--rev", "{c5}", "--look-for", "failing", "--build", "sh build.sh $OPT",
                                      "--env", "FUSION=0|1", "--env", "OPT=|-DUSE_LIB=1", "--env", "X=1|2"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "interaction");
  EXPECT_THAT(answer.finding["causes"][0]["parts"],
              testing::UnorderedElementsAre("OPT=-DUSE_LIB=1", "FUSION=1"));
}

TEST_F(Settings, settings_that_do_alike_are_none) {
  const Answer answer = ask_settings(with_two({"--rev", "{c1}", "--look-for", "failing", "--env", "FUSION=1"}));
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "none");
  EXPECT_THAT(answer.reason(), HasSubstr("pip works"));
}

TEST_F(Settings, text_and_markdown_show_both_sides) {
  const std::filesystem::path markdown = scene.notes() / "answer.md";
  const support::Execution execution = support::run_program(scene.start(words(
      with_two({"--rev", "{c5}", "--metric", "lines:app", "--samples", "12", "--markdown", markdown.string()}))));
  EXPECT_EQ(execution.status, 0) << execution.err;
  EXPECT_THAT(execution.out, HasSubstr("build: -DUSE_LIB=0 -> -DUSE_LIB=1"));
  EXPECT_THAT(execution.out, HasSubstr("to container"));
  EXPECT_THAT(execution.out, HasSubstr("bisect settings"));
  EXPECT_THAT(support::read_text(markdown), HasSubstr("| -DUSE\\_LIB=1 | slower |"));
}

TEST_F(Settings, dry_run_shows_the_differences_and_builds_nothing) {
  const support::Execution execution =
      support::run_program(scene.start(words(with_two({"--dry-run"}))));
  EXPECT_EQ(execution.status, 0) << execution.err;
  EXPECT_THAT(execution.out, HasSubstr("FLAGS: -DTUNE=1 -> -DTUNE=2"));
  EXPECT_THAT(execution.out, HasSubstr("8 variants"));
  EXPECT_FALSE(std::filesystem::exists(scene.database()));
}

TEST_F(Settings, a_killed_comparison_is_gone_on_with) {
  Gate gate(scene);
  Question question;
  question.run = "./bench";
  gate.guard(question);
  const std::vector<std::string> command =
      words(with_two({"--rev", "{c2}", "--metric", "lines:app", "--samples", "12", "--run-timeout", "20m",
                      "--json", "-"}),
            question.run);
  gate.expect_gone_on_with(command, 40);
}

TEST_F(Settings, wrong_questions_are_usage_errors_with_a_cure) {
  struct Wrong {
    std::vector<std::string> more;
    const char* says;
  };
  for (const Wrong& wrong :
       {Wrong{{}, "no settings to compare"}, Wrong{{"--good-setting", "pip"}, "no bad setting"},
        Wrong{{"--good-setting", "pip", "--bad-setting", "pap"}, "no setting 'pap'"},
        Wrong{{"--good-setting", "pip", "--bad-setting", "pip"}, "do not differ"},
        Wrong{{"--env", "X=1|2|3"}, "two values"}, Wrong{{"--env", "X=1|1"}, "two values"},
        Wrong{with_two({"--samples", "1"}), "one trial"}, Wrong{with_two({"--part", "a=b"}), "unknown option"}}) {
    const support::Execution execution = support::run_program(scene.start(words(wrong.more)));
    EXPECT_EQ(execution.status, 2) << execution.out << execution.err;
    EXPECT_THAT(execution.err, HasSubstr(wrong.says));
    EXPECT_THAT(execution.err, HasSubstr("hint: "));
  }
}

TEST_F(Settings, a_revision_that_is_not_there_is_refused) {
  const Answer answer = ask_settings(with_two({"--rev", "no-such-commit"}));
  EXPECT_EQ(answer.verdict(), "refused");
  EXPECT_THAT(answer.reason(), HasSubstr("no-such-commit"));
}

class Matrix : public Settings {
 protected:
  [[nodiscard]] Answer ask_matrix(std::vector<std::string> more, const std::string& run = "./bench") const {
    std::vector<std::string> line = words(more, run);
    line.front() = "matrix";
    line.insert(line.end(), {"--json", "-"});
    Answer answer = read_answer(support::run_program(scene.start(line)));
    EXPECT_THAT(scene.touched(), IsEmpty()) << answer.story();
    return answer;
  }

  static json cell(const Answer& answer, std::size_t revision, const std::string& setting) {
    const json label = answer.finding["matrix"]["revisions"][revision]["label"];
    for (const json& entry : answer.finding["matrix"]["cells"])
      if (entry["revision"] == label && entry["setting"] == setting) return entry;
    ADD_FAILURE() << "no cell " << label << ", " << setting;
    return json::object();
  }
};

TEST_F(Matrix, says_since_when_and_with_what_it_fails) {
  const Answer answer = ask_matrix({"{c2}", "{c3}", "{c4}", "{c6}", "--settings", "container,pip,many",
                                    "--look-for", "failing", "--env", "FUSION=1"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "compared");
  EXPECT_EQ(answer.finding["matrix"]["cells"].size(), 12U);
  for (const std::string setting : {"pip", "many"}) {
    EXPECT_EQ(cell(answer, 1, setting)["verdict"], "works");
    EXPECT_EQ(cell(answer, 2, setting)["verdict"], "fails");
    EXPECT_THAT(cell(answer, 2, setting)["failure"].get<std::string>(), HasSubstr("3"));
  }
  EXPECT_EQ(cell(answer, 3, "container")["verdict"], "works");
  EXPECT_EQ(answer.finding.value("summary", ""),
            "fails only with -DUSE_LIB=1 (pip and many), from " + scene.expected().text("c4") + " on");
}

TEST_F(Matrix, compares_the_numbers_of_what_works) {
  const Answer answer = ask_matrix({"{c3}", "{c4}", "--settings", "container,pip", "--metric", "lines:app",
                                    "--env", "FUSION=1", "--samples", "12"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "compared");
  EXPECT_EQ(cell(answer, 1, "pip")["verdict"], "fails");
  EXPECT_TRUE(cell(answer, 0, "container")["ratio"].is_null());
  EXPECT_NEAR(cell(answer, 0, "pip").value("ratio", 0.0), 1.3 * 0.95, 0.03);
  EXPECT_NEAR(cell(answer, 1, "container").value("ratio", 0.0), 1.0, 0.02);
  EXPECT_THAT(answer.finding.value("summary", ""), HasSubstr("fails only with pip, from"));
  EXPECT_THAT(answer.finding.value("summary", ""), HasSubstr("furthest from"));
}

TEST_F(Matrix, what_does_not_build_is_no_failure) {
  const Answer answer = ask_matrix({"{c5}", "--settings", "container,pip", "--look-for", "failing", "--build",
                                    "false", "--env", "FUSION=1"});
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(cell(answer, 0, "pip")["verdict"], "fails");  // the setting's own build command
  std::ofstream(plan(), std::ios::app) << "[setting.broken]\nbuild = \"exit 7\"\n";
  const Answer again = ask_matrix({"{c5}", "--settings", "broken", "--look-for", "failing"});
  EXPECT_EQ(cell(again, 0, "broken")["verdict"], "untestable");
  EXPECT_EQ(cell(again, 0, "broken")["stage"], "build");
  EXPECT_EQ(again.finding.value("summary", ""), "nothing can be tested");
}

TEST_F(Matrix, text_and_markdown_show_the_table) {
  const std::filesystem::path markdown = scene.notes() / "answer.md";
  std::vector<std::string> line = words({"{c3}", "{c4}", "--settings", "container,pip", "--look-for", "failing",
                                         "--env", "FUSION=1", "--markdown", markdown.string()});
  line.front() = "matrix";
  const support::Execution execution = support::run_program(scene.start(line));
  EXPECT_EQ(execution.status, 0) << execution.err;
  EXPECT_THAT(execution.out, HasSubstr("works"));
  EXPECT_THAT(execution.out, HasSubstr("bisect matrix"));
  EXPECT_THAT(support::read_text(markdown), HasSubstr("| works | fails |"));
}

TEST_F(Matrix, wrong_questions_are_usage_errors_with_a_cure) {
  struct Wrong {
    std::vector<std::string> more;
    const char* says;
  };
  for (const Wrong& wrong :
       {Wrong{{}, "no revision"}, Wrong{{"{c1}", "--settings", "nowhere"}, "no setting 'nowhere'"},
        Wrong{{"{c1}", "--settings", ","}, "no name"}, Wrong{{"{c1}", "--settings", "pip,pip"}, "twice"}}) {
    std::vector<std::string> line = words(wrong.more);
    line.front() = "matrix";
    const support::Execution execution = support::run_program(scene.start(line));
    EXPECT_EQ(execution.status, 2) << execution.out << execution.err;
    EXPECT_THAT(execution.err, HasSubstr(wrong.says));
    EXPECT_THAT(execution.err, HasSubstr("hint: "));
  }
}

}  // namespace
}  // namespace bisect::acceptance
