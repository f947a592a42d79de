#include "harness/app/ttest_verb.hpp"

#include "tests/support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace bisect::app {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class TTestVerb : public testing::Test {
 protected:
  std::filesystem::path file(const char* name, const std::string& text) {
    std::ofstream(m_folder.path() / name) << text;
    return m_folder.path() / name;
  }

  TTestAnswer answer() {
    const auto result = run_ttest(m_options);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return result ? *result : TTestAnswer{"", "null"};
  }

  void expect_refusal(const std::string& message) {
    const auto result = run_ttest(m_options);
    ASSERT_FALSE(result) << result->text;
    EXPECT_EQ(result.error().kind, core::ErrorKind::usage);
    EXPECT_THAT(result.error().message, HasSubstr(message));
  }

  support::TemporaryFolder m_folder;
  TTestOptions m_options;
};

TEST_F(TTestVerb, reproduces_two_known_comparisons) {
  m_options.summaries = {{301.324, 19.978, 136}, {294.094, 19.759, 136}};
  EXPECT_THAT(answer().text, HasSubstr("t = 3.00, p = 0.0015 (99.85 %), significant at 95 %"));
  m_options.summaries[1] = {298.468, 20.590, 136};
  EXPECT_THAT(answer().text, HasSubstr("t = 1.16, p = 0.12 (87.67 %), not significant at 95 %"));
}

// By hand: means 12.08 and 10.10, variances 0.037 and 0.025, five numbers each. Pooled: t = 1.98 /
// sqrt(0.031 * 2/5). Welch: dof = 0.0124^2 / ((0.0074^2 + 0.005^2) / 4).
TEST_F(TTestVerb, compares_files) {
  m_options.files = {file("a", "12.1\n12.0 11.8\n# comment\n12.3 12.2 # and more 99\n"),
                     file("b", "10.1\n10.2\n9.9\n10.0\n10.3\n")};
  const json pooled = json::parse(answer().json);
  EXPECT_NEAR(pooled["t"], 17.781, 0.001);
  EXPECT_EQ(pooled["dof"], 8);
  EXPECT_NEAR(pooled["difference"], 1.98, 1e-12);
  EXPECT_NEAR(pooled["percent"], 19.604, 0.001);
  EXPECT_EQ(pooled["first"]["n"], 5);
  EXPECT_EQ(pooled["significant"], true);
  m_options.test = TwoSampleTest::welch;
  EXPECT_NEAR(json::parse(answer().json)["dof"], 7.711, 0.001);
}

TEST_F(TTestVerb, tail_is_about_the_first_file) {
  m_options.files = {file("a", "1 2 3 4"), file("b", "11 12 13 14")};
  EXPECT_EQ(json::parse(answer().json)["significant"], false) << "greater is asked";
  m_options.tail = stats::Tail::less;
  EXPECT_EQ(json::parse(answer().json)["significant"], true);
  m_options.tail = stats::Tail::two_sided;
  EXPECT_EQ(json::parse(answer().json)["significant"], true);
}

TEST_F(TTestVerb, pairs_and_ranks_need_the_values) {
  m_options.summaries = {{1, 1, 5}, {2, 1, 5}};
  for (const TwoSampleTest test : {TwoSampleTest::paired, TwoSampleTest::rank}) {
    m_options.test = test;
    expect_refusal("needs the single values");
  }
  m_options.summaries.clear();
  m_options.files = {file("a", "2 4 6 9"), file("b", "1 2 3 4")};
  m_options.test = TwoSampleTest::paired;
  // Differences 1 2 3 5: mean 2.75, sd 1.70783, t = 2.75 / (1.70783 / 2).
  EXPECT_NEAR(json::parse(answer().json)["t"], 3.2205, 0.0001);
  m_options.test = TwoSampleTest::rank;
  const json rank = json::parse(answer().json);
  EXPECT_TRUE(rank.contains("z"));
  // The 16 differences, sorted: -2 -1 0 0 1 1 2 2 | 3 3 4 5 5 6 7 8.
  EXPECT_DOUBLE_EQ(rank["difference"], 2.5);
  m_options.files[1] = file("b", "1 2 3");
  m_options.test = TwoSampleTest::paired;
  expect_refusal("samples of one size, not 4 and 3");
}

TEST_F(TTestVerb, constants_are_compared_without_infinities) {
  m_options.summaries = {{2, 0, 5}, {1, 0, 5}};
  const TTestAnswer differ = answer();
  EXPECT_THAT(differ.text, HasSubstr("significant"));
  EXPECT_EQ(json::parse(differ.json)["t"], nullptr);
  m_options.summaries[1] = {2, 0, 5};
  EXPECT_THAT(answer().text, HasSubstr("not significant"));
}

TEST_F(TTestVerb, points_at_what_is_no_number) {
  m_options.files = {file("a", "1\n2\n3,5\n"), file("b", "1 2")};
  expect_refusal((m_folder.path() / "a").string() + ":3: '3,5' is not a number");
  for (const char* word : {"nan", "inf", "1e999", "0x10", "12ms"}) {
    m_options.files[0] = file("a", std::string("1 ") + word);
    expect_refusal(std::string(":1: '") + word + "' is not a number");
  }
}

TEST_F(TTestVerb, needs_two_samples_of_two) {
  expect_refusal("compares two samples");
  m_options.files = {file("a", "1 2")};
  expect_refusal("compares two samples");
  m_options.files = {file("a", "1"), file("b", "1 2")};
  expect_refusal("holds 1 numbers");
  m_options.files[0] = m_folder.path() / "absent";
  expect_refusal("cannot read");
  m_options.files[0] = m_folder.path();
  expect_refusal("cannot read");
  m_options.summaries = {{1, 1, 5}, {2, 1, 5}};
  expect_refusal("not both");
}

TEST(Moments, are_three_sound_numbers) {
  const auto moments = parse_moments("-1.5,0,2");
  ASSERT_TRUE(moments);
  EXPECT_DOUBLE_EQ(moments->mean, -1.5);
  EXPECT_EQ(moments->n, 2U);
  for (const char* text : {"", "1", "1,2", "1,2,1", "1,-2,5", "1,2,2.5", "nan,1,5", "1,inf,5", "1,2,3,4", "a,b,c"})
    EXPECT_FALSE(parse_moments(text)) << text;
}

TEST(Numbers, are_separated_by_white_space) {
  EXPECT_THAT(*parse_numbers("1 2\t3\r\n\n4#5\n", "x"), ElementsAre(1, 2, 3, 4));
  EXPECT_TRUE(parse_numbers("", "x")->empty());
}

}  // namespace
}  // namespace bisect::app
