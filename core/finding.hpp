#pragma once

#include "core/attribution.hpp"
#include "core/commit.hpp"
#include "core/matrix.hpp"
#include "core/outcome.hpp"
#include "core/round.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bisect::core {

/// The answer in one word. The texts (to_text) are the contract's: "culprit", "slow-at-merge-base".
enum class Verdict {
  culprit = 1,
  candidates = 2,          ///< commits that no test can tell apart
  culprits = 3,            ///< several steps
  gradual = 4,
  none = 5,                ///< no change larger than effect.high
  improvement = 6,
  interaction = 7,
  slow_at_merge_base = 8,
  undecided = 9,
  refused = 10,
  compared = 11,           ///< nothing was searched: see the matrix
};

[[nodiscard]] std::string to_text(Verdict verdict);

/// What kind of change a named commit made.
enum class ChangeKind { slower = 1, faster = 2, changed = 3, failing = 4, passing = 5, merge = 6 };

[[nodiscard]] std::string to_text(ChangeKind kind);

/// A commit that the finding names.
struct NamedCommit {
  Commit commit;
  ChangeKind kind = ChangeKind::slower;
  std::optional<Ratio> ratio;  ///< to its parent; absent for failures and unmeasured members of a set
  double probability = 0;      ///< that this commit made the change, 0..1
  std::vector<std::string> changed_files;  ///< filled by the application; empty = not asked
};

/// Bad end against good end.
struct Effect {
  std::string metric;
  std::string unit;
  double good = 0;  ///< mean of the trials
  double bad = 0;
  Ratio ratio;
  double p_value = 1;
  std::string test;
};

/// How a commit came out of its measurement.
enum class Standing {
  good = 1,
  bad = 2,
  between = 3,     ///< neither nearer good nor nearer bad: perhaps several changes
  untestable = 4,
  identical = 5,   ///< runs the same program as a commit already judged; shares its standing
};

[[nodiscard]] std::string to_text(Standing standing);

/// One row of the evidence.
struct MeasuredCommit {
  Commit commit;
  Standing standing = Standing::good;
  Purpose purpose = Purpose::step;
  int trials = 0;
  int over_limit = 0;            ///< trials cut off at the time limit
  int failed = 0;
  std::optional<double> mean;    ///< in the metric's unit
  std::optional<Ratio> ratio;    ///< to the good end, from shared blocks
  double statistic = 0;
  double bound = 0;
  std::string note;              ///< e.g. "same program as 1a2b3c4d5e"
};

struct UntestableCommit {
  Commit commit;
  NotTestable why;
};

struct Cost {
  int builds = 0;
  int trials = 0;
  Duration wall{};
  Duration build{};
  Duration trial{};
};

/// The range that was searched.
struct SearchedRange {
  Commit good;
  Commit bad;
  std::optional<Commit> merge_base;  ///< where good does not lie on the way to bad
  int candidates = 0;                ///< commits that may hold the change, before measuring
};

/// The answer, with its evidence.
struct Finding {
  Verdict verdict = Verdict::undecided;
  std::vector<NamedCommit> commits;  ///< the one that answers the question first
  std::optional<SearchedRange> range;
  std::optional<Effect> effect;
  double probability = 0;            ///< of the answer, 0..1
  std::vector<MeasuredCommit> measured;
  std::vector<UntestableCommit> untestable;
  std::optional<Attribution> attribution;  ///< of a split, or of settings
  std::optional<Matrix> matrix;
  Cost cost;
  std::string reason;                ///< one sentence, with the cure where there is one
  std::vector<std::string> warnings;
};

}  // namespace bisect::core
