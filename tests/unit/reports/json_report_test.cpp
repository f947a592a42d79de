#include "reports/json_report.hpp"

#include "tests/golden/sample_pages.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace bisect::reports {
namespace {

using nlohmann::json;

json finding_of(const std::string& name) {
  for (const golden::SampleReport& sample : golden::sample_reports())
    if (sample.name == name) return json::parse(to_json(sample.model));
  return nullptr;
}

TEST(JsonReport, has_the_keys_of_schema_1_for_every_verdict) {
  for (const golden::SampleReport& sample : golden::sample_reports()) {
    SCOPED_TRACE(sample.name);
    const json finding = json::parse(to_json(sample.model));
    EXPECT_EQ(finding["schema"], 1);
    EXPECT_EQ(finding["verdict"], core::to_text(sample.model.finding.verdict));
    for (const char* key : {"commits", "untestable", "warnings", "measured"})
      EXPECT_TRUE(finding.at(key).is_array()) << key;
    for (const char* key : {"cost", "plan", "host", "session"})
      EXPECT_TRUE(finding.at(key).is_object()) << key;
    EXPECT_TRUE(finding.at("reason").is_string());
    EXPECT_TRUE(finding.contains("effect"));
    EXPECT_GE(finding.at("probability").get<double>(), 0);
    EXPECT_LE(finding.at("probability").get<double>(), 1);
    for (const json& commit : finding["commits"])
      for (const char* key : {"id", "subject", "author_date", "ratio", "low", "high", "probability", "kind"})
        EXPECT_TRUE(commit.contains(key)) << key;
  }
}

TEST(JsonReport, says_what_was_found) {
  const json finding = finding_of("culprit");
  const json& commit = finding["commits"][0];
  EXPECT_EQ(commit["id"].get<std::string>().size(), 40U);
  EXPECT_EQ(commit["kind"], "slower");
  EXPECT_DOUBLE_EQ(commit["ratio"], 1.041);
  EXPECT_EQ(commit["author_date"], "2024-05-06T07:08:09+02:00");
  EXPECT_EQ(finding["range"]["candidates"], 8);
  EXPECT_EQ(finding["effect"]["metric"], "cpu");
  EXPECT_DOUBLE_EQ(finding["effect"]["p_value"], 1.2e-7);
  EXPECT_DOUBLE_EQ(finding["cost"]["build_seconds"], 200);
  EXPECT_EQ(finding["session"]["id"], 7);
  EXPECT_EQ(finding["plan"]["seed"], 42);
  EXPECT_EQ(finding["measured"][4]["standing"], "identical");
}

TEST(JsonReport, says_what_could_not_be_tested) {
  const json finding = finding_of("refused");
  EXPECT_EQ(finding["untestable"][0]["stage"], "build");
  EXPECT_THAT(finding["untestable"][0]["log"].get<std::string>(), testing::HasSubstr("error: expected"));
  EXPECT_TRUE(finding["effect"].is_null());
  EXPECT_THAT(finding["reason"].get<std::string>(), testing::HasSubstr("does not build"));
}

TEST(JsonReport, plan_is_the_one_in_force) {
  const json plan = finding_of("throughput")["plan"];
  EXPECT_EQ(plan["build"], "make CC=clang");
  EXPECT_EQ(plan["environment"]["CC"], "clang");
  EXPECT_EQ(plan["pins"][0]["from"], "v1.0");
}

TEST(JsonReport, holds_no_number_that_is_none_and_no_broken_text) {
  // The parser refuses invalid UTF-8, NaN and Infinity.
  const json finding = finding_of("hostile");
  ASSERT_TRUE(finding.is_object());
  EXPECT_TRUE(finding["effect"]["good"].is_null());
  EXPECT_EQ(finding["probability"], 0);
  EXPECT_EQ(finding["effect"]["p_value"], 1);
}

TEST(JsonReport, holds_everything_that_was_measured) {
  for (const golden::SampleReport& sample : golden::sample_pages()) {
    SCOPED_TRACE(sample.name);
    const Measurements& measured = sample.model.measurements;
    const json finding = json::parse(to_json(sample.model));
    EXPECT_EQ(finding.value("rounds", json::array()).size(), measured.rounds.size());
    if (measured.rounds.empty()) continue;
    EXPECT_EQ(finding["history"].size(), measured.axis.size());
    for (std::size_t i = 0; i < measured.rounds.size(); ++i) {
      const json& round = finding["rounds"][i];
      ASSERT_EQ(round["starts"].size(), measured.rounds[i].starts.size());
      EXPECT_EQ(round["arms"].size(), measured.rounds[i].arms.size());
      const json& last = round["starts"].back();
      const Start& start = measured.rounds[i].starts.back();
      ASSERT_EQ(last.size(), round["columns"].size());
      EXPECT_EQ(last[0], start.block);
      EXPECT_EQ(last[1], start.arm);
      EXPECT_EQ(last[6], start.value ? json(*start.value) : json(nullptr));
      EXPECT_EQ(last[7], json(start.samples));
    }
  }
}

}  // namespace
}  // namespace bisect::reports
