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

}  // namespace bisect::git
