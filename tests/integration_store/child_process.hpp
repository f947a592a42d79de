#pragma once

#include <sys/types.h>

#include <functional>
#include <vector>

namespace bisect::integration_store {

/// A forked child that reports numbers to the test. Killed at the latest with this object.
class ChildProcess {
 public:
  using Report = std::function<void(int)>;

  /// `work` runs in the child, which then exits with its result.
  explicit ChildProcess(const std::function<int(const Report&)>& work);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  [[nodiscard]] pid_t pid() const { return m_pid; }
  void send(int signal) const;
  /// The next number; -1 when the child has ended without one.
  int next_report();
  /// All numbers until the child's end.
  std::vector<int> remaining_reports();
  /// Waits; the exit status, or 128 + signal number.
  int wait();

 private:
  pid_t m_pid = -1;
  int m_pipe = -1;
  bool m_waited = false;
};

}  // namespace bisect::integration_store
