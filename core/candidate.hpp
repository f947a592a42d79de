#pragma once

#include "core/ids.hpp"

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace bisect::core {

/// "This submodule at that commit", already resolved and in force for one candidate.
struct Pin {
  std::string path;  ///< relative to the top of the subject, no trailing slash
  CommitId commit;

  auto operator<=>(const Pin&) const = default;
};

/// A patch applied to the tree before it is built, never committed.
struct FixUp {
  std::string file;  ///< absolute path of the patch
  Digest content;

  auto operator<=>(const FixUp&) const = default;
};

/// Some of the hunks by which a file differs between two commits, counted from 0 in a diff without context.
struct HunkChoice {
  std::string path;
  std::vector<int> hunks;  ///< sorted; not empty

  auto operator<=>(const HunkChoice&) const = default;
};

/// Paths that lie as another commit has them: how a part of a change is put in. The source either has
/// a file, link or submodule at a path, which is taken with its mode, or nothing, and it is removed. Paths and
/// hunks are not both empty.
struct Overlay {
  CommitId source;
  std::vector<std::string> paths;         ///< relative to the top of the subject, sorted
  std::vector<HunkChoice> hunks = {};     ///< files that are changed in part; sorted, none among `paths`

  auto operator<=>(const Overlay&) const = default;
};

/// Everything that determines what is built and run. Bisecting, splitting, scanning and comparing
/// settings all choose candidates and measure them the same way.
struct Candidate {
  CommitId commit;
  TreeId tree;                ///< of the commit, with the overlay put over it
  std::vector<Pin> pins;      ///< sorted by path
  std::vector<FixUp> fixups;  ///< in the order given by the user
  std::string setting;        ///< name in the plan; empty = none
  std::optional<Overlay> overlay = std::nullopt;

  auto operator<=>(const Candidate&) const = default;
};

/// A candidate's n-th own build: generation 0 is shared by all measurements, later ones are fresh
/// builds made for a confirmation.
struct Arm {
  Candidate candidate;
  int generation = 0;

  auto operator<=>(const Arm&) const = default;
};

/// Identity of a candidate in the store: digest of all its fields.
[[nodiscard]] Digest candidate_key(const Candidate& candidate);

}  // namespace bisect::core
