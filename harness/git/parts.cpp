#include "harness/git/parts.hpp"

#include "harness/git/path_glob.hpp"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <string_view>

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

/// Groups of files, each of which rather needs those before it than those after it.
enum class Layer { build, declarations, compiled, other, aside };

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

Layer layer_of(const std::filesystem::path& path) {
  for (const std::filesystem::path& folder : path.parent_path())
    if (is_one_of(folder.string(), {"test", "tests", "doc", "docs", "examples"})) return Layer::aside;
  const std::string name = path.filename().string();
  const std::string ending = path.extension().string();
  if (is_one_of(ending, {".md", ".rst", ".adoc"})) return Layer::aside;
  if (is_one_of(ending, {".cmake", ".mk", ".am", ".ac", ".in", ".bazel", ".gradle", ".toml"}) ||
      is_one_of(name, {"CMakeLists.txt", "Makefile", "configure", "meson.build", "BUILD", "pom.xml",
                       "package.json", "go.mod", ".gitmodules"}))
    return Layer::build;
  if (is_one_of(ending, {".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".def", ".proto", ".idl"}))
    return Layer::declarations;
  if (is_one_of(ending, {".c", ".cc", ".cpp", ".cxx", ".cu", ".s", ".S", ".m", ".mm", ".f", ".f90",
                         ".rs", ".go", ".java", ".kt", ".cs", ".swift", ".zig"}))
    return Layer::compiled;
  return Layer::other;
}

std::string listed(std::vector<std::string> paths) {
  constexpr std::size_t k_most = 12;
  std::sort(paths.begin(), paths.end());
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), k_most); ++i)
    text += (i == 0 ? "" : ", ") + paths[i];
  if (paths.size() > k_most) text += " and " + std::to_string(paths.size() - k_most) + " more";
  return text;
}

std::vector<std::string> paths_of(const std::vector<core::Part>& parts) {
  std::vector<std::string> paths;
  for (const core::Part& part : parts)
    paths.insert(paths.end(), part.paths.begin(), part.paths.end());
  return paths;
}

std::string joined(const std::vector<std::string>& globs) {
  std::string text;
  for (const std::string& glob : globs) text += (text.empty() ? "" : ",") + glob;
  return text;
}

}  // namespace

std::vector<core::Part> share_out(const std::vector<Change>& changes,
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
  std::erase_if(parts, [](const core::Part& part) { return part.paths.empty(); });
  for (core::Part& part : parts) std::sort(part.paths.begin(), part.paths.end());
  return parts;
}

core::Result<void> check_all_found(const std::vector<core::Part>& parts,
                                   const std::vector<core::PartRequest>& requests) {
  for (const core::PartRequest& request : requests) {
    const bool is_found = std::any_of(parts.begin(), parts.end(), [&](const core::Part& part) {
      return part.name == request.name;
    });
    if (!is_found)
      return core::usage_error("the part " + request.name + " names nothing that changed (" +
                                   joined(request.globs) + ")",
                               {"changed: " + listed(paths_of(parts)),
                                "the first part that names a path gets it"});
  }
  return {};
}

std::vector<Change> providers_first(std::vector<Change> changes) {
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    const Layer of_a = layer_of(a.path);
    const Layer of_b = layer_of(b.path);
    return of_a != of_b ? of_a < of_b : a.path < b.path;
  });
  return changes;
}

core::Result<void> check_number(const std::vector<core::Part>& parts) {
  if (parts.empty()) return core::usage_error("nothing changed: there is nothing to split");
  if (parts.size() < 2)
    return core::usage_error("there is one part only, " + parts.front().name + ": nothing to tell apart",
                             {"name parts of the change with --part NAME=GLOB[,GLOB]",
                              "changed: " + listed(paths_of(parts))});
  if (parts.size() > k_most_parts)
    return core::usage_error("the change has " + std::to_string(parts.size()) + " parts, more than " +
                                 std::to_string(k_most_parts),
                             {"join some: NAME=GLOB,GLOB"});
  return {};
}

}  // namespace bisect::git
