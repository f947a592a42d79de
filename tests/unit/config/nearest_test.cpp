#include "harness/config/nearest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace bisect::config {
namespace {

const std::vector<std::string> k_words{"--good", "--bad", "--min-effect", "--build", "--run"};

TEST(EditDistance, counts_single_edits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("build", "build"), 0U);
  EXPECT_EQ(edit_distance("build", "biuld"), 1U) << "neighbours swapped";
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(Nearest, finds_what_was_meant) {
  EXPECT_EQ(nearest("--god", k_words), "--good");
  EXPECT_EQ(nearest("--min-efect", k_words), "--min-effect");
  EXPECT_EQ(nearest("--biuld", k_words), "--build");
}

TEST(Nearest, is_empty_when_nothing_is_near) {
  EXPECT_EQ(nearest("--executor", k_words), "");
  EXPECT_EQ(nearest("xy", std::vector<std::string>{"ab"}), "") << "two edits of two letters";
  EXPECT_EQ(nearest("anything", {}), "");
}

TEST(Alternatives, are_joined_as_people_write) {
  EXPECT_EQ(alternatives(std::vector<std::string>{}), "");
  EXPECT_EQ(alternatives(std::vector<std::string>{"a"}), "a");
  EXPECT_EQ(alternatives(std::vector<std::string>{"a", "b", "c"}), "a, b or c");
}

}  // namespace
}  // namespace bisect::config
