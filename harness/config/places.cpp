#include "harness/config/places.hpp"

#include "core/digest.hpp"

#include <algorithm>
#include <cctype>
#include <string>
#include <system_error>

namespace bisect::config {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

bool is_bare_repository(const fs::path& folder) {
  return is_there(folder / "HEAD") && is_there(folder / "objects") && is_there(folder / "refs");
}

/// The folder itself or the nearest one above it that holds a repository; empty = none.
fs::path enclosing_repository(fs::path folder) {
  while (!is_there(folder / ".git") && !is_bare_repository(folder)) {
    if (folder == folder.parent_path()) return {};
    folder = folder.parent_path();
  }
  return folder;
}

core::Result<fs::path> find_repository(const fs::path& start) {
  std::error_code failed;
  const fs::path folder = fs::canonical(start, failed);
  if (failed || !fs::is_directory(folder, failed))
    return core::environment_error("there is no folder " + start.string(),
                                   {"--repo DIR names the repository to search"});
  fs::path top = enclosing_repository(folder);
  if (top.empty())
    return core::environment_error(folder.string() + " is not in a git repository",
                                   {"--repo DIR names the repository to search"});
  return top;
}

/// NAME-DIGEST: readable, and different for two clones of one name.
std::string subject_folder(const fs::path& top) {
  std::string name = top.filename().string();
  if (name.ends_with(".git")) name.resize(name.size() - 4);
  const auto is_plain = [](unsigned char c) {
    return c >= 0x80 || std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  };
  std::replace_if(name.begin(), name.end(), [&](char c) { return !is_plain(c); }, '_');
  return name + "-" + core::Hasher().add(top.string()).digest().text().substr(0, 8);
}

/// $XDG_…/bisect; the specification asks to ignore relative values (XDG Base Directory 0.8).
fs::path base_folder(const fs::path& xdg, const fs::path& home, const char* fallback) {
  if (xdg.is_absolute()) return xdg / "bisect";
  return home.is_absolute() ? home / fallback / "bisect" : fs::path();
}

}  // namespace

fs::path absolute_path(const fs::path& path, const fs::path& base, const fs::path& home) {
  const std::string text = path.string();
  if (text.starts_with("~/") && !home.empty()) return (home / text.substr(2)).lexically_normal();
  const fs::path absolute = (path.is_absolute() ? path : base / path).lexically_normal();
  return absolute.has_filename() ? absolute : absolute.parent_path();
}

core::Result<Places> find_places(const PlanDraft& draft, const Surroundings& surroundings) {
  const auto absolute = [&](const fs::path& path) {
    return absolute_path(path, surroundings.cwd, surroundings.home);
  };
  core::Result<fs::path> top = find_repository(absolute(draft.repository.value_or(".")));
  if (!top) return top.error();

  const std::string folder = subject_folder(*top);
  const fs::path state = base_folder(surroundings.state_home, surroundings.home, ".local/state");
  const fs::path cache = base_folder(surroundings.cache_home, surroundings.home, ".cache");
  if (!draft.database && state.empty())
    return core::environment_error("there is no home folder to keep results in",
                                   {"set HOME or XDG_STATE_HOME, or name a file with --db FILE"});
  if (!draft.work_dir && cache.empty())
    return core::environment_error("there is no home folder to build in",
                                   {"set HOME or XDG_CACHE_HOME, or name a folder with --work-dir DIR"});
  return Places{*top,
                draft.database ? absolute(*draft.database) : state / folder / "results.sqlite",
                draft.work_dir ? absolute(*draft.work_dir) : cache / folder};
}

}  // namespace bisect::config
