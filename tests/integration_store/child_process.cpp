#include "tests/integration_store/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace bisect::integration_store {

ChildProcess::ChildProcess(const std::function<int(const Report&)>& work) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  m_pid = fork();
  if (m_pid < 0) throw std::runtime_error("no child");
  if (m_pid == 0) {
    close(ends[0]);
    const int status = work([out = ends[1]](int number) {
      if (write(out, &number, sizeof number) != static_cast<ssize_t>(sizeof number)) _exit(99);
    });
    _exit(status);
  }
  close(ends[1]);
  m_pipe = ends[0];
}

ChildProcess::~ChildProcess() {
  if (!m_waited) {
    send(SIGKILL);
    wait();
  }
  close(m_pipe);
}

void ChildProcess::send(int signal) const { kill(m_pid, signal); }

int ChildProcess::next_report() {
  int number = 0;
  return read(m_pipe, &number, sizeof number) == static_cast<ssize_t>(sizeof number) ? number : -1;
}

std::vector<int> ChildProcess::remaining_reports() {
  std::vector<int> reports;
  for (int number = next_report(); number >= 0; number = next_report()) reports.push_back(number);
  return reports;
}

int ChildProcess::wait() {
  int status = 0;
  waitpid(m_pid, &status, 0);
  m_waited = true;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace bisect::integration_store
