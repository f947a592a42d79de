#include "runners/bench/host.hpp"

#include "runners/bench/host_facts.hpp"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

namespace bisect::bench {
namespace {

std::vector<int> usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> usable;
  if (sched_getaffinity(0, sizeof set, &set) != 0) return usable;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set)) usable.push_back(cpu);
  return usable;
}

/// Tried in a child: limits, capabilities and control groups all have a say, and this process must
/// not become real-time itself.
bool may_use_fifo() {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    constexpr int k_priority = 10;
    sched_param parameters{};
    parameters.sched_priority = k_priority;
    _exit(sched_setscheduler(0, SCHED_FIFO, &parameters) == 0 ? 0 : 1);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

HostObservation observe_host() {
  return {host_identity("/"), host_facts("/"), usable_processors(), may_use_fifo()};
}

}  // namespace bisect::bench
