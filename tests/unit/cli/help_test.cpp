#include "harness/app/cli.hpp"
#include "harness/app/cli_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace bisect::app {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Verb k_verbs_with_help[] = {Verb::bisect, Verb::resume, Verb::status,
                                      Verb::log,    Verb::gc,     Verb::ttest};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream input(text);
  for (std::string line; std::getline(input, line);) lines.push_back(line);
  return lines;
}

TEST(Help, fits_into_80_columns_without_trailing_blanks) {
  for (const Verb verb : k_verbs_with_help)
    for (const std::string& line : lines_of(help_text(verb))) {
      const auto columns = std::count_if(line.begin(), line.end(),
                                         [](unsigned char c) { return (c & 0xC0) != 0x80; });
      EXPECT_LE(columns, 80) << line;
      EXPECT_FALSE(line.ends_with(' ')) << line;
    }
}

TEST(Help, shows_every_option_of_its_verb_and_no_other) {
  for (const Verb verb : k_verbs_with_help) {
    const std::string text = help_text(verb);
    for (const OptionEntry& option : all_options()) {
      const std::string line = "\n  " + std::string(option.name) + (option.argument.empty() ? "" : " " + std::string(option.argument));
      const bool belongs = (option.verbs & verb_bit(verb)) != 0;
      if (belongs) {
        EXPECT_THAT(text, HasSubstr(line));
      } else {
        EXPECT_THAT(text, Not(HasSubstr("\n  " + std::string(option.name) + " ")));
      }
    }
  }
}

TEST(Help, names_no_verb_or_option_that_is_not_there) {
  const std::string text = help_text(Verb::bisect);
  for (const char* absent : {"bisect scan", "bisect compare", "nightly [",
                             "bisect explain", "bisect doctor", "--executor", "--jobs",
                             "instructions"})
    EXPECT_THAT(text, Not(HasSubstr(absent)));
}

TEST(Help, examples_are_understood) {
  const char* const argv[] = {"bisect", "--good", "v1.4", "--bad", "main", "--build", "make -j4",
                              "--run", "./bench --json", "--metric", "json:/decode/ns", "--pin",
                              "third_party/zlib=v1.2.11"};
  EXPECT_TRUE(parse_command_line(std::size(argv), argv));
  const char* const plan[] = {"bisect", "--plan", "nightly.toml", "--look-for", "failing", "--budget", "3h"};
  EXPECT_TRUE(parse_command_line(std::size(plan), plan));
}

}  // namespace
}  // namespace bisect::app
