#pragma once

#include "tests/acceptance/scene.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace bisect::acceptance {

/// Notes every build and every execution of the workload, and can hold the workload at a chosen
/// execution until it is let go: a test then knows what goes on while it acts, without any timing.
class Gate {
 public:
  explicit Gate(const Scene& scene);

  /// Makes the question's commands go through the gate.
  void guard(Question& question) const;
  /// The n-th execution from now on (1 = the next) waits until `release`.
  void hold_at(std::size_t execution) const;
  void release() const;
  /// Waits until the workload stands at the gate; false when `program` ended before.
  [[nodiscard]] bool wait_until_held(support::RunningProgram& program) const;
  /// Runs the command until the workload's n-th execution, kills it there, and runs it again: the answer
  /// must be a culprit, and no more executed than what it says was run, and what was under way.
  void expect_gone_on_with(const std::vector<std::string>& command, std::size_t execution) const;
  /// Waits until this many builds and executions have been noted in all, or `program` has ended.
  void wait_for_events(support::RunningProgram& program, std::size_t events) const;

  [[nodiscard]] std::size_t executions() const;
  [[nodiscard]] std::size_t events() const;

 private:
  const Scene& m_scene;
  std::filesystem::path m_folder;
};

}  // namespace bisect::acceptance
