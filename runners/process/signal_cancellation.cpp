#include "runners/process/signal_cancellation.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

namespace bisect::process {

namespace {

constexpr int k_interrupted_status = 130;

// All that a signal handler may touch.
std::atomic<int> g_event{-1};
std::atomic<bool> g_requested{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void on_signal(int) {
  const int saved = errno;
  if (g_requested.exchange(true)) ::_exit(k_interrupted_status);
  const std::uint64_t one = 1;
  // An eventfd takes its first count whatever happens.
  if (::write(g_event.load(), &one, sizeof one) < 0) ::_exit(k_interrupted_status);
  errno = saved;
}

}  // namespace

core::Result<std::unique_ptr<SignalCancellation>> SignalCancellation::install() {
  if (g_event.load() >= 0) return core::internal_error("signals already cancel something else");
  Descriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event.open()) {
    return core::environment_error(std::string("cannot make an event descriptor: ") +
                                   std::strerror(errno));
  }
  return std::unique_ptr<SignalCancellation>(new SignalCancellation(std::move(event)));
}

SignalCancellation::SignalCancellation(Descriptor event) : m_event(std::move(event)) {
  g_requested = false;
  g_event = m_event.number();
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < k_signals.size(); ++i) {
    ::sigaction(k_signals[i], nullptr, &m_former[i]);
    if (m_former[i].sa_handler != SIG_IGN) ::sigaction(k_signals[i], &action, nullptr);
  }
}

SignalCancellation::~SignalCancellation() {
  for (std::size_t i = 0; i < k_signals.size(); ++i) {
    ::sigaction(k_signals[i], &m_former[i], nullptr);
  }
  g_event = -1;
}

bool SignalCancellation::requested() const { return g_requested.load(); }

}  // namespace bisect::process
