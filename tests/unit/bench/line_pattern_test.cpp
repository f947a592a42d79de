#include "runners/bench/line_pattern.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bisect::bench {
namespace {

TEST(LinePattern, counts_captures_and_finds_parts_of_a_line) {
  const auto pattern = LinePattern::compile("a(?:b|c)+(d*)");
  ASSERT_TRUE(pattern);
  EXPECT_EQ(pattern->groups(), 1U);
  EXPECT_TRUE(pattern->matches("xxabcbddyy"));
  EXPECT_FALSE(pattern->matches("xxadyy"));
}

TEST(LinePattern, gives_the_capture_of_each_match) {
  const auto pattern = LinePattern::compile("<([a-z]*)>");
  ASSERT_TRUE(pattern);
  std::vector<std::string> groups;
  pattern->for_each_match("<ab><><c> <1>", [&](const LinePattern::Match& match) {
    groups.emplace_back(match.group);
  });
  EXPECT_THAT(groups, testing::ElementsAre("ab", "", "c"));
}

TEST(LinePattern, explains_what_is_wrong_with_an_expression) {
  const auto broken = LinePattern::compile("a(b");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().kind, core::ErrorKind::usage);
  EXPECT_THAT(broken.error().message, testing::HasSubstr("\"a(b\""));
  const auto reference = LinePattern::compile("(a)\\1");
  ASSERT_FALSE(reference);
  EXPECT_THAT(reference.error().message, testing::HasSubstr("back-references"));
}

// With a backtracking matcher the first would never return and the second overflow the stack.
TEST(LinePattern, survives_expressions_and_lines_that_break_backtracking) {
  const auto nested = LinePattern::compile("(?:a+)+(b)");
  ASSERT_TRUE(nested);
  EXPECT_FALSE(nested->matches(std::string(40, 'a')));
  const auto any = LinePattern::compile("(.*)!");
  ASSERT_TRUE(any);
  EXPECT_TRUE(any->matches(std::string(LinePattern::k_longest_line - 1, 'a') + "!"));
  EXPECT_FALSE(any->matches(std::string(LinePattern::k_longest_line, 'a') + "!"));
}

}  // namespace
}  // namespace bisect::bench
