#pragma once

#include "core/candidate.hpp"
#include "core/commit.hpp"
#include "core/plan.hpp"
#include "core/result.hpp"
#include "harness/git/history.hpp"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

namespace bisect::git {

/// Turns commits into candidates: which pins and fix-ups of the plan are in force at a commit. A
/// stretch FROM..TO holds the commits that descend from (or are) FROM and are ancestors of (or are)
/// TO, wherever its ends lie; an open end reaches as far as the searched segment.
class CandidatePlan {
 public:
  /// Resolves every name in the plan once. Error `usage` for an unknown end of a stretch, a FROM that
  /// is no ancestor of TO, an unreadable patch, a pin of a path that is no submodule at either end,
  /// or of a revision that the submodule does not have.
  static core::Result<CandidatePlan> make(History& history, const Segment& segment,
                                          const core::Plan& plan);

  /// The commit with its pins (sorted by path; of several pins of one path the last given counts),
  /// its fix-ups (in the order given) and the plan's setting.
  [[nodiscard]] core::Candidate candidate(const core::Commit& commit) const;

 private:
  using Scope = std::optional<std::unordered_set<core::CommitId>>;  ///< absent: everywhere

  struct ScopedPin {
    core::Pin pin;
    Scope scope;
  };
  struct ScopedFixUp {
    core::FixUp fixup;
    Scope scope;
  };
  struct Maker;

  std::vector<ScopedPin> m_pins;
  std::vector<ScopedFixUp> m_fixups;
  std::string m_setting;
};

}  // namespace bisect::git
