#include "tests/golden/sample_pages.hpp"

#include <cmath>

namespace bisect::golden {
namespace {

using core::CommitId;
using core::Purpose;
using reports::MeasuredRound;
using reports::ReportModel;
using reports::RoundArm;
using reports::Start;
using reports::StartOutcome;

/// The same numbers on every machine.
class Noise {
 public:
  double uniform() { return (m_state = m_state * 1664525U + 1013904223U) / 4294967296.0; }
  /// Nearly normal, sd 1; one in fifty far out.
  double operator()() {
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return uniform() < 0.02 ? sum - 6 + 12 : sum - 6;
  }

 private:
  unsigned m_state = 7;
};

/// A session that is written down as it goes.
class Diary {
 public:
  explicit Diary(std::size_t repetitions = 1) : m_repetitions(repetitions) {}

  MeasuredRound round(Purpose purpose, const std::vector<RoundArm>& arms,
                      const std::vector<double>& levels, int blocks) {
    MeasuredRound round{purpose, arms, {}};
    for (int block = 0; block < blocks; ++block)
      for (std::size_t position = 0; position < arms.size(); ++position) {
        const std::size_t arm = (position + static_cast<std::size_t>(block)) % arms.size();
        round.starts.push_back(start(block, static_cast<int>(arm), static_cast<int>(position), levels[arm]));
      }
    m_seconds += 3;  // builds
    return round;
  }

 private:
  Start start(int block, int arm, int position, double level) {
    Start made{block, arm, position, m_seconds, StartOutcome::fine, {}, {}, 0.4 + m_noise.uniform()};
    m_seconds += 0.05;
    const double drift = 0.01 * std::sin(m_seconds / 20);
    made.value = 12.3e6 * level * std::exp(drift + 0.01 * m_noise());
    made.samples.assign(m_repetitions, *made.value);
    return made;
  }

  std::size_t m_repetitions;
  double m_seconds = 0;
  Noise m_noise;
};

CommitId id(char digit) { return CommitId("abc" + std::string(36, digit) + "f"); }
RoundArm arm(char digit, int generation = 0) { return {id(digit), "", generation}; }

void add_search(ReportModel& model, int scale, std::size_t repetitions) {
  Diary diary(repetitions);
  model.measurements.rounds = {
      diary.round(Purpose::calibrate, {arm('1')}, {1}, 5),
      diary.round(Purpose::ends, {arm('1'), arm('9')}, {1, 1.041}, 24 * scale),
      diary.round(Purpose::step, {arm('1'), arm('4')}, {1, 1}, 8 * scale),
      diary.round(Purpose::step, {arm('9'), arm('5')}, {1.041, 1.04}, 8 * scale),
      diary.round(Purpose::confirm, {arm('4', 1), arm('5', 1)}, {1.003, 1.044}, 24 * scale)};
  for (const char digit : {'1', '2', '3', '4', '5', '6', '7', '8', '9'})
    model.measurements.axis.push_back(id(digit));
  for (const char digit : {'4', '5'}) {
    core::MeasuredCommit row;
    for (const core::MeasuredCommit& known : model.finding.measured)
      if (known.commit.id == id(digit)) row = known;
    if (row.commit.id.empty()) return;
    row.purpose = Purpose::confirm;
    row.note = "fresh build";
    model.finding.measured.push_back(row);
  }
}

void add_failures(ReportModel& model) {
  for (MeasuredRound& round : model.measurements.rounds)
    for (Start& start : round.starts) {
      start.value.reset();
      start.samples.clear();
      const CommitId& commit = round.arms[static_cast<std::size_t>(start.arm)].commit;
      if (commit == id('5') || commit == id('9')) start.outcome = StartOutcome::failed;
    }
}

void add_split(ReportModel& model) {
  Diary diary;
  std::vector<RoundArm> arms;
  std::vector<double> levels;
  for (const core::Variant& variant : model.finding.attribution->variants) {
    if (!variant.mean || !variant.same_as.empty()) continue;
    arms.push_back({id('5'), variant.name, 0});
    levels.push_back(variant.ratio ? variant.ratio->value : 1);
  }
  model.measurements.rounds = {diary.round(Purpose::variants, arms, levels, 24)};
}

}  // namespace

std::vector<SampleReport> sample_pages() {
  std::vector<SampleReport> pages = sample_reports();
  for (SampleReport& page : pages) {
    if (page.model.finding.measured.empty()) continue;
    add_search(page.model, 1, 2);
    if (page.name == "failing") add_failures(page.model);
  }
  SampleReport split{"split", sample_split()};
  add_split(split.model);
  SampleReport both{"culprit_and_split", pages.front().model};
  both.model.split = std::make_shared<const ReportModel>(split.model);
  pages.push_back(std::move(split));
  pages.push_back(std::move(both));
  pages.push_back({"settings", sample_settings()});
  pages.push_back({"matrix", sample_matrix()});
  return pages;
}

reports::ReportModel large_page(std::size_t starts, std::size_t repetitions) {
  ReportModel model = sample_reports().front().model;
  add_search(model, static_cast<int>(starts / 128), repetitions);
  return model;
}

}  // namespace bisect::golden
