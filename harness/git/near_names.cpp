#include "harness/git/near_names.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace bisect::git {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string near_names(git_repository* repository, std::string_view name) {
  const std::size_t tolerated = name.size() < 4 ? 1 : 2;
  ReferenceIteratorHandle references;
  if (name.empty() || fill(references, git_reference_iterator_new, repository) != 0) return {};
  std::multimap<std::size_t, std::string> near;
  const char* full = nullptr;
  while (git_reference_next_name(&full, references.get()) == 0) {
    std::string_view shorthand = full;
    for (const std::string_view place : {"refs/tags/", "refs/heads/", "refs/remotes/"})
      if (shorthand.starts_with(place)) shorthand.remove_prefix(place.size());
    // The length alone rules most names out; what is left may cost a table each.
    const std::size_t longer = std::max(shorthand.size(), name.size());
    if (longer - std::min(shorthand.size(), name.size()) > tolerated) continue;
    if (const std::size_t distance = edit_distance(shorthand, name); distance <= tolerated)
      near.emplace(distance, shorthand);
  }
  std::string list;
  std::size_t listed = 0;
  for (const auto& [distance, candidate] : near) {
    if (++listed > 3) break;
    list += (list.empty() ? "'" : " or '") + candidate + "'";
  }
  return list;
}

}  // namespace bisect::git
