#include "harness/engine/calibration.hpp"

#include "core/finding.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace bisect::engine {
namespace {

constexpr int k_calibration_blocks = 5;
// A run may take ten times as long as the good end before it counts as slow without end; small
// programs get a floor, or a busy moment would cut them off.
constexpr int k_limit_factor = 10;
constexpr core::Duration k_smallest_limit = std::chrono::seconds(5);
// Nothing is known yet about a run but that it must end.
constexpr core::Duration k_calibration_limit = std::chrono::hours(1);
// Waiting for something but a processor for more than a twentieth of the time: not CPU-bound.
constexpr double k_largest_idle_share = 0.05;

struct Shares {
  double parallel = 0;  ///< CPU time over wall time, all trials together
  bool cpu_bound = false;
};

/// Start-up and exit of a process cost some milliseconds that count as neither; a short run would
/// look idle without this allowance.
constexpr double k_idle_allowance_ns = 3e6;

/// A busy machine can make a trial look idle (only the main thread's queueing is known, a hypervisor's
/// is not), but nothing makes a waiting program look busy: the least idle trial decides.
Shares shares_of(const std::vector<core::Trial>& trials) {
  double all_wall = 0;
  double all_cpu = 0;
  Shares shares;
  for (const core::Trial& trial : trials) {
    const auto wall = static_cast<double>(trial.usage.wall.count());
    const auto cpu = static_cast<double>(trial.usage.cpu().count());
    const auto delay = static_cast<double>(trial.usage.run_delay.count());
    all_wall += wall;
    all_cpu += cpu;
    const double idle = wall - cpu - delay;
    if (idle < k_largest_idle_share * wall + k_idle_allowance_ns) shares.cpu_bound = true;
  }
  if (all_wall > 0) shares.parallel = all_cpu / all_wall;
  return shares;
}

/// Over the trials; there is at least one.
core::Duration median_wall(const std::vector<core::Trial>& trials) {
  std::vector<core::Duration> walls;
  for (const core::Trial& trial : trials) walls.push_back(trial.usage.wall);
  const auto middle = walls.begin() + static_cast<long>(walls.size() / 2);
  std::nth_element(walls.begin(), middle, walls.end());
  return *middle;
}

std::string names_of(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Finds the one reading of the deciding metric; says what to write when there are several.
std::optional<core::NotTestable> find_reading(const std::vector<core::Trial>& trials,
                                              Measure& measure) {
  std::set<std::string> names;
  for (const core::Trial& trial : trials)
    for (const core::Reading& reading : trial.readings)
      if (reading.metric == measure.index) {
        names.insert(reading.name);
        measure.name = reading.name;
        measure.unit = reading.unit;
      }
  if (names.size() == 1) return std::nullopt;
  if (names.empty())
    return core::NotTestable{core::Stage::run, "no trial reported " + to_text(measure.metric), ""};
  const std::string source = measure.metric.source == core::MetricSource::lines ? "lines" : "gbench";
  return core::NotTestable{core::Stage::run,
                           "the workload reports several benchmarks (" + names_of(names) +
                               "): choose one, for example --metric " + source + ":" +
                               *names.begin(),
                           ""};
}

double direction_of(const BisectQuestion& question, const core::Metric& metric) {
  const double worse = metric.better == core::Better::smaller ? 1 : -1;
  return question.look_for == core::LookFor::faster ? -worse : worse;
}

core::Placement placement_for(const BisectQuestion& question, const Shares& shares, int threads) {
  const bool single = threads <= 1 && shares.parallel < 1.05;
  if (!single) return core::Placement::free;
  return question.fifo_allowed && shares.cpu_bound ? core::Placement::pinned_fifo
                                                   : core::Placement::pinned;
}

void choose_metric(Investigation& investigation, const Shares& shares) {
  Measure& measure = investigation.setup.measure;
  measure.index = 0;
  if (investigation.question.automatic_metric && !(shares.cpu_bound && shares.parallel < 1.05))
    measure.index = 1;
  measure.metric = investigation.question.metrics[static_cast<std::size_t>(measure.index)];
  measure.direction = direction_of(investigation.question, measure.metric);
}

}  // namespace

Inquiry<Calibrated> calibrate(Investigation& investigation, core::Candidate end) {
  Setup& setup = investigation.setup;
  const BisectQuestion& question = investigation.question;
  setup.measure.metric = question.metrics.front();
  setup.run_limit = question.run_limit;
  core::RoundRequest round =
      investigation.request(core::Purpose::calibrate, {}, k_calibration_blocks);
  round.arms = {{std::move(end), 0}};
  if (round.run_limit == core::Duration{}) round.run_limit = k_calibration_limit;
  const core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));

  Calibrated result;
  if (outcome.builds.front().failure) {
    result.failure = outcome.builds.front().failure;
    co_return result;
  }
  std::vector<core::Trial> fine;
  std::string failure;
  for (const core::Trial& trial : outcome.trials) {
    if (trial.failure.empty() && trial.ending != core::Ending::timed_out) fine.push_back(trial);
    else failure = trial.failure;
  }
  const std::size_t failed = outcome.trials.size() - fine.size();
  if (failed > 1 || fine.empty()) {
    result.failure = core::NotTestable{core::Stage::run, failure, ""};
    co_return result;
  }
  const Shares shares = shares_of(fine);
  choose_metric(investigation, shares);
  if (!judges_endings(question)) result.failure = find_reading(fine, setup.measure);
  setup.placement = placement_for(question, shares, outcome.builds.front().peak_threads);
  if (setup.run_limit == core::Duration{})
    setup.run_limit = std::max(k_smallest_limit, median_wall(fine) * k_limit_factor);
  co_return result;
}

}  // namespace bisect::engine
