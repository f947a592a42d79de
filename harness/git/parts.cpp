#include "harness/git/parts.hpp"

#include "harness/git/path_glob.hpp"

#include <algorithm>
#include <optional>

namespace bisect::git {
namespace {

bool names(const core::PartRequest& request, const std::string& path) {
  return std::any_of(request.globs.begin(), request.globs.end(),
                     [&](const std::string& glob) { return names_path(glob, path); });
}

/// Which request a path belongs to; their number when none names it.
std::size_t owner_of(const std::string& path, const std::vector<core::PartRequest>& requests) {
  const auto owner = std::find_if(requests.begin(), requests.end(),
                                  [&](const auto& request) { return names(request, path); });
  return static_cast<std::size_t>(owner - requests.begin());
}

std::string listed(const std::vector<Change>& changes) {
  constexpr std::size_t k_most = 12;
  std::string text;
  for (std::size_t i = 0; i < std::min(changes.size(), k_most); ++i)
    text += (i == 0 ? "" : ", ") + changes[i].path;
  if (changes.size() > k_most) text += " and " + std::to_string(changes.size() - k_most) + " more";
  return text;
}

std::string joined(const std::vector<std::string>& globs) {
  std::string text;
  for (const std::string& glob : globs) text += (text.empty() ? "" : ",") + glob;
  return text;
}

}  // namespace

core::Result<std::vector<core::Part>> share_out(const std::vector<Change>& changes,
                                                const std::vector<core::PartRequest>& requests) {
  std::vector<core::Part> parts;
  for (const core::PartRequest& request : requests) parts.push_back({request.name, {}});
  parts.push_back({k_rest, {}});
  for (const Change& change : changes) {
    std::size_t owner = owner_of(change.path, requests);
    if (owner == requests.size() && !change.old_path.empty())
      owner = owner_of(change.old_path, requests);
    parts[owner].paths.push_back(change.path);
    if (!change.old_path.empty()) parts[owner].paths.push_back(change.old_path);
  }
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (parts[i].paths.empty())
      return core::usage_error("the part " + requests[i].name + " names nothing that changed (" +
                                   joined(requests[i].globs) + ")",
                               {"changed: " + listed(changes),
                                "the first part that names a path gets it"});
  if (parts.back().paths.empty()) parts.pop_back();
  if (parts.size() < 2)
    return core::usage_error("there is one part only, " + parts.front().name + ": nothing to tell apart",
                             {"name parts of the change with --part NAME=GLOB[,GLOB]",
                              "changed: " + listed(changes)});
  for (core::Part& part : parts) std::sort(part.paths.begin(), part.paths.end());
  return parts;
}

}  // namespace bisect::git
