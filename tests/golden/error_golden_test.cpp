#include "harness/app/cli.hpp"
#include "harness/config/finish.hpp"
#include "harness/config/plan_file.hpp"
#include "tests/golden/golden_file.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace bisect::golden {
namespace {

std::string shown(const core::Error& error) {
  std::string text = "error: " + error.message + "\n";
  for (const std::string& hint : error.hints) text += "hint: " + hint + "\n";
  return text;
}

std::string command_line_error(const std::vector<std::string>& words) {
  std::vector<const char*> argv{"bisect"};
  std::string text = "$ bisect";
  for (const std::string& word : words) {
    argv.push_back(word.c_str());
    text += " " + (word.find_first_of(" |(") == std::string::npos && !word.empty() ? word : "'" + word + "'");
  }
  const auto invocation = app::parse_command_line(static_cast<int>(argv.size()), argv.data());
  return text + "\n" + (invocation ? "understood\n" : shown(invocation.error())) + "\n";
}

TEST(CommandLineErrors, read_as_blessed) {
  const std::vector<std::vector<std::string>> lines{
      {"scan", "v1..v2"},
      {"statsu"},
      {"--repo", ".", "log"},
      {"--god", "v1"},
      {"--jobs", "4"},
      {"gc", "--metric", "cpu"},
      {"--good"},
      {"--good", "--bad", "v2"},
      {"--good", "v1", "--good", "v2"},
      {"--first-parent=yes"},
      {"--run", "./bench", "fast"},
      {"--good", "-v1"},
      {"--metric", "velocity"},
      {"--metric", "wal"},
      {"--metric", "instructions"},
      {"--metric", "regex:[0-9]+"},
      {"--metric", "regex:(a"},
      {"--metric", "size:../app"},
      {"--metric", "json:time"},
      {"--look-for", "slow"},
      {"--min-effect", "lots"},
      {"--budget", "90"},
      {"--budget", "soon"},
      {"--max-builds", "many"},
      {"--seed", "-1"},
      {"--pin", "third_party/zlib"},
      {"--pin", "third_party/zlib=v1@..v2"},
      {"--pin", "../zlib=v1"},
      {"--patch", ""},
      {"--env", "CFLAGS"},
      {"--env", "C FLAGS=-O2"},
      {"--color", "blue"},
      {"--quiet", "--verbose"},
      {"--json", "-", "--markdown", "-"},
      {"ttest", "--summary", "1,2,3"},
      {"ttest", "--summary", "1,2", "3,4,5"},
      {"ttest", "--test", "z"},
  };
  std::string text;
  for (const auto& line : lines) text += command_line_error(line);
  EXPECT_TRUE(matches_golden("errors/command_line.txt", text));
}

TEST(PlanFileErrors, read_as_blessed) {
  const std::vector<std::string> plans{
      "good = \"v1\"\nbild = \"make\"\n",
      "[limits]\nrun = \"./bench\"\n",
      "budget = \"3h\"\n",
      "[limits]\nbudget = 90\n",
      "[limits]\nbudget = \"90\"\n",
      "[limits]\nretries = 1.5\n",
      "good = 1234567\n",
      "first_parent = \"yes\"\n",
      "metric = [\"cpu\", \"instructions\"]\n",
      "look_for = \"slow\"\n",
      "[environment]\nTHREADS = 4\n",
      "pin = \"zlib=v1\"\n",
      "[pin]\nzlib = \"v1@..v2\"\n",
      "[[pin]]\npath = \"zlib\"\n",
      "[[patch]]\nfile = \"f.patch\"\nfrom = \"v1\"\n",
      "setting = \"clang\"\n",
      "good = \n",
  };
  std::string text;
  for (const std::string& plan : plans) {
    const auto draft = config::parse_plan(plan, "bisect.toml");
    text += plan + "=>\n" + (draft ? "understood\n" : shown(draft.error())) + "\n";
  }
  EXPECT_TRUE(matches_golden("errors/plan_file.txt", text));
}

std::string unfinished(const char* title, const config::PlanDraft& draft) {
  const config::Surroundings surroundings{"/nowhere/at/all", "/home/me/", "", "", 1};
  const auto plan = config::finish(draft, surroundings);
  return std::string("# ") + title + "\n" + (plan ? "finished\n" : shown(plan.error())) + "\n";
}

TEST(PlanErrors, read_as_blessed) {
  config::PlanDraft draft;
  std::string text = unfinished("no good end", draft);
  draft.good = "v1";
  text += unfinished("no bad end", draft);
  draft.bad = "main";
  text += unfinished("nothing to run", draft);
  draft.run = "./bench";
  text += unfinished("no repository", draft);
  config::PlanDraft wrong = draft;
  wrong.min_effect = 0;
  text += unfinished("effect of nothing", wrong);
  wrong = draft;
  wrong.confidence = 0.0095;
  text += unfinished("confidence as a fraction", wrong);
  wrong = draft;
  wrong.match = "wrong answer";
  text += unfinished("match without failing", wrong);
  wrong = draft;
  wrong.setting = "clang";
  text += unfinished("no settings at all", wrong);
  wrong.settings = {{"gcc", {}, {}, {}}, {"icc", {}, {}, {}}};
  text += unfinished("unknown setting", wrong);
  wrong = draft;
  wrong.pins = {{"zlib", "v1", {}}, {"zlib", "v2", {"a", "b"}}};
  text += unfinished("pinned twice", wrong);
  wrong = draft;
  wrong.patches = {{"fix.patch", {}}};
  text += unfinished("no such patch", wrong);
  EXPECT_TRUE(matches_golden("errors/plan.txt", text));
}

}  // namespace
}  // namespace bisect::golden
