#include "runners/process/supervisor.hpp"

#include "runners/process/channel.hpp"
#include "runners/process/process_tree.hpp"
#include "runners/process/reaper.hpp"
#include "runners/process/spawn.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace bisect::process {

namespace {

using core::Duration;
using core::Ending;

constexpr Duration k_never = Duration::max();
constexpr Duration k_first_sample = std::chrono::milliseconds(5);
constexpr Duration k_sample_interval = std::chrono::milliseconds(20);
constexpr int k_socket = 3;

Duration monotonic() { return std::chrono::steady_clock::now().time_since_epoch(); }

/// Counts the threads of everything below this process, now and then.
class ThreadSampler {
 public:
  ThreadSampler(core::Observation observation, Duration started)
      : m_due(observation == core::Observation::threads ? started + k_first_sample : k_never),
        m_peak(observation == core::Observation::threads ? 1 : 0) {}

  [[nodiscard]] Duration due() const { return m_due; }
  [[nodiscard]] int peak() const { return m_peak; }

  void sample(Duration now) {
    if (now < m_due) return;
    m_peak = std::max(m_peak, m_tree.working_threads(::getpid()));
    m_due = monotonic() + k_sample_interval;
  }

 private:
  ProcessTree m_tree;
  Duration m_due;
  int m_peak;
};

/// Why the supervisor stopped waiting for a process.
enum class Reason { ended, over_limit, cancelled, launcher_gone };

struct Watched {
  Reason reason;
  Duration at;  ///< monotonic
};

class Supervisor {
 public:
  explicit Supervisor(Descriptor socket) : m_channel(std::move(socket)) {}

  /// Returns when the launcher is gone.
  void serve();

 private:
  /// Returns false when the launcher is gone.
  bool run(const core::Command& command, std::vector<Descriptor> outputs);
  Watched watch(const Spawned& process, Duration limit, ThreadSampler& sampler);
  void wait_until(Duration time);
  bool launcher_spoke();

  Channel m_channel;
  Reaper m_reaper;
};

void Supervisor::serve() {
  for (;;) {
    core::Result<Message> message = m_channel.receive();
    if (!message) return;
    // A cancellation that crossed the answer it came too late for.
    if (message->kind == MessageKind::cancel) continue;
    const core::Result<core::Command> command = decode_command(message->payload);
    if (message->kind != MessageKind::run || !command || message->descriptors.size() != 2) {
      if (!m_channel.send(MessageKind::refused)) return;
      continue;
    }
    if (!run(*command, std::move(message->descriptors))) return;
  }
}

bool Supervisor::launcher_spoke() {
  pollfd socket{m_channel.descriptor(), POLLIN, 0};
  return ::poll(&socket, 1, 0) > 0;
}

void Supervisor::wait_until(Duration time) {
  pollfd events[] = {{m_reaper.descriptor(), POLLIN, 0}, {m_channel.descriptor(), POLLIN, 0}};
  if (time == k_never) {
    ::ppoll(events, std::size(events), nullptr, nullptr);
    return;
  }
  const Duration left = std::max(Duration::zero(), time - monotonic());
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  const timespec timeout{seconds.count(), (left - seconds).count()};
  ::ppoll(events, std::size(events), &timeout, nullptr);
}

Watched Supervisor::watch(const Spawned& process, Duration limit, ThreadSampler& sampler) {
  // A limit that would overflow the clock is none.
  const bool limited = limit > Duration::zero() && limit < k_never - process.started;
  const Duration deadline = limited ? process.started + limit : k_never;
  for (;;) {
    wait_until(std::min(deadline, sampler.due()));
    const Duration now = monotonic();
    if (m_reaper.look_for(process.pid) == Ended::yes) return {Reason::ended, now};
    if (now >= deadline) return {Reason::over_limit, now};
    if (launcher_spoke()) {
      const core::Result<Message> message = m_channel.receive();
      if (!message) return {Reason::launcher_gone, now};
      if (message->kind == MessageKind::cancel) return {Reason::cancelled, now};
    }
    sampler.sample(now);
  }
}

bool Supervisor::run(const core::Command& command, std::vector<Descriptor> outputs) {
  const Spawned process = spawn(command, outputs[0].number(), outputs[1].number());
  outputs.clear();  // the process alone holds them: its end is theirs
  core::Finished finished;
  if (process.error != 0) {
    finished.ending = Ending::not_started;
    finished.code = process.error;
    return m_channel.send(MessageKind::finished, encode(finished)).has_value();
  }
  ThreadSampler sampler(command.observation, process.started);
  const auto [reason, at] = watch(process, command.time_limit, sampler);
  const Remains remains = m_reaper.sweep(process.pid);
  if (reason == Reason::launcher_gone) return false;
  if (remains.stuck) {
    return m_channel.send(MessageKind::stuck, std::to_string(*remains.stuck)).has_value();
  }
  const bool by_signal = WIFSIGNALED(remains.status);
  switch (reason) {
    case Reason::over_limit: finished.ending = Ending::timed_out; break;
    case Reason::cancelled: finished.ending = Ending::cancelled; break;
    default: finished.ending = by_signal ? Ending::signaled : Ending::exited; break;
  }
  if (reason == Reason::ended) {
    finished.code = by_signal ? WTERMSIG(remains.status) : WEXITSTATUS(remains.status);
  }
  finished.usage = remains.usage;
  finished.usage.wall = at - process.started;
  finished.policy = process.policy;
  finished.survivors_killed = remains.survivors_killed;
  finished.peak_threads = sampler.peak();
  return m_channel.send(MessageKind::finished, encode(finished)).has_value();
}

/// Holds on to the socket and nothing else: no terminal, no directory, no file of the launcher's.
void let_go(const Descriptor& socket) {
  const int kept = ::fcntl(socket.number(), F_DUPFD_CLOEXEC, k_socket + 1);
  const int null = ::open("/dev/null", O_RDWR);
  for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; ++standard) ::dup2(null, standard);
  ::dup3(kept, k_socket, O_CLOEXEC);
  ::closefrom(k_socket + 1);
  if (::chdir("/") != 0) ::_exit(EXIT_FAILURE);
}

/// Only the launcher decides about the end: not the terminal, not a kill of the process group.
void stand_apart() {
  ::setsid();
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGUSR1, SIGUSR2}) {
    ::signal(number, SIG_IGN);
  }
  ::prctl(PR_SET_NAME, "bisect-superv");
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) ::_exit(EXIT_FAILURE);
  // One above the workload's, so that the end of a real-time process is seen at once. Not allowed
  // to everybody; then nothing it starts is in real-time class either.
  const sched_param priority{k_fifo_priority + 1};
  ::sched_setscheduler(0, SCHED_FIFO, &priority);
}

}  // namespace

void supervise(Descriptor socket) {
  let_go(socket);
  stand_apart();
  Supervisor(Descriptor(k_socket)).serve();
  ::_exit(EXIT_SUCCESS);
}

}  // namespace bisect::process
