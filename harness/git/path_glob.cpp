#include "harness/git/path_glob.hpp"

#include <fnmatch.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace bisect::git {
namespace {

std::vector<std::string> names_of(std::string_view path) {
  std::vector<std::string> names;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    if (!name.empty() && name != ".") names.emplace_back(name);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
  }
  return names;
}

/// Quadratic at worst: only the last `**` needs to be tried again, because whatever it takes more the
/// ones before it could have taken less of.
bool matches(std::span<const std::string> patterns, std::span<const std::string> names) {
  std::size_t pattern = 0;
  std::size_t name = 0;
  std::size_t after_stars = std::string::npos;
  std::size_t taken = 0;
  while (name < names.size()) {
    if (pattern < patterns.size() && patterns[pattern] == "**") {
      after_stars = ++pattern;
      taken = name;
    } else if (pattern < patterns.size() &&
               fnmatch(patterns[pattern].c_str(), names[name].c_str(), 0) == 0) {
      ++pattern;
      ++name;
    } else if (after_stars != std::string::npos) {
      pattern = after_stars;
      name = ++taken;
    } else {
      return false;
    }
  }
  // "src/**" names what is in src, not a file of that name.
  if (pattern + 1 == patterns.size() && patterns[pattern] == "**") return patterns.size() == 1;
  return pattern == patterns.size();
}

}  // namespace

bool names_path(std::string_view pattern, std::string_view path) {
  const std::vector<std::string> patterns = names_of(pattern);
  const std::vector<std::string> names = names_of(path);
  if (patterns.empty()) return false;
  if (pattern.find_first_of("*?[") != std::string_view::npos) return matches(patterns, names);
  return patterns.size() <= names.size() &&
         std::equal(patterns.begin(), patterns.end(), names.begin());
}

}  // namespace bisect::git
