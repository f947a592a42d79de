#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace bisect::acceptance {
namespace {

/// A way to fail, or to work again, that is looked for without any metric.
struct Behaviour {
  const char* fault;     ///< BENCH_FAULT of the fixture
  const char* look_for;
  std::vector<std::string> options;
};

void PrintTo(const Behaviour& row, std::ostream* stream) { *stream << row.fault; }

class LookFor : public testing::TestWithParam<Behaviour> {};

TEST_P(LookFor, finds_the_commit_that_changed_the_behaviour) {
  const Behaviour& row = GetParam();
  const Scene scene("failing");
  Question question;
  question.metric = "";
  question.options = row.options;
  question.options.insert(question.options.end(),
                          {"--look-for", row.look_for, "--env", std::string("BENCH_FAULT=") + row.fault});
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_THAT(answer.commits(), testing::ElementsAreArray(scene.expected().words("culprit")));
}

INSTANTIATE_TEST_SUITE_P(
    Behaviours, LookFor,
    testing::Values(Behaviour{"status", "failing", {}}, Behaviour{"signal", "failing", {}},
                    Behaviour{"hang", "failing", {"--run-timeout", "2s"}},
                    Behaviour{"output", "failing", {"--match", "wrong answer: [0-9]+"}},
                    Behaviour{"repaired", "passing", {}}),
    [](const auto& row) { return std::string(row.param.fault); });

TEST(LookForFailing, refuses_ends_that_do_not_differ) {
  const Scene scene("failing");
  Question question;
  question.metric = "";
  question.options = {"--look-for", "failing"};
  const Answer answer = ask(scene, question);
  SCOPED_TRACE(answer.story());
  EXPECT_THAT(answer.verdict(), testing::AnyOf("none", "refused"));
  EXPECT_THAT(answer.commits(), testing::IsEmpty());
}

}  // namespace
}  // namespace bisect::acceptance
