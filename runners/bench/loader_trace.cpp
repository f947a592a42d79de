#include "runners/bench/loader_trace.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;

void take_after(std::string_view line, std::string_view mark, std::set<std::string>& names) {
  const std::size_t position = line.find(mark);
  if (position == std::string_view::npos) return;
  const std::string_view name = line.substr(position + mark.size());
  if (!name.empty()) names.emplace(name);
}

void read_file(const fs::path& file, LoaderTrace& trace) {
  std::ifstream input(file);
  for (std::string line; std::getline(input, line);) {
    take_after(line, "\tcalling init: ", trace.libraries);
    take_after(line, "\tinitialize program: ", trace.programs);
  }
}

/// The path's component at `depth` below the root; empty when it is not that deep.
std::string component(const fs::path& path, int depth) {
  auto part = path.begin();
  for (int step = 0; step <= depth && part != path.end(); ++step) ++part;
  return part == path.end() ? std::string() : part->string();
}

bool is_system_folder(const std::string& name) {
  return name.starts_with("lib") || name == "bin" || name == "sbin";
}

bool belongs_to_system(const fs::path& path) {
  const std::string first = component(path, 0);
  const std::string second = component(path, 1);
  if (first == "usr") return is_system_folder(second);
  return is_system_folder(first) || ((first == "nix" || first == "gnu") && second == "store");
}

bool lies_in(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

std::string_view search_path(const core::Command& command) {
  for (const std::string& variable : command.environment)
    if (variable.starts_with("PATH=")) return std::string_view(variable).substr(5);
  return {};
}

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

std::optional<fs::path> find_along_path(const std::string& name, const core::Command& command) {
  std::string_view path = search_path(command);
  while (!path.empty()) {
    const std::string_view folder = path.substr(0, path.find(':'));
    path.remove_prefix(std::min(folder.size() + 1, path.size()));
    const fs::path file = command.directory / folder / name;
    if (is_file(file)) return file.lexically_normal();
  }
  return std::nullopt;
}

/// The file behind a name; absent when it cannot be found again.
std::optional<fs::path> locate(const std::string& name, const core::Command& command) {
  if (name.find('/') == std::string::npos) return find_along_path(name, command);
  const fs::path file = (command.directory / name).lexically_normal();
  return is_file(file) ? std::optional(file) : std::nullopt;
}

bool is_foreign(const fs::path& path, const fs::path& tree) {
  if (belongs_to_system(path)) return false;
  std::error_code error;
  // A link in the tree that leads out of it is as foreign as its target.
  const fs::path real = fs::canonical(path, error);
  if (error) return !lies_in(path, tree);
  return !lies_in(real, fs::canonical(tree, error)) && !belongs_to_system(real);
}

std::vector<std::string> foreign_of(const std::set<std::string>& names, const core::Command& command,
                                    const fs::path& tree) {
  std::set<std::string> found;
  for (const std::string& name : names) {
    const auto path = locate(name, command);
    if (path && is_foreign(*path, tree)) found.insert(path->string());
  }
  return {found.begin(), found.end()};
}

}  // namespace

void ask_for_loader_trace(core::Command& command, const fs::path& folder) {
  std::erase_if(command.environment,
                [](const std::string& variable) { return variable.starts_with("LD_DEBUG"); });
  command.environment.push_back("LD_DEBUG=libs");
  command.environment.push_back("LD_DEBUG_OUTPUT=" + (folder / "ld").string());
}

LoaderTrace read_loader_trace(const fs::path& folder) {
  LoaderTrace trace;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error))
    read_file(entry->path(), trace);
  return trace;
}

ForeignFiles foreign_files(const LoaderTrace& trace, const core::Command& command,
                           const fs::path& tree) {
  return {foreign_of(trace.libraries, command, tree), foreign_of(trace.programs, command, tree)};
}

}  // namespace bisect::bench
