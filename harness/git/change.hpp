#pragma once

#include <compare>
#include <string>

namespace bisect::git {

/// One path that differs between two commits: added, deleted, renamed, or with another content, mode,
/// or commit of a submodule.
struct Change {
  std::string path;      ///< after the change; of a deletion, before it
  std::string old_path;  ///< of a renaming; else empty

  auto operator<=>(const Change&) const = default;
};

/// A stretch of lines that differs between two contents of a file, as in a diff without context. Lines count
/// from 1; of a stretch without lines the start is the line before it.
struct Hunk {
  int old_start = 0;
  int old_lines = 0;
  int new_start = 0;
  int new_lines = 0;

  auto operator<=>(const Hunk&) const = default;
};

}  // namespace bisect::git
