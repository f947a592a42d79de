#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>

namespace bisect::acceptance {

namespace {

using nlohmann::json;
using testing::IsEmpty;

/// Verdicts of the contract and the exit status of a run that ends with them; -1: 0 or 1.
const std::map<std::string, int> k_status_of_verdict = {
    {"culprit", 0},     {"candidates", 0},  {"culprits", 0},  {"gradual", -1},
    {"none", 1},        {"improvement", -1}, {"interaction", 0}, {"slow-at-merge-base", -1},
    {"undecided", 1},   {"refused", 1},      {"compared", 0}};

std::string tail(const std::string& text, std::size_t bytes) {
  return text.size() <= bytes ? text : "…" + text.substr(text.size() - bytes);
}

bool is_full_id(const json& value) {
  return value.is_string() &&
         std::regex_match(value.get<std::string>(), std::regex("[0-9a-f]{40}"));
}

bool is_share(const json& value) {
  return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= 1;
}

void check_commit(const json& commit) {
  EXPECT_TRUE(is_full_id(commit.value("id", json()))) << commit;
  EXPECT_TRUE(commit.value("subject", json()).is_string()) << commit;
  EXPECT_TRUE(commit.value("author_date", json()).is_string()) << commit;
  EXPECT_TRUE(commit.value("kind", json()).is_string()) << commit;
  EXPECT_TRUE(is_share(commit.value("probability", json()))) << commit;
}

void check_effect(const json& effect) {
  for (const char* key : {"metric", "unit", "test"}) {
    EXPECT_TRUE(effect.value(key, json()).is_string()) << key << " in " << effect;
  }
  for (const char* key : {"good", "bad", "ratio", "low", "high", "p_value"}) {
    EXPECT_TRUE(effect.value(key, json()).is_number()) << key << " in " << effect;
  }
}

void check_range(const json& range) {
  ASSERT_TRUE(range.is_object()) << range;
  EXPECT_TRUE(is_full_id(range.value("good", json()))) << range;
  EXPECT_TRUE(is_full_id(range.value("bad", json()))) << range;
  EXPECT_TRUE(range.value("candidates", json()).is_number_integer()) << range;
}

void check_cost(const json& cost) {
  for (const char* key : {"builds", "trials", "wall_seconds", "build_seconds", "trial_seconds"}) {
    EXPECT_TRUE(cost.value(key, json()).is_number()) << key << " in " << cost;
  }
}

void check_untestable(const json& entry) {
  EXPECT_TRUE(is_full_id(entry.value("id", json()))) << entry;
  for (const char* key : {"stage", "reason", "log"}) {
    EXPECT_TRUE(entry.value(key, json()).is_string()) << key << " in " << entry;
  }
}

/// A number that is none must never be shown: neither "nan%" nor "inf ms".
void check_numbers(const std::string& text) {
  static const std::regex none(R"(\b(nan|inf|infinity)\b)", std::regex::icase);
  EXPECT_FALSE(std::regex_search(text, none));
}

void check_finding(const Answer& answer) {
  const json& finding = answer.finding;
  EXPECT_EQ(finding.value("schema", 0), 1);
  check_numbers(answer.execution.out);
  check_numbers(answer.execution.err);
  const auto verdict = k_status_of_verdict.find(answer.verdict());
  ASSERT_NE(verdict, k_status_of_verdict.end()) << "unknown verdict " << answer.verdict();
  const int status = answer.execution.status;
  EXPECT_TRUE(status == verdict->second || (verdict->second < 0 && (status == 0 || status == 1)))
      << "exit status " << status << " with verdict " << answer.verdict();
  for (const char* key : {"commits", "untestable", "warnings"}) {
    ASSERT_TRUE(finding.value(key, json()).is_array()) << key;
  }
  for (const json& commit : finding["commits"]) check_commit(commit);
  for (const json& entry : finding["untestable"]) check_untestable(entry);
  EXPECT_TRUE(is_share(finding.value("probability", json())));
  check_cost(finding.value("cost", json::object()));
  for (const char* key : {"plan", "host", "session"}) EXPECT_TRUE(finding.contains(key)) << key;
  if (answer.verdict() == "refused") {
    EXPECT_FALSE(answer.reason().empty());
    return;
  }
  if (answer.verdict() == "none" || answer.verdict() == "undecided") {
    EXPECT_FALSE(answer.reason().empty());
  }
  if (answer.verdict() == "compared") return;  // no range was searched
  check_range(finding.value("range", json::object()));
  if (finding.contains("effect") && !finding["effect"].is_null()) check_effect(finding["effect"]);
}

}  // namespace

std::string Answer::verdict() const { return finding.value("verdict", std::string()); }

std::vector<std::string> Answer::commits() const {
  std::vector<std::string> ids;
  for (const json& commit : finding.value("commits", json::array())) ids.push_back(commit["id"]);
  return ids;
}

std::vector<std::string> Answer::commits_of_kind(const std::string& kind) const {
  std::vector<std::string> ids;
  for (const json& commit : finding.value("commits", json::array())) {
    if (commit.value("kind", std::string()) == kind) ids.push_back(commit["id"]);
  }
  return ids;
}

std::string Answer::reason() const {
  const json reason = finding.value("reason", json());
  return reason.is_string() ? reason.get<std::string>() : std::string();
}

std::string Answer::warnings() const {
  std::string text;
  for (const json& warning : finding.value("warnings", json::array())) {
    text += (warning.is_string() ? warning.get<std::string>() : warning.dump()) + "\n";
  }
  return text;
}

std::string Answer::story() const {
  const std::string answer = finding.empty() ? execution.out : finding.dump(1);
  return "\n$ " + execution.command + "\nexit status " + std::to_string(execution.status) +
         (execution.hung ? " (hung, killed)" : "") + "\n" + tail(answer, 6000) + "\nstderr: " +
         tail(execution.err, 3000);
}

Answer read_answer(const support::Execution& execution) {
  Answer answer{json::parse(execution.out, nullptr, false), execution};
  EXPECT_FALSE(execution.hung);
  if (!answer.finding.is_object()) {
    answer.finding = json::object();
    ADD_FAILURE() << "stdout is not one JSON object" << answer.story();
    return answer;
  }
  SCOPED_TRACE(answer.story());
  check_finding(answer);
  return answer;
}

Answer ask(const Scene& scene, const Question& question) {
  std::vector<std::string> words = scene.arguments(question);
  words.insert(words.end(), {"--json", "-"});
  Answer answer =
      read_answer(support::run_program(scene.start(std::move(words), question.environment)));
  EXPECT_THAT(scene.touched(), IsEmpty()) << "the user's repository was touched" << answer.story();
  return answer;
}

}  // namespace bisect::acceptance
