#include "tests/acceptance/gate.hpp"

#include "tests/acceptance/answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <thread>

namespace bisect::acceptance {

namespace fs = std::filesystem;

namespace {

void replace_file(const fs::path& file, const std::string& text) {
  std::ofstream stream(file.string() + ".new");
  stream << text;
  stream.close();
  fs::rename(file.string() + ".new", file);
}

std::size_t lines(const fs::path& file) {
  const std::string text = support::read_text(file);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// False when the program ended first.
bool poll_until(support::RunningProgram& program, const std::function<bool()>& condition) {
  while (!condition()) {
    if (!program.running()) return condition();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace

Gate::Gate(const Scene& scene) : m_scene(scene), m_folder(scene.notes()) {}

void Gate::guard(Question& question) const {
  question.build = "echo build >> " + (m_folder / "builds").string() + "; " + question.build;
  const fs::path script = fs::path(BISECT_CASES) / "gate.sh";
  question.run = "exec sh " + script.string() + " " + m_folder.string() + " " + question.run;
}

void Gate::hold_at(std::size_t execution) const {
  fs::remove(m_folder / "held");
  replace_file(m_folder / "hold", std::to_string(executions() + execution) + "\n");
}

void Gate::release() const { fs::remove(m_folder / "hold"); }

bool Gate::wait_until_held(support::RunningProgram& program) const {
  return poll_until(program, [&] { return fs::exists(m_folder / "held"); });
}

void Gate::expect_gone_on_with(const std::vector<std::string>& command, std::size_t execution) const {
  hold_at(execution);
  support::RunningProgram first(m_scene.start(command));
  ASSERT_TRUE(wait_until_held(first)) << first.wait().err;
  first.send(SIGKILL);
  (void)first.wait();
  release();
  const Answer answer = read_answer(support::run_program(m_scene.start(command)));
  SCOPED_TRACE(answer.story());
  EXPECT_EQ(answer.verdict(), "culprit");
  EXPECT_THAT(answer.execution.err, testing::HasSubstr("going on with session 1"));
  const auto trials = answer.finding["cost"].value("trials", std::size_t{0});
  const auto builds = answer.finding["cost"].value("builds", std::size_t{0});
  EXPECT_LE(executions(), trials + builds + 1);
}

void Gate::wait_for_events(support::RunningProgram& program, std::size_t events) const {
  poll_until(program, [&] { return this->events() >= events; });
}

std::size_t Gate::executions() const { return lines(m_folder / "runs"); }

std::size_t Gate::events() const { return executions() + lines(m_folder / "builds"); }

}  // namespace bisect::acceptance
