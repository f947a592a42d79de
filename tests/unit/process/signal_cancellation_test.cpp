#include "runners/process/signal_cancellation.hpp"

#include <gtest/gtest.h>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace bisect::process {
namespace {

bool readable(int descriptor) {
  pollfd event{descriptor, POLLIN, 0};
  return ::poll(&event, 1, 0) == 1;
}

/// Runs `body` in a process of its own and returns its wait status.
template <class Body>
int in_own_process(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    body();
    ::_exit(99);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

class SignalCancellationOf : public testing::TestWithParam<int> {};

TEST_P(SignalCancellationOf, TheFirstSignalRequests) {
  const auto cancellation = SignalCancellation::install();
  ASSERT_TRUE(cancellation);
  EXPECT_FALSE((*cancellation)->requested());
  EXPECT_FALSE(readable((*cancellation)->descriptor()));
  std::raise(GetParam());
  EXPECT_TRUE((*cancellation)->requested());
  EXPECT_TRUE(readable((*cancellation)->descriptor()));
  EXPECT_TRUE(readable((*cancellation)->descriptor()));
}

INSTANTIATE_TEST_SUITE_P(Signals, SignalCancellationOf, testing::Values(SIGINT, SIGTERM, SIGHUP));

TEST(SignalCancellation, TheSecondSignalEndsTheProcess) {
  const int status = in_own_process([] {
    const auto cancellation = SignalCancellation::install();
    std::raise(SIGINT);
    std::raise(SIGTERM);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
}

TEST(SignalCancellation, AnIgnoredSignalStaysIgnored) {
  const int status = in_own_process([] {
    std::signal(SIGHUP, SIG_IGN);
    const auto cancellation = SignalCancellation::install();
    std::raise(SIGHUP);
    ::_exit((*cancellation)->requested() ? 1 : 0);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(SignalCancellation, FormerActionsComeBack) {
  const int status = in_own_process([] {
    { const auto cancellation = SignalCancellation::install(); }
    std::raise(SIGTERM);
  });
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGTERM);
}

TEST(SignalCancellation, ThereIsOneAtATimeAndItStartsAfresh) {
  {
    const auto first = SignalCancellation::install();
    ASSERT_TRUE(first);
    const auto second = SignalCancellation::install();
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, core::ErrorKind::internal);
    std::raise(SIGINT);
  }
  const auto again = SignalCancellation::install();
  ASSERT_TRUE(again);
  EXPECT_FALSE((*again)->requested());
}

}  // namespace
}  // namespace bisect::process
