#include "tests/integration_process/launcher_test.hpp"

#include <sched.h>

#include <cerrno>

namespace bisect::process {
namespace {

using core::Finished;
using core::SchedulingClass;

/// Fields 19 (nice), 40 (real-time priority) and 41 (policy) of the process's own stat.
constexpr const char* k_show_scheduling = "set -- $(cat /proc/$$/stat); echo ${19} ${40} ${41}";
constexpr const char* k_show_cpus = "grep Cpus_allowed_list: /proc/self/status | cut -f 2";

class SchedulingOf : public LauncherTest {
 protected:
  core::Command scheduled(const std::string& text, core::Scheduling scheduling) {
    core::Command command = in_shell(text);
    command.scheduling = scheduling;
    return command;
  }
  static std::vector<int> allowed_cpus() {
    cpu_set_t set;
    std::vector<int> cpus;
    EXPECT_EQ(::sched_getaffinity(0, sizeof set, &set), 0);
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
    return cpus;
  }
};

TEST_F(SchedulingOf, NormalIsNormalAlthoughTheSupervisorIsNot) {
  const Finished finished = run(scheduled(k_show_scheduling, {}));
  EXPECT_EQ(finished.policy, SchedulingClass::normal);
  EXPECT_EQ(finished.out, "0 0 0\n");
}

TEST_F(SchedulingOf, RealTimeIsWhatIsReported) {
  const Finished finished = run(scheduled(k_show_scheduling, {{}, SchedulingClass::fifo}));
  const bool fifo = finished.policy == SchedulingClass::fifo;
  EXPECT_EQ(finished.out, fifo ? "0 10 1\n" : "0 0 0\n");
}

TEST_F(SchedulingOf, TheSupervisorIsOneAboveWhereAllowed) {
  const bool fifo =
      run(scheduled("true", {{}, SchedulingClass::fifo})).policy == SchedulingClass::fifo;
  const pid_t supervisor = supervisor_pid();
  ASSERT_GT(supervisor, 0);
  sched_param parameters{};
  EXPECT_EQ(::sched_getscheduler(supervisor), fifo ? SCHED_FIFO : SCHED_OTHER);
  EXPECT_EQ(::sched_getparam(supervisor, &parameters), 0);
  EXPECT_EQ(parameters.sched_priority, fifo ? 11 : 0);
}

TEST_F(SchedulingOf, APinnedProcessSeesOneProcessorAndTheNextOneSeesAll) {
  const std::string all = output_of(k_show_cpus);
  for (const int cpu : allowed_cpus()) {
    const Finished finished = run(scheduled(k_show_cpus, {cpu, SchedulingClass::fifo}));
    EXPECT_EQ(finished.out, std::to_string(cpu) + "\n");
  }
  EXPECT_EQ(output_of(k_show_cpus), all);
}

TEST_F(SchedulingOf, AProcessorThatDoesNotExistIsRefused) {
  for (const int cpu : {1023, 100'000}) {
    const Finished finished = run(scheduled("true", {cpu, SchedulingClass::normal}));
    EXPECT_EQ(finished.ending, core::Ending::not_started) << cpu;
    EXPECT_EQ(finished.code, EINVAL) << cpu;
  }
  EXPECT_TRUE(run(scheduled("true", {})).succeeded());
  const auto negative =
      m_launcher->run(scheduled("true", {-1, SchedulingClass::normal}), m_cancellation);
  ASSERT_FALSE(negative.has_value());
  EXPECT_EQ(negative.error().kind, core::ErrorKind::internal);
}

TEST_F(SchedulingOf, ARealTimeSpinnerOnEveryProcessorIsStoppedAtItsLimit) {
  core::Command command = scheduled("$WORKLOAD spin 100000 & $WORKLOAD spin 100000 & wait",
                                    {{}, SchedulingClass::fifo});
  command.time_limit = std::chrono::milliseconds(1000);
  const Finished finished = run(command);
  EXPECT_EQ(finished.ending, core::Ending::timed_out);
  EXPECT_EQ(finished.survivors_killed, 2);
}

}  // namespace
}  // namespace bisect::process
