#include "harness/engine/matrix_strategy.hpp"

#include "harness/engine/calibration.hpp"
#include "harness/engine/cause_search.hpp"
#include "harness/engine/log_levels.hpp"
#include "harness/engine/variant_rows.hpp"
#include "stats/contrast.hpp"
#include "stats/summary.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace bisect::engine {
namespace {

constexpr int k_runs = 3;  // as a commit of a search for failures

using core::Tendency;

SplitQuestion cells_of(MatrixQuestion& question) {
  SplitQuestion cells;
  cells.search = std::move(question.search);
  cells.workload_of = std::move(question.workload_of);
  cells.samples = question.samples;
  for (std::size_t cell = 0; cell < question.candidates.size(); ++cell)
    cells.variants.push_back({static_cast<stats::PartSet>(cell), std::move(question.candidates[cell])});
  return cells;
}

std::vector<std::string> names_of(const core::Matrix& matrix) {
  std::vector<std::string> names;
  for (const std::string& label : matrix.labels)
    for (const core::MatrixSetting& setting : matrix.settings)
      names.push_back(setting.name.empty() ? label : label + ", " + setting.name);
  return names;
}

/// The first cell with a number; ratios are to it. Their number: there is none.
std::size_t reference_of(const Splitting& cells, const LogLevels& levels) {
  for (std::size_t cell = 0; cell < cells.variants.size(); ++cell)
    if (levels.measured().contains(cells.variants[cell].set)) return cell;
  return cells.variants.size();
}

/// Are all ratios to the reference known to half of the smallest change that counts?
bool are_ratios_known(const Splitting& cells) {
  const LogLevels levels(cells);
  const BisectQuestion& question = cells.investigation.question;
  const std::size_t reference = reference_of(cells, levels);
  if (reference == cells.variants.size()) return true;
  const double wanted = std::log1p(question.min_effect) / 2;
  const double each = 1 - (1 - question.confidence) / static_cast<double>(levels.measured().size());
  for (const stats::PartSet cell : levels.measured()) {
    const auto known = stats::estimate_contrast(
        levels.by_block(stats::difference(cells.variants[reference].set, cell)), each);
    if (!known || (known->interval.high - known->interval.low) / 2 > wanted) return false;
  }
  return true;
}

void put_numbers(const Splitting& cells, core::Matrix& matrix) {
  const LogLevels levels(cells);
  const std::size_t reference = reference_of(cells, levels);
  if (reference == cells.variants.size()) return;
  const Measure& measure = cells.investigation.setup.measure;
  matrix.metric = to_text(measure.metric);
  matrix.unit = measure.unit;
  matrix.reference = cells.names[reference];
  for (std::size_t cell = 0; cell < cells.variants.size(); ++cell) {
    const VariantState& state = cells.variants[cell];
    if (!levels.measured().contains(state.set)) continue;
    const auto values = values_of_arm(cells.trials, measure, static_cast<int>(state.measured_as));
    const auto summary = stats::summarize(values);
    const auto ratio = stats::estimate_contrast(
        levels.by_block(stats::difference(cells.variants[reference].set, state.set)),
        cells.investigation.question.confidence);
    core::MatrixCell& row = matrix.cells[cell];
    row.runs = static_cast<int>(values.size());
    if (summary) row.mean = summary->mean;
    if (ratio && cell != reference) row.ratio = ratio_of_logs(ratio->estimate, ratio->interval);
  }
}

/// What is known from builds and runs: a cell that is not untestable works, unless its run is what failed.
core::Matrix filled(const Splitting& cells, core::Matrix matrix) {
  matrix.cells.assign(cells.variants.size(), {});
  for (std::size_t cell = 0; cell < cells.variants.size(); ++cell) {
    const VariantState& state = cells.variants[cell];
    core::MatrixCell& row = matrix.cells[cell];
    if (!state.is_built) continue;
    const auto& why = state.why ? state.why : cells.variants[state.measured_as].why;
    const bool runs = why && why->stage == core::Stage::run;
    row.verdict = !why ? Tendency::passing : runs ? Tendency::failing : Tendency::untestable;
    if (runs) row.failure = why->reason;
    else row.why = why;
    if (cells.variants[state.measured_as].over_limit) row.failure = "ran over the time limit";
    if (state.measured_as != cell) row.same_as = cells.names[state.measured_as];
  }
  put_numbers(cells, matrix);
  return matrix;
}

core::Finding finding_of(const Splitting& cells, core::Matrix matrix, core::Verdict verdict,
                         std::string reason) {
  core::Finding finding;
  finding.verdict = verdict;
  finding.reason = std::move(reason);
  finding.warnings = cells.investigation.warnings;
  finding.matrix = std::move(matrix);
  if (verdict == core::Verdict::compared) finding.probability = cells.investigation.question.confidence;
  return finding;
}

/// Metric, placement and time limit from the first cell that works; why none does.
Inquiry<std::string> calibrate_on_any(Splitting& cells) {
  std::string reason;
  cells.investigation.setup.run_limit = cells.investigation.question.run_limit;
  for (std::size_t cell = 0; cell < cells.variants.size(); ++cell) {
    cells.investigation.outlook.activity = "calibrating on " + cells.names[cell];
    const Calibrated calibrated =
        co_await calibrate(cells.investigation, cells.variants[cell].candidate);
    if (!calibrated.failure) co_return std::string();
    if (reason.empty())
      reason = fmt::format("{}: {}: {}", cells.names[cell], to_text(calibrated.failure->stage),
                           calibrated.failure->reason);
  }
  co_return reason;
}

Inquiry<core::Finding> run_each(Splitting& cells, core::Matrix& matrix) {
  (void)co_await calibrate_on_any(cells);  // where all fail there is nothing to learn a limit from
  matrix.cells.assign(cells.variants.size(), {});
  for (std::size_t cell = 0; cell < cells.variants.size(); ++cell) {
    Investigation& investigation = cells.investigation;
    investigation.outlook.activity = "running " + cells.names[cell];
    core::RoundRequest round = investigation.request(core::Purpose::variants, {}, k_runs);
    round.arms = {{cells.variants[cell].candidate, 0}};
    const core::RoundOutcome outcome = co_await investigation.dialogue.ask(std::move(round));
    for (const std::string& warning : outcome.builds.front().warnings) investigation.warn(warning);
    const Attempt made = attempt_of(outcome);
    core::MatrixCell& row = matrix.cells[cell];
    row.why = made.why;
    row.runs = made.runs;
    row.failure = made.why ? "" : made.first_failure;
    row.verdict = made.why                             ? Tendency::untestable
                  : made.endings == Endings::all_fail ? Tendency::failing
                                                      : Tendency::passing;
    core::Decision decision;
    decision.subject = cells.names[cell];
    decision.verdict = core::to_text(row.verdict);
    decision.test = made.why ? to_text(made.why->stage) + ": " + made.why->reason : "endings of repeated runs";
    investigation.decisions.push_back(std::move(decision));
  }
  co_return finding_of(cells, matrix, core::Verdict::compared, "");
}

Inquiry<core::Finding> measure_all(Splitting& cells, core::Matrix& matrix) {
  const std::string reason = co_await calibrate_on_any(cells);
  if (!reason.empty())
    co_return finding_of(cells, filled(cells, matrix), core::Verdict::refused,
                         "no cell can be measured: " + reason + "; --look-for failing compares no numbers");
  const Obstacle obstacle = co_await measure_variants(cells, are_ratios_known);
  const bool is_lonely = !obstacle.reason.empty();
  if (is_lonely) cells.investigation.warn("no number is compared: fewer than two programs work");
  co_return finding_of(cells, filled(cells, matrix), core::Verdict::compared, "");
}

Inquiry<core::Finding> fill_matrix(MatrixWork& work) {
  if (judges_endings(work.cells.investigation.question)) {
    core::Finding finding = co_await run_each(work.cells, work.matrix);
    co_return finding;
  }
  core::Finding finding = co_await measure_all(work.cells, work.matrix);
  co_return finding;
}

}  // namespace

MatrixWork::MatrixWork(MatrixQuestion question)
    : cells(cells_of(question)), matrix(std::move(question.matrix)) {
  cells.names = names_of(matrix);
}

MatrixStrategy::MatrixStrategy(MatrixQuestion question)
    : InquiryState{MatrixWork(std::move(question))},
      InquiryStrategy(state.cells.investigation, fill_matrix(state)) {}

core::Finding MatrixStrategy::best_so_far(const std::string& reason) const {
  const auto& [cells, matrix] = state;
  const bool is_begun = !matrix.cells.empty();
  return finding_of(cells, is_begun ? matrix : filled(cells, matrix), core::Verdict::undecided, reason);
}

}  // namespace bisect::engine
