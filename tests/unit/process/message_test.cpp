#include "runners/process/message.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace bisect::process {
namespace {

using core::Duration;

core::Command full_command() {
  core::Command command;
  command.argv = {"program", "", "two words", "\xff\x01"};
  command.environment = {"PATH=/bin", "EMPTY="};
  command.directory = "/some/where";
  command.time_limit = std::chrono::milliseconds(1500);
  command.scheduling = {7, core::SchedulingClass::fifo};
  command.observation = core::Observation::threads;
  return command;
}

core::Finished full_finished() {
  core::Finished finished;
  finished.ending = core::Ending::signaled;
  finished.code = 11;
  finished.usage = {Duration(1), Duration(2), Duration(3), Duration(4), 5, 6, 7, 8, 9};
  finished.policy = core::SchedulingClass::fifo;
  finished.survivors_killed = 10;
  finished.peak_threads = 12;
  return finished;
}

TEST(Message, ACommandComesBackAsItWas) {
  const core::Command sent = full_command();
  const auto received = decode_command(encode(sent));
  ASSERT_TRUE(received);
  EXPECT_EQ(received->argv, sent.argv);
  EXPECT_EQ(received->environment, sent.environment);
  EXPECT_EQ(received->directory, sent.directory);
  EXPECT_EQ(received->time_limit, sent.time_limit);
  EXPECT_EQ(received->scheduling.cpu, sent.scheduling.cpu);
  EXPECT_EQ(received->scheduling.policy, sent.scheduling.policy);
  EXPECT_EQ(received->observation, sent.observation);
}

TEST(Message, NoProcessorComesBackAsNone) {
  core::Command sent = full_command();
  sent.scheduling.cpu.reset();
  const auto received = decode_command(encode(sent));
  ASSERT_TRUE(received);
  EXPECT_EQ(received->scheduling.cpu, std::nullopt);
}

TEST(Message, AnAnswerComesBackAsItWas) {
  const core::Finished sent = full_finished();
  const auto received = decode_finished(encode(sent));
  ASSERT_TRUE(received);
  EXPECT_EQ(received->ending, sent.ending);
  EXPECT_EQ(received->code, sent.code);
  EXPECT_EQ(received->usage.wall, sent.usage.wall);
  EXPECT_EQ(received->usage.user, sent.usage.user);
  EXPECT_EQ(received->usage.system, sent.usage.system);
  EXPECT_EQ(received->usage.run_delay, sent.usage.run_delay);
  EXPECT_EQ(received->usage.minor_faults, sent.usage.minor_faults);
  EXPECT_EQ(received->usage.major_faults, sent.usage.major_faults);
  EXPECT_EQ(received->usage.voluntary_switches, sent.usage.voluntary_switches);
  EXPECT_EQ(received->usage.involuntary_switches, sent.usage.involuntary_switches);
  EXPECT_EQ(received->usage.peak_rss_bytes, sent.usage.peak_rss_bytes);
  EXPECT_EQ(received->policy, sent.policy);
  EXPECT_EQ(received->survivors_killed, sent.survivors_killed);
  EXPECT_EQ(received->peak_threads, sent.peak_threads);
}

TEST(Message, EveryTruncationIsRefused) {
  const std::string command = encode(full_command());
  for (std::size_t size = 0; size < command.size(); ++size) {
    EXPECT_FALSE(decode_command(std::string_view(command).substr(0, size))) << size;
  }
  const std::string finished = encode(full_finished());
  for (std::size_t size = 0; size < finished.size(); ++size) {
    EXPECT_FALSE(decode_finished(std::string_view(finished).substr(0, size))) << size;
  }
}

TEST(Message, TrailingBytesAreRefused) {
  EXPECT_FALSE(decode_command(encode(full_command()) + '\0'));
  EXPECT_FALSE(decode_finished(encode(full_finished()) + '\0'));
}

TEST(Message, ACommandWithoutProgramIsRefused) {
  core::Command command = full_command();
  command.argv.clear();
  EXPECT_FALSE(decode_command(encode(command)));
}

TEST(Message, HugeCountsAreRefusedWithoutAllocating) {
  std::string bytes(8, '\xff');
  bytes[7] = '\x7f';
  EXPECT_FALSE(decode_command(bytes));
  EXPECT_FALSE(decode_command(bytes + bytes));
}

/// Whatever arrives is either refused or one of the messages that encode writes.
TEST(Message, RandomDamageIsRefusedOrReadsAsAnotherMessage) {
  const std::string command = encode(full_command());
  const std::string finished = encode(full_finished());
  std::mt19937 random(20240607);
  for (int i = 0; i < 20000; ++i) {
    std::string bytes = i % 2 == 0 ? command : finished;
    for (unsigned damage = 1 + random() % 4; damage > 0; --damage) {
      bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    }
    if (const auto read = decode_command(bytes)) {
      EXPECT_EQ(encode(*read), bytes);
    }
    if (const auto read = decode_finished(bytes)) {
      EXPECT_EQ(encode(*read), bytes);
    }
  }
}

}  // namespace
}  // namespace bisect::process
