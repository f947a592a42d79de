#pragma once

#include "core/cancellation.hpp"
#include "core/clock.hpp"
#include "core/result.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace bisect::core {

enum class SchedulingClass {
  normal,
  fifo,  ///< SCHED_FIFO priority 10; falls back to normal where the right is missing
};

/// Where and how a process is scheduled.
struct Scheduling {
  std::optional<int> cpu;  ///< pin to this processor
  SchedulingClass policy = SchedulingClass::normal;
};

/// Extra attention for a run whose times are thrown away.
enum class Observation {
  none,
  threads,  ///< count threads while it runs (Finished::peak_threads)
};

/// One process to run. Nothing is inherited but what stands here; stdin is /dev/null.
struct Command {
  std::vector<std::string> argv;         ///< argv[0] is looked up along PATH of `environment`
  std::vector<std::string> environment;  ///< "KEY=VALUE", complete
  std::filesystem::path directory;       ///< working directory
  Duration time_limit{};                 ///< zero: none
  std::size_t output_limit = std::size_t{16} << 20;  ///< bytes kept of each stream: head and tail
  Scheduling scheduling{};
  Observation observation = Observation::none;
};

/// How a process came to its end.
enum class Ending {
  exited = 1,       ///< code = exit status
  signaled = 2,     ///< code = signal number
  timed_out = 3,    ///< killed by us at the time limit
  cancelled = 4,    ///< killed by us because the run was cancelled
  not_started = 5,  ///< code = errno of the failed start
};

/// What the kernel counted for the process (and the descendants it waited for).
struct Usage {
  Duration wall{};       ///< start to exit, monotonic clock
  Duration user{};
  Duration system{};
  Duration run_delay{};  ///< time the process itself waited on a run queue
  std::int64_t minor_faults = 0;
  std::int64_t major_faults = 0;
  std::int64_t voluntary_switches = 0;
  std::int64_t involuntary_switches = 0;
  std::int64_t peak_rss_bytes = 0;

  [[nodiscard]] Duration cpu() const { return user + system; }
};

/// A process that has ended, with everything it started: no descendant outlives it.
struct Finished {
  Ending ending = Ending::exited;
  int code = 0;
  Usage usage{};
  std::string out;                ///< bounded by Command::output_limit
  std::string err;
  std::int64_t out_dropped = 0;   ///< bytes left out of the middle of `out`
  std::int64_t err_dropped = 0;
  SchedulingClass policy = SchedulingClass::normal;  ///< what was really used
  int survivors_killed = 0;       ///< descendants still alive when the process ended
  /// Of all descendants at once, sampled, without processes that only wait for their children (a
  /// shell); 0 = not observed.
  int peak_threads = 0;

  [[nodiscard]] bool succeeded() const { return ending == Ending::exited && code == 0; }
};

/// Runs processes. One contract suite (tests/contract) holds for every implementation.
class Launcher {
 public:
  virtual ~Launcher() = default;
  /// Returns when the process and its descendants are gone. Error only when the launcher itself is
  /// broken (`environment`) or a promise is (`internal`); a failing process is data.
  virtual Result<Finished> run(const Command& command, const Cancellation& cancellation) = 0;
};

/// `/bin/sh -c text`: for commands that the user wrote.
[[nodiscard]] std::vector<std::string> shell(std::string text);

/// "exit status 2", "signal 11 (Segmentation fault)", "over its time limit", …
[[nodiscard]] std::string describe_ending(const Finished& finished);

}  // namespace bisect::core
