#include "tests/acceptance/answer.hpp"
#include "tests/acceptance/database_check.hpp"
#include "tests/acceptance/gate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <signal.h>

#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace bisect::acceptance {
namespace {

/// An ordinary search whose commands go through a gate.
class Interruption : public testing::Test {
 protected:
  Interruption() {
    gate.guard(question);
    question.options = {"--run-timeout", "20m"};
  }

  [[nodiscard]] support::Start command() const {
    std::vector<std::string> words = scene.arguments(question);
    words.insert(words.end(), {"--json", "-"});
    return scene.start(std::move(words));
  }

  void expect_culprit(const Answer& answer) const {
    SCOPED_TRACE(answer.story());
    EXPECT_EQ(answer.verdict(), "culprit");
    EXPECT_THAT(answer.commits(), testing::ElementsAreArray(scene.expected().words("culprit")));
    EXPECT_THAT(scene.touched(), testing::IsEmpty());
  }

  /// Every trial was run once, but for one in flight at each interruption; every build is inspected
  /// by one more run, which an interruption may cut off, too.
  void expect_no_trial_twice(const Answer& answer, std::size_t interruptions) const {
    const auto cost = answer.finding.value("cost", nlohmann::json::object());
    const std::size_t trials = cost.value("trials", std::size_t{0});
    const std::size_t builds = cost.value("builds", std::size_t{0});
    EXPECT_GE(gate.executions(), trials);
    EXPECT_LE(gate.executions(), trials + builds + interruptions)
        << trials << " trials, " << builds << " builds" << answer.story();
  }

  /// Nothing that the program started may outlive it; the kernel gets a while to clear away.
  void expect_nobody_left() const {
    std::vector<std::string> left = support::processes_using(scene.folder());
    for (int patience = 3000; !left.empty() && patience > 0; --patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      left = support::processes_using(scene.folder());
    }
    EXPECT_THAT(left, testing::IsEmpty());
  }

  Scene scene{"steps"};
  Gate gate{scene};
  Question question;
};

TEST_F(Interruption, second_run_names_the_holder_and_leaves_the_first_unharmed) {
  gate.hold_at(3);
  support::RunningProgram first(command());
  ASSERT_TRUE(gate.wait_until_held(first)) << first.wait().err;
  const std::size_t before = gate.events();
  const support::Execution second = support::run_program(command());
  EXPECT_TRUE(first.running());
  EXPECT_EQ(second.status, 4) << second.command << "\n" << second.out << second.err;
  EXPECT_THAT(second.err, testing::HasSubstr(std::to_string(first.pid())));
  EXPECT_EQ(gate.events(), before) << "the second run built or ran something";
  gate.release();
  expect_culprit(read_answer(first.wait()));
}

TEST_F(Interruption, leftover_lock_of_a_dead_run_does_not_block) {
  gate.hold_at(3);
  support::RunningProgram first(command());
  ASSERT_TRUE(gate.wait_until_held(first)) << first.wait().err;
  first.send(SIGKILL);
  first.wait();
  expect_nobody_left();
  gate.release();
  expect_culprit(read_answer(support::run_program(command())));
}

class InterruptionBy : public Interruption, public testing::WithParamInterface<int> {};

TEST_P(InterruptionBy, ends_in_order_and_resumes_to_the_same_answer) {
  gate.hold_at(30);
  support::RunningProgram program(command());
  ASSERT_TRUE(gate.wait_until_held(program)) << program.wait().err;
  program.send(GetParam());
  const support::Execution interrupted = program.wait();
  EXPECT_EQ(interrupted.status, 130) << interrupted.command << "\n" << interrupted.err;
  EXPECT_FALSE(interrupted.hung);
  expect_nobody_left();
  EXPECT_EQ(integrity(scene.database()), "ok");
  EXPECT_THAT(scene.touched(), testing::IsEmpty());
  gate.release();
  const support::Execution resumed = support::run_program(
      scene.start({"resume", "--repo", scene.repository().string(), "--db",
                   scene.database().string(), "--work-dir", scene.work_folder().string(), "--json",
                   "-"}));
  const Answer answer = read_answer(resumed);
  expect_culprit(answer);
  expect_no_trial_twice(answer, 1);
}

INSTANTIATE_TEST_SUITE_P(Signals, InterruptionBy, testing::Values(SIGINT, SIGTERM),
                         [](const auto& row) { return row.param == SIGINT ? "SIGINT" : "SIGTERM"; });

class Killed : public Interruption, public testing::WithParamInterface<unsigned> {};

TEST_P(Killed, at_any_instant_the_same_command_goes_on_where_it_stopped) {
  constexpr std::size_t k_most_kills = 6;
  std::mt19937 random(GetParam());
  std::uniform_int_distribution<std::size_t> events(1, 25);
  std::uniform_int_distribution<int> microseconds(0, 15000);
  std::size_t kills = 0;
  while (kills < k_most_kills) {
    support::RunningProgram program(command());
    gate.wait_for_events(program, gate.events() + events(random));
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds(random)));
    program.send(SIGKILL);
    const support::Execution killed = program.wait();
    if (killed.status != 128 + SIGKILL) {  // it was quicker
      ASSERT_GT(kills, 0u) << "the search was over before the first kill";
      const Answer answer = read_answer(killed);
      expect_culprit(answer);
      return expect_no_trial_twice(answer, kills);
    }
    ++kills;
    expect_nobody_left();
    EXPECT_EQ(integrity(scene.database()), "ok");
  }
  const Answer answer = read_answer(support::run_program(command()));
  expect_culprit(answer);
  expect_no_trial_twice(answer, kills);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Killed, testing::Values(1u, 2u, 3u));

}  // namespace
}  // namespace bisect::acceptance
