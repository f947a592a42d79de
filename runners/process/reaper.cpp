#include "runners/process/reaper.hpp"

#include "runners/process/process_tree.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>

#include <chrono>
#include <fstream>
#include <string>

namespace bisect::process {

namespace {

using std::chrono::steady_clock;

constexpr auto k_patience = std::chrono::seconds(10);
constexpr int k_look_again_ms = 10;

core::Duration duration(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

/// Time on a run queue, from the second field of schedstat: of the first thread only. Readable for
/// as long as the process is not reaped; zero on kernels without it (no CONFIG_SCHED_INFO).
core::Duration run_delay(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/schedstat");
  std::int64_t on_cpu = 0;
  std::int64_t waiting = 0;
  if (!(file >> on_cpu >> waiting)) return {};
  return core::Duration(waiting);
}

core::Usage usage_of(const rusage& usage, core::Duration run_delay) {
  core::Usage result;
  result.user = duration(usage.ru_utime);
  result.system = duration(usage.ru_stime);
  result.run_delay = run_delay;
  result.minor_faults = usage.ru_minflt;
  result.major_faults = usage.ru_majflt;
  result.voluntary_switches = usage.ru_nvcsw;
  result.involuntary_switches = usage.ru_nivcsw;
  // Linux counts ru_maxrss in KiB, and starts it at the high-water mark of the process that
  // spawned: the supervisor must stay small.
  result.peak_rss_bytes = std::int64_t{usage.ru_maxrss} << 10;
  return result;
}

/// A child that has ended, not yet reaped; si_pid = 0 when there is none.
siginfo_t next_ended() {
  siginfo_t info{};
  if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) info.si_pid = 0;
  return info;
}

bool has_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// Kills a child with its process group. Groups do not cross sessions, and each of our children
/// began as, or descends from, the leader of a session made for it: none shares our own group.
void kill_with_group(pid_t child) {
  const pid_t group = ::getpgid(child);
  if (group > 0 && group != ::getpgrp()) ::kill(-group, SIGKILL);
  ::kill(child, SIGKILL);
}

}  // namespace

Reaper::Reaper() {
  // An inherited SIG_IGN would make the kernel reap our children unseen.
  struct sigaction action {};
  action.sa_handler = SIG_DFL;
  action.sa_flags = SA_NOCLDSTOP;
  ::sigaction(SIGCHLD, &action, nullptr);
  sigset_t child_signal;
  ::sigemptyset(&child_signal);
  ::sigaddset(&child_signal, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child_signal, nullptr);
  m_child_events = Descriptor(::signalfd(-1, &child_signal, SFD_CLOEXEC | SFD_NONBLOCK));
}

void Reaper::forget_events() {
  signalfd_siginfo event;
  while (::read(m_child_events.number(), &event, sizeof event) > 0) continue;
}

Ended Reaper::look_for(pid_t process) {
  forget_events();
  for (siginfo_t info = next_ended(); info.si_pid != 0; info = next_ended()) {
    if (info.si_pid == process) return Ended::yes;
    ::waitpid(info.si_pid, nullptr, 0);
  }
  return Ended::no;
}

void Reaper::reap_ended(pid_t process, Remains& remains) {
  for (siginfo_t info = next_ended(); info.si_pid != 0; info = next_ended()) {
    if (info.si_pid == process) {
      const core::Duration delay = run_delay(process);
      rusage usage{};
      ::wait4(process, &remains.status, 0, &usage);
      remains.usage = usage_of(usage, delay);
    } else {
      ::waitpid(info.si_pid, nullptr, 0);
      const bool killed = info.si_code == CLD_KILLED && info.si_status == SIGKILL;
      if (killed) ++remains.survivors_killed;
    }
  }
}

Remains Reaper::sweep(pid_t process) {
  const ProcessTree tree;
  const auto until = steady_clock::now() + k_patience;
  Remains remains;
  for (;;) {
    forget_events();
    reap_ended(process, remains);
    if (!has_children()) return remains;
    const std::vector<pid_t> children = tree.children(::getpid());
    if (steady_clock::now() >= until && !children.empty()) {
      remains.stuck = children.front();
      return remains;
    }
    for (const pid_t child : children) kill_with_group(child);
    pollfd wait{m_child_events.number(), POLLIN, 0};
    ::poll(&wait, 1, k_look_again_ms);
  }
}

}  // namespace bisect::process
