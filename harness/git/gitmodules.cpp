#include "harness/git/gitmodules.hpp"

#include "harness/git/git_options.hpp"

#include <algorithm>
#include <map>

namespace bisect::git {
namespace {

/// The name becomes a folder below .git/modules: git refuses a ".." in it (CVE-2018-11235).
bool is_safe_name(const std::string& name) {
  if (name.empty()) return false;
  const std::filesystem::path path(name);
  return !path.is_absolute() && std::find(path.begin(), path.end(), "..") == path.end();
}

/// An address or path with a leading dash would be read as an option (CVE-2018-17456).
bool is_safe(const GitmodulesEntry& entry) {
  return is_safe_name(entry.name) && !entry.path.empty() && !entry.path.starts_with('-') &&
         !entry.url.starts_with('-');
}

}  // namespace

const GitmodulesEntry* Gitmodules::find(const std::string& path) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const GitmodulesEntry& entry) { return entry.path == path; });
  return found == entries.end() ? nullptr : &*found;
}

core::Result<Gitmodules> read_gitmodules(const GitProgram& git,
                                         const std::filesystem::path& git_dir,
                                         const std::string& blob,
                                         const core::Cancellation& cancellation) {
  if (blob.empty()) return Gitmodules{};
  const auto finished = git.run({{"--git-dir=" + git_dir.string(), "config", "-z", "--no-includes",
                                  "--blob", blob, "--list"},
                                 git_dir,
                                 {}},
                                cancellation);
  if (!finished) return finished.error();
  if (!finished->succeeded()) return Gitmodules{{}, problem_of(*finished)};

  std::map<std::string, GitmodulesEntry> by_name;
  constexpr std::string_view k_section = "submodule.";
  for (const auto& [key, value] : parse_options(finished->out)) {
    const std::size_t last = key.rfind('.');
    if (!key.starts_with(k_section) || last < k_section.size()) continue;
    const std::string name = key.substr(k_section.size(), last - k_section.size());
    GitmodulesEntry& entry = by_name[name];
    entry.name = name;
    const std::string field = key.substr(last + 1);
    if (field == "path") entry.path = value.substr(0, value.find_last_not_of('/') + 1);
    if (field == "url") entry.url = value;
    if (field == "update") entry.update = value;
  }
  Gitmodules result;
  for (auto& [name, entry] : by_name)
    if (is_safe(entry)) result.entries.push_back(std::move(entry));
  return result;
}

}  // namespace bisect::git
