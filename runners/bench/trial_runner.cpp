#include "runners/bench/trial_runner.hpp"

#include "core/digest.hpp"
#include "runners/bench/host.hpp"
#include "runners/bench/line_pattern.hpp"
#include "runners/bench/metric_reader.hpp"
#include "runners/bench/quotation.hpp"
#include "runners/bench/text_lines.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace bisect::bench {
namespace {

constexpr std::size_t k_longest_line = 200;

/// The last line that is not blank.
std::string last_line(std::string_view text) {
  const std::string_view rest = trimmed(text);
  const std::size_t feed = rest.rfind('\n');
  return printable(feed == std::string_view::npos ? rest : rest.substr(feed + 1), k_longest_line);
}

std::optional<std::string> line_with(const LinePattern& pattern, std::string_view text) {
  std::optional<std::string> found;
  for_each_line(text, [&](const TextLine& line) {
    if (!found && pattern.matches(line.text)) found = printable(line.text, k_longest_line);
  });
  return found;
}

std::string describe_failure(const core::Finished& finished) {
  std::string text = core::describe_ending(finished);
  if (const std::string line = last_line(finished.err); !line.empty()) text += ": " + line;
  return text;
}

/// What is wrong with the run itself; empty = nothing.
std::string failure_of_run(const core::Finished& finished, const std::optional<LinePattern>& pattern) {
  if (!finished.succeeded()) return describe_failure(finished);
  if (!pattern) return "";
  for (const std::string* stream : {&finished.out, &finished.err})
    if (const auto line = line_with(*pattern, *stream)) return "the output says: " + *line;
  return "";
}

/// Is the exit status the program's own word, so that a metric may read it?
bool has_exit_status(const core::Finished& finished) {
  return finished.ending == core::Ending::exited && finished.code != 126 && finished.code != 127;
}

void read_exit_status(const TrialCommand& command, const core::Finished& finished,
                      core::Trial& trial) {
  for (std::size_t index = 0; index < command.metrics.size(); ++index) {
    const core::Metric& metric = command.metrics[index];
    if (metric.source != core::MetricSource::exit) continue;
    trial.readings.push_back(
        {static_cast<int>(index), core::to_text(metric), "", {static_cast<double>(finished.code)}});
    if (index == 0) trial.failure.clear();
  }
}

void read_output(const TrialCommand& command, const core::Finished& finished, core::Trial& trial) {
  MetricReadings read = read_metrics(command.metrics, finished, command.tree);
  trial.readings = std::move(read.readings);
  trial.dropped_values = read.dropped_values;
  trial.failure = std::move(read.failure);
}

}  // namespace

core::Result<core::Trial> run_trial(core::Launcher& launcher, const core::Clock& clock,
                                    const TrialCommand& command,
                                    const core::Cancellation& cancellation) {
  std::optional<LinePattern> pattern;
  if (!command.failure_pattern.empty()) {
    auto compiled = LinePattern::compile(command.failure_pattern);
    if (!compiled) return std::move(compiled).error();
    pattern = std::move(*compiled);
  }
  core::Trial trial;
  trial.load = load_average();
  trial.started = clock.utc();
  core::Result<core::Finished> run = launcher.run(command.command, cancellation);
  if (!run) return std::move(run).error();
  const core::Finished& finished = *run;
  if (finished.ending == core::Ending::cancelled) return core::interrupted_error();
  trial.ending = finished.ending;
  trial.code = finished.code;
  trial.usage = finished.usage;
  trial.scheduling = {command.command.scheduling.cpu, finished.policy};
  trial.output = core::Hasher().add(finished.out).digest();
  trial.failure = failure_of_run(finished, pattern);
  if (trial.failure.empty()) read_output(command, finished, trial);
  else if (!finished.succeeded() && has_exit_status(finished))
    read_exit_status(command, finished, trial);
  return trial;
}

}  // namespace bisect::bench
