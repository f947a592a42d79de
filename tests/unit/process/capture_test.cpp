#include "runners/process/capture.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <string>

namespace bisect::process {
namespace {

std::string numbers(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += std::to_string(i) + ",";
  return text;
}

/// What a capture with that limit must hold, by definition.
std::string head_and_tail(const std::string& text, std::size_t limit) {
  if (text.size() <= limit) return text;
  return text.substr(0, limit / 2) + text.substr(text.size() - (limit - limit / 2));
}

TEST(Capture, KeepsEverythingWithinTheLimit) {
  Capture capture(10);
  capture.add("01234");
  capture.add("56789");
  EXPECT_EQ(capture.dropped(), 0);
  EXPECT_EQ(capture.take(), "0123456789");
}

TEST(Capture, KeepsHeadAndTailHoweverTheStreamIsCut) {
  const std::string text = numbers(200);
  for (const std::size_t limit : {0, 1, 2, 3, 7, 64, 255}) {
    for (const std::size_t piece : {1, 2, 5, 31, 300, 1000}) {
      Capture capture(limit);
      for (std::size_t at = 0; at < text.size(); at += piece) capture.add(text.substr(at, piece));
      EXPECT_EQ(capture.dropped(), static_cast<std::int64_t>(text.size() - limit));
      EXPECT_EQ(capture.take(), head_and_tail(text, limit)) << limit << " in pieces of " << piece;
    }
  }
}

TEST(CapturedPipe, DrainTakesWhatIsThereAndSeesTheEnd) {
  auto pipe = CapturedPipe::open(1000);
  ASSERT_TRUE(pipe.has_value());
  pipe->drain();
  EXPECT_GE(pipe->descriptor(), 0);
  ASSERT_EQ(::write(pipe->write_end(), "text", 4), 4);
  pipe->drain();
  EXPECT_GE(pipe->descriptor(), 0);
  pipe->close_write_end();
  pipe->drain();
  EXPECT_EQ(pipe->descriptor(), -1);
  EXPECT_EQ(pipe->capture().take(), "text");
}

TEST(CapturedPipe, OneDrainEmptiesAFullPipe) {
  auto pipe = CapturedPipe::open(1);
  ASSERT_TRUE(pipe.has_value());
  ASSERT_EQ(::fcntl(pipe->write_end(), F_SETFL, O_NONBLOCK), 0);
  std::int64_t written = 0;
  while (::write(pipe->write_end(), "x", 1) == 1) ++written;
  pipe->drain();
  EXPECT_EQ(pipe->capture().dropped(), written - 1);
}

}  // namespace
}  // namespace bisect::process
