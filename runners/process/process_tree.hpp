#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <vector>

namespace bisect::process {

/// The kernel's account of processes, read from procfs: a snapshot that may be out of date when it
/// returns. Processes that vanish while being read are left out.
class ProcessTree {
 public:
  explicit ProcessTree(std::filesystem::path procfs = "/proc") : m_procfs(std::move(procfs)) {}

  /// Children of all threads of the process, zombies included. Reads task/*/children; on kernels
  /// without it (no CONFIG_PROC_CHILDREN) every process's stat.
  [[nodiscard]] std::vector<pid_t> children(pid_t process) const;

  /// Threads of all descendants of the process, itself and zombies not included. A process of one
  /// thread that sleeps and has children is taken to wait for them, as a shell does, and not counted.
  [[nodiscard]] int working_threads(pid_t process) const;

 private:
  struct Standing {
    char state;  ///< 'Z' = zombie, 'S' = asleep
    pid_t parent;
  };

  [[nodiscard]] std::vector<pid_t> tasks(pid_t process) const;
  [[nodiscard]] std::vector<pid_t> children_by_scan(pid_t process) const;
  [[nodiscard]] std::optional<Standing> standing(pid_t process) const;

  std::filesystem::path m_procfs;
};

}  // namespace bisect::process
