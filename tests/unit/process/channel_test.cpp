#include "runners/process/channel.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <thread>

namespace bisect::process {
namespace {

struct Ends {
  Descriptor left;
  Descriptor right;
};

Ends socket_pair() {
  int ends[2];
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

TEST(Channel, CarriesMessagesInOrder) {
  Ends ends = socket_pair();
  Channel left(std::move(ends.left));
  Channel right(std::move(ends.right));
  ASSERT_TRUE(left.send(MessageKind::run, "first"));
  ASSERT_TRUE(left.send(MessageKind::cancel));
  const auto first = right.receive();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->kind, MessageKind::run);
  EXPECT_EQ(first->payload, "first");
  const auto second = right.receive();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->kind, MessageKind::cancel);
  EXPECT_EQ(second->payload, "");
}

TEST(Channel, CarriesMoreThanASocketBufferHolds) {
  Ends ends = socket_pair();
  Channel left(std::move(ends.left));
  Channel right(std::move(ends.right));
  const std::string large(std::size_t{3} << 20, 'x');
  std::thread sender([&] { EXPECT_TRUE(left.send(MessageKind::run, large)); });
  const auto message = right.receive();
  sender.join();
  ASSERT_TRUE(message);
  EXPECT_TRUE(message->payload == large);
}

TEST(Channel, PassesDescriptorsThatDoNotSurviveExec) {
  Ends ends = socket_pair();
  Channel left(std::move(ends.left));
  Channel right(std::move(ends.right));
  int pipe_ends[2];
  ASSERT_EQ(::pipe2(pipe_ends, O_CLOEXEC), 0);
  Descriptor read_end(pipe_ends[0]);
  Descriptor write_end(pipe_ends[1]);
  const int passed[] = {write_end.number()};
  ASSERT_TRUE(left.send(MessageKind::run, "with", passed));
  const auto message = right.receive();
  ASSERT_TRUE(message);
  ASSERT_EQ(message->descriptors.size(), 1u);
  const int received = message->descriptors[0].number();
  EXPECT_EQ(::fcntl(received, F_GETFD), FD_CLOEXEC);
  ASSERT_EQ(::write(received, "!", 1), 1);
  char byte = 0;
  EXPECT_EQ(::read(read_end.number(), &byte, 1), 1);
  EXPECT_EQ(byte, '!');
}

TEST(Channel, TellsThatTheOtherEndIsGone) {
  Ends ends = socket_pair();
  Channel left(std::move(ends.left));
  ends.right.close();
  const auto message = left.receive();
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().kind, core::ErrorKind::environment);
  EXPECT_FALSE(left.send(MessageKind::cancel));
}

TEST(Channel, RefusesAMessageThatBreaksOff) {
  Ends ends = socket_pair();
  Channel right(std::move(ends.right));
  const std::uint32_t header[] = {100, 1};
  ASSERT_EQ(::send(ends.left.number(), header, sizeof header, 0), 8);
  ASSERT_EQ(::send(ends.left.number(), "half", 4, 0), 4);
  ends.left.close();
  EXPECT_FALSE(right.receive());
}

TEST(Channel, RefusesHeadersOutOfRange) {
  const std::uint32_t headers[][2] = {{0, 0}, {0, 6}, {k_max_payload + 1, 1}, {0xffffffff, 1}};
  for (const auto& header : headers) {
    Ends ends = socket_pair();
    Channel right(std::move(ends.right));
    ASSERT_EQ(::send(ends.left.number(), header, sizeof header, 0), 8);
    const auto message = right.receive();
    ASSERT_FALSE(message);
    EXPECT_EQ(message.error().kind, core::ErrorKind::internal);
  }
}

TEST(Channel, RefusesToSendTooMuch) {
  Ends ends = socket_pair();
  Channel left(std::move(ends.left));
  const auto sent = left.send(MessageKind::run, std::string(k_max_payload + 1, 'x'));
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().kind, core::ErrorKind::internal);
}

}  // namespace
}  // namespace bisect::process
