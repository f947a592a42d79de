#pragma once

#include "core/commit_graph.hpp"
#include "core/finding.hpp"
#include "core/plan.hpp"
#include "core/round.hpp"
#include "harness/engine/inquiry.hpp"
#include "harness/engine/measure.hpp"
#include "harness/engine/strategy.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bisect::engine {

/// What is asked, as values: nothing in here can look anything up.
struct BisectQuestion {
  core::Commit good;
  core::Commit bad;
  core::CommitGraph graph;
  std::vector<core::CommitId> merge_bases;
  std::function<core::Candidate(const core::Commit&)> candidate_of;
  std::vector<core::Metric> metrics;  ///< what trials report; the first decides unless `automatic`
  bool automatic_metric = false;      ///< metrics are {cpu, wall}: calibration chooses
  core::LookFor look_for = core::LookFor::slower;
  double min_effect = 0.02;
  double confidence = 0.95;
  core::Duration run_limit{};         ///< zero: ten times the calibrated time
  core::Walk walk = core::Walk::everything;
  core::Descend descend = core::Descend::into_merges;
  bool fifo_allowed = false;
};

/// Failing or passing is looked for: no number is compared, only how runs end.
[[nodiscard]] bool judges_endings(const BisectQuestion& question);

/// What is known about one commit.
struct Assessment {
  core::Commit commit;
  core::Standing standing = core::Standing::good;
  core::Purpose purpose = core::Purpose::step;
  std::optional<core::NotTestable> why;   ///< set when untestable
  std::optional<core::CommitId> same_as;  ///< runs the same program as this one, measured before
  core::Decision decision;
  Trouble trouble;
  std::vector<double> values;
  std::vector<double> logs;  ///< without what blocks shared (block_effects), in the direction looked for
  core::Digest program;
  double error = 0;  ///< bound on the probability that the standing is wrong
  double measured_at = 0;  ///< mean start of its trials, in seconds since 1970
};

/// How everything after the calibration is measured.
struct Setup {
  Measure measure;
  core::Placement placement = core::Placement::free;
  core::Duration run_limit{};
  double bound = 0;          ///< critical |z| of ends and steps
  double confirm_bound = 0;  ///< of the confirmation: a fifth of the error
  double effect = 0;         ///< log ratio bad/good in the direction looked for, once known
  int generation = 0;        ///< of the builds that steps use
  double start_seconds = 1;  ///< a trial of the ends took, on average
  double build_seconds = 10; ///< a build of the ends took, on average
};

/// The part of the chain that may still hold the change, for the outlook and an early end.
struct Suspects {
  std::vector<core::Commit> chain;  ///< first element: known to be before the change
  int good = 0;
  int bad = 0;
};

/// The state that the parts of the bisection share.
struct Investigation {
  explicit Investigation(BisectQuestion asked) : question(std::move(asked)) {}

  BisectQuestion question;
  Dialogue dialogue;
  Setup setup;
  std::vector<Assessment> assessments;  ///< in the order in which they were made
  std::vector<core::Decision> decisions;
  std::vector<std::string> warnings;
  Suspects suspects;
  Outlook outlook;
  std::optional<core::Effect> effect;
  double ends_error = 0;

  [[nodiscard]] core::RoundRequest request(core::Purpose purpose,
                                           const std::vector<core::Commit>& commits,
                                           int blocks) const;
  [[nodiscard]] const Assessment* find(const core::CommitId& commit) const;
  /// A commit that was really measured and whose build runs the same program.
  [[nodiscard]] const Assessment* find_program(const core::Digest& program) const;
  void add(Assessment assessment);
  void warn(const std::string& text);  ///< once per text
  /// Is it a change for the slower (larger, where smaller is better) that is looked for? A run over its
  /// limit then lies after the change, else before it.
  [[nodiscard]] bool seeks_slowdown() const;
};

}  // namespace bisect::engine
