#include "harness/app/terminal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <pty.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <string>

namespace bisect::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class StandingClock final : public core::Clock {
 public:
  [[nodiscard]] core::Duration monotonic() const override { return std::chrono::hours(1); }
  [[nodiscard]] std::chrono::sys_time<core::Duration> utc() const override { return {}; }
};

/// Lets stderr be the other end of something that can be read.
class Stderr {
 public:
  Stderr(int reader, int writer) : m_reader(reader), m_before(dup(STDERR_FILENO)) {
    dup2(writer, STDERR_FILENO);
    close(writer);
  }
  ~Stderr() {
    restore();
    close(m_reader);
  }

  /// What was written; stderr is the old one afterwards.
  std::string text() {
    restore();
    std::string result;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; (size = read(m_reader, buffer.data(), buffer.size())) > 0;)
      result.append(buffer.data(), static_cast<std::size_t>(size));
    return result;
  }

 private:
  void restore() {
    std::fflush(stderr);
    if (m_before < 0) return;
    dup2(m_before, STDERR_FILENO);
    close(m_before);
    m_before = -1;
  }

  int m_reader;
  int m_before;
};

engine::Progress progress(const std::string& activity, int blocks) {
  engine::Progress result;
  result.activity = activity;
  result.round_blocks = blocks;
  return result;
}

TEST(TerminalTest, ALineIsCutToTheWidthOrItCouldNotBeTakenBack) {
  const winsize size{.ws_row = 10, .ws_col = 20, .ws_xpixel = 0, .ws_ypixel = 0};
  int reader = -1;
  int writer = -1;
  if (openpty(&reader, &writer, nullptr, nullptr, &size) != 0)
    GTEST_SKIP() << "no pseudo-terminals here";
  std::string text;
  {
    Stderr replaced(reader, writer);
    const StandingClock clock;
    {
      Terminal terminal(Loudness::normal, clock);
      terminal.progress(progress("abcdefghijklmnopqrstuvwxyz", 0));
    }
    text = replaced.text();
  }
  EXPECT_THAT(text, HasSubstr("abcdefghijklmnopqrs"));
  EXPECT_THAT(text, Not(HasSubstr("abcdefghijklmnopqrst")));
  EXPECT_TRUE(text.ends_with("\r\033[K")) << "taken back at the end";
}

TEST(TerminalTest, ALogGetsOneLineAnActivityAndRound) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  Stderr replaced(ends[0], ends[1]);
  const StandingClock clock;
  {
    Terminal terminal(Loudness::normal, clock);
    terminal.progress(progress("building", 0));
    for (int block = 0; block < 3; ++block) {
      engine::Progress now = progress("measuring", 12);
      now.round_block = block;
      terminal.progress(now);
    }
    terminal.progress(progress("measuring", 24));
  }
  EXPECT_EQ(replaced.text(),
            "building\nmeasuring, block 1 of 12\nmeasuring, block 1 of 24\n");
}

}  // namespace
}  // namespace bisect::app
