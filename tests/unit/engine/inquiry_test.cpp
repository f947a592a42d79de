#include "harness/engine/inquiry.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace bisect::engine {
namespace {

core::RoundRequest round_of(int blocks) {
  core::RoundRequest request;
  request.blocks = blocks;
  return request;
}

core::RoundOutcome outcome_of(int trials) {
  core::RoundOutcome outcome;
  outcome.trials.resize(static_cast<std::size_t>(trials));
  return outcome;
}

/// Counts how many of its copies live.
struct Witness {
  explicit Witness(int& counter) : alive(&counter) { ++*alive; }
  Witness(const Witness& other) : alive(other.alive) { ++*alive; }
  Witness& operator=(const Witness&) = delete;
  ~Witness() { --*alive; }
  int* alive;
};

Inquiry<int> ask_once(Dialogue& dialogue, int blocks) {
  const core::RoundOutcome outcome = co_await dialogue.ask(round_of(blocks));
  co_return static_cast<int>(outcome.trials.size());
}

Inquiry<int> ask_twice(Dialogue& dialogue) {
  const int first = co_await ask_once(dialogue, 1);
  const int second = co_await ask_once(dialogue, first + 1);
  co_return 100 * first + second;
}

Inquiry<std::string> outermost(Dialogue& dialogue, std::vector<std::string> words, Witness witness) {
  const int number = co_await ask_twice(dialogue);
  std::string text;
  for (const std::string& word : words) text += word;
  co_return text + std::to_string(number) + "/" + std::to_string(*witness.alive > 0);
}

Inquiry<int> immediate(int value) { co_return value; }

Inquiry<int> sum_of_immediate(int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) sum += co_await immediate(i);
  co_return sum;
}

Inquiry<int> throws_after_question(Dialogue& dialogue) {
  (void)co_await dialogue.ask(round_of(1));
  throw std::runtime_error("broken");
  co_return 0;
}

Inquiry<int> catches(Dialogue& dialogue) {
  try {
    co_return co_await throws_after_question(dialogue);
  } catch (const std::runtime_error&) {
  }
  (void)co_await dialogue.ask(round_of(7));
  co_return 5;
}

Inquiry<int> passes_on(Dialogue& dialogue) { co_return co_await throws_after_question(dialogue); }

TEST(InquiryTest, StartsOnlyWhenAsked) {
  Dialogue dialogue;
  Inquiry<int> inquiry = ask_once(dialogue, 3);
  EXPECT_FALSE(dialogue.pending());
  EXPECT_FALSE(inquiry.done());
  inquiry.start();
  ASSERT_TRUE(dialogue.pending());
  EXPECT_EQ(dialogue.pending()->blocks, 3);
  dialogue.answer(outcome_of(4));
  EXPECT_TRUE(inquiry.done());
  EXPECT_FALSE(dialogue.pending());
  EXPECT_EQ(inquiry.result(), 4);
}

TEST(InquiryTest, NestedQuestionsComeOutInOrder) {
  Dialogue dialogue;
  int alive = 0;
  {
    Inquiry<std::string> inquiry = outermost(dialogue, {"a", "long enough to live on the heap, "}, Witness(alive));
    inquiry.start();
    EXPECT_EQ(dialogue.pending()->blocks, 1);
    dialogue.answer(outcome_of(6));
    EXPECT_EQ(dialogue.pending()->blocks, 7);
    EXPECT_FALSE(inquiry.done());
    dialogue.answer(outcome_of(2));
    ASSERT_TRUE(inquiry.done());
    EXPECT_EQ(inquiry.result(), "along enough to live on the heap, 602/1");
    EXPECT_EQ(inquiry.result(), inquiry.result());
  }
  EXPECT_EQ(alive, 0);
}

TEST(InquiryTest, DestroyedHalfWayLeavesNothingBehind) {
  int alive = 0;
  Dialogue dialogue;
  for (int answers = 0; answers < 2; ++answers) {
    Inquiry<std::string> inquiry = outermost(dialogue, {"x"}, Witness(alive));
    inquiry.start();
    for (int i = 0; i < answers; ++i) dialogue.answer(outcome_of(1));
    EXPECT_GT(alive, 0);
  }
  EXPECT_EQ(alive, 0);
}

TEST(InquiryTest, NeverStartedLeavesNothingBehind) {
  int alive = 0;
  Dialogue dialogue;
  { const Inquiry<std::string> inquiry = outermost(dialogue, {"x"}, Witness(alive)); }
  EXPECT_EQ(alive, 0);
}

TEST(InquiryTest, ExceptionsReachWhoAwaits) {
  Dialogue dialogue;
  Inquiry<int> inquiry = catches(dialogue);
  inquiry.start();
  dialogue.answer(outcome_of(1));
  ASSERT_TRUE(dialogue.pending());
  EXPECT_EQ(dialogue.pending()->blocks, 7);
  dialogue.answer(outcome_of(1));
  EXPECT_EQ(inquiry.result(), 5);
}

TEST(InquiryTest, ExceptionsReachWhoAsksForTheResult) {
  Dialogue dialogue;
  Inquiry<int> inquiry = passes_on(dialogue);
  inquiry.start();
  dialogue.answer(outcome_of(1));
  ASSERT_TRUE(inquiry.done());
  EXPECT_THROW((void)inquiry.result(), std::runtime_error);
  EXPECT_THROW((void)inquiry.result(), std::runtime_error);
}

TEST(InquiryTest, AnswersFromMemoryNeedNoQuestion) {
  Inquiry<int> inquiry = sum_of_immediate(1000);
  inquiry.start();
  ASSERT_TRUE(inquiry.done());
  EXPECT_EQ(inquiry.result(), 999 * 1000 / 2);
}

TEST(InquiryTest, MovesItsCoroutineAlong) {
  Dialogue dialogue;
  Inquiry<int> inquiry = ask_once(dialogue, 2);
  Inquiry<int> other = std::move(inquiry);
  other.start();
  dialogue.answer(outcome_of(9));
  EXPECT_EQ(other.result(), 9);
}

}  // namespace
}  // namespace bisect::engine
