#pragma once

// Internal to the adapter: includes libgit2.

#include "harness/git/libgit2_handle.hpp"

#include <string>
#include <string_view>

namespace bisect::git {

/// Insertions, deletions and replacements that turn one word into the other (Levenshtein 1966).
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Up to three branches and tags that are written nearly like `name`, as "'x' or 'y'"; empty: none.
[[nodiscard]] std::string near_names(git_repository* repository, std::string_view name);

}  // namespace bisect::git
