#include "runners/build/stage_runner.hpp"

#include <utility>

namespace bisect::build {
namespace {

constexpr std::size_t k_log_tail = std::size_t{64} << 10;

/// The end of a stream, beginning at a line's start where the cut allows it.
std::string tail_of(const std::string& text) {
  if (text.size() <= k_log_tail) return text;
  const std::size_t cut = text.size() - k_log_tail;
  const std::size_t line = text.find('\n', cut);
  const std::size_t start = line == std::string::npos || line + 1 == text.size() ? cut : line + 1;
  return "[...]\n" + text.substr(start);
}

void append_text(std::string& log, const std::string& text) {
  log += text;
  if (!text.empty() && text.back() != '\n') log += '\n';
}

void append_attempt(std::string& log, int attempt, const core::Finished& finished) {
  log += "attempt " + std::to_string(attempt) + ": " + core::describe_ending(finished) + "\n";
  append_text(log, tail_of(finished.out));
  append_text(log, tail_of(finished.err));
}

core::Command to_command(const StageCommand& stage) {
  core::Command command;
  command.argv = core::shell(stage.text);
  command.environment = stage.environment;
  command.directory = stage.directory;
  command.time_limit = stage.time_limit;
  // The launcher keeps head and tail of each stream; only the tail is wanted.
  command.output_limit = 4 * k_log_tail;
  return command;
}

std::string reason_of(const core::Finished& finished, int attempts) {
  std::string reason = core::describe_ending(finished);
  if (attempts > 1) reason += " (attempt " + std::to_string(attempts) + ")";
  return reason;
}

}  // namespace

core::Result<StageResult> run_stage(core::Launcher& launcher, const StageCommand& command,
                                    const core::Cancellation& cancellation) {
  StageResult result;
  if (command.text.empty()) return result;
  std::string log;
  const core::Command process = to_command(command);
  while (true) {
    if (cancellation.requested()) return core::interrupted_error();
    core::Result<core::Finished> run = launcher.run(process, cancellation);
    if (!run) return std::move(run).error();
    const core::Finished& finished = *run;
    if (finished.ending == core::Ending::cancelled) return core::interrupted_error();
    ++result.attempts;
    result.elapsed += finished.usage.wall;
    if (finished.succeeded()) return result;
    append_attempt(log, result.attempts, finished);
    // A command that ran into its limit would only cost the same time again.
    if (finished.ending == core::Ending::timed_out || result.attempts > command.retries) {
      result.failure =
          core::NotTestable{command.stage, reason_of(finished, result.attempts), std::move(log)};
      return result;
    }
  }
}

}  // namespace bisect::build
