#pragma once

#include "core/finding.hpp"
#include "harness/engine/endings.hpp"
#include "harness/engine/inquiry.hpp"
#include "harness/engine/split_question.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace bisect::engine {

/// Which parts are put in: their indices.
using PartChoice = std::set<int>;

/// A combination of parts that was built and run a few times.
struct Attempt {
  Endings endings = Endings::none;
  int runs = 0;
  int failures = 0;
  std::string first_failure;
  std::optional<core::NotTestable> why;  ///< does not build, or is flaky

  /// Does it end as the whole does? `ending`: that of the whole.
  [[nodiscard]] bool shows(Endings ending) const { return !why && endings == ending; }
};

/// Of a round with one arm. Runs that disagree make it untestable.
[[nodiscard]] Attempt attempt_of(const core::RoundOutcome& outcome);

/// The search for the smallest sets of parts that make it fail (or pass, where that is looked for).
struct CauseSearch {
  explicit CauseSearch(SplitQuestion asked)
      : question(std::move(asked)), investigation(question.search) {}

  SplitQuestion question;
  Investigation investigation;
  std::map<PartChoice, Attempt> attempts;
  std::vector<PartChoice> order;   ///< of the attempts
  std::vector<PartChoice> causes;  ///< found so far

  [[nodiscard]] PartChoice all() const;
  /// How the whole is to end: it fails, where failing is looked for.
  [[nodiscard]] Endings sought() const;
  [[nodiscard]] const Attempt* find(const PartChoice& choice) const;
};

/// Builds and runs a combination three times, once for all.
Inquiry<Attempt> attempt(CauseSearch& search, PartChoice choice);

/// A set of parts out of `within`, which shows it, such that no set one part smaller does. Up to four parts:
/// all sets of the smallest size there are. More: delta debugging (Zeller & Hildebrandt, IEEE Transactions on
/// Software Engineering 28 (2002) 183-200), about 2 log2 n combinations for a single part among n, at most
/// n^2 + 3 n; a combination that cannot be tested counts as not showing it.
Inquiry<std::vector<PartChoice>> smallest_sets(CauseSearch& search, PartChoice within);

/// Finds causes until the parts outside of them do not show it any more. They are in `causes`.
Inquiry<bool> find_causes(CauseSearch& search);

}  // namespace bisect::engine
