#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

/// Two ends that do not differ, and what could make a hasty tool believe that they do.
struct SameEnds {
  const char* name;
  const char* fixture;
  const char* metric;
  std::vector<std::string> options;
};

void PrintTo(const SameEnds& row, std::ostream* stream) { *stream << row.fixture; }

const std::vector<SameEnds>& same_ends() {
  static const std::vector<SameEnds> rows = {
      {"switches_given_from_outside", "P35", "lines:decode", {"--env", "CFLAGS=-DNDEBUG"}},
      {"always_the_same", "P48", "lines:flat", {}},
      {"machine_warms_up", "P50", "lines:decode", {"--min-effect", "5%"}},
      {"machine_warms_up_program_by_program", "warming", "lines:decode", {"--min-effect", "5%"}},
      {"two_modes", "P51", "lines:decode", {"--min-effect", "10%"}},
      {"independent_noise", "P52", "lines:case7", {"--min-effect", "5%"}},
  };
  return rows;
}

class NoChange : public testing::TestWithParam<SameEnds> {};

TEST_P(NoChange, is_not_turned_into_a_culprit) {
  const SameEnds& row = GetParam();
  const Scene scene(row.fixture);
  Question question;
  question.metric = row.metric;
  question.options = row.options;
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "none");
  EXPECT_THAT(answer.commits(), testing::IsEmpty());
  // One program needs no measuring; two need a bound on what may still be there.
  if (answer.reason().find("the same program") != std::string::npos) return;
  const nlohmann::json effect = answer.finding.value("effect", nlohmann::json());
  ASSERT_TRUE(effect.is_object()) << "what is the largest change that there may be?";
  EXPECT_GE(effect.value("high", 0.0), 1.0);
}

INSTANTIATE_TEST_SUITE_P(Fixtures, NoChange, testing::ValuesIn(same_ends()),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(ForeignLibrary, is_named_when_the_ends_do_not_differ) {
  const Scene scene("P36");
  Question question;
  question.options = {"--env", "{with_env}"};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), scene.expected().text("with_env.verdict"));
  EXPECT_THAT(answer.warnings(),
              testing::HasSubstr((scene.fixture() / "prefix/lib/libwork.so").string()));
}

/// Zero against zero is no ratio: the reader is told that nothing was measured.
TEST(Zeros, are_no_change_and_suspect) {
  const Scene scene("P48");
  Question question;
  question.metric = "lines:zero";
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "none");
  EXPECT_THAT(answer.commits(), testing::IsEmpty());
  EXPECT_THAT(answer.reason() + answer.warnings(), testing::HasSubstr("zero"));
}

/// A few lucky starts must not name anybody, and the reader should learn why it is so hard.
TEST(TwoModes, name_nobody_and_are_remarked) {
  const Scene scene("modes");
  Question question;
  question.options = {"--min-effect", "10%"};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_THAT(answer.verdict(), testing::AnyOf("none", "undecided"));
  EXPECT_THAT(answer.commits(), testing::IsEmpty());
  EXPECT_THAT(answer.warnings(), testing::HasSubstr("two modes"));
}

}  // namespace
}  // namespace bisect::acceptance
