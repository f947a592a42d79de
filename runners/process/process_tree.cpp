#include "runners/process/process_tree.hpp"

#include <dirent.h>

#include <charconv>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

namespace bisect::process {

namespace {

std::optional<pid_t> parse_id(std::string_view text) {
  pid_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (error != std::errc() || end != text.data() + text.size() || id <= 0) return std::nullopt;
  return id;
}

/// The numeric entries of a procfs folder. readdir, because directory iterators stat and throw.
std::vector<pid_t> numbered_entries(const std::filesystem::path& folder) {
  std::vector<pid_t> ids;
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(::opendir(folder.c_str()), ::closedir);
  if (!entries) return ids;
  while (const dirent* entry = ::readdir(entries.get())) {
    if (const auto id = parse_id(entry->d_name)) ids.push_back(*id);
  }
  return ids;
}

}  // namespace

std::vector<pid_t> ProcessTree::tasks(pid_t process) const {
  return numbered_entries(m_procfs / std::to_string(process) / "task");
}

std::vector<pid_t> ProcessTree::children(pid_t process) const {
  std::vector<pid_t> found;
  for (const pid_t task : tasks(process)) {
    std::ifstream file(m_procfs / std::to_string(process) / "task" / std::to_string(task) /
                       "children");
    if (!file) continue;
    for (pid_t child = 0; file >> child;) found.push_back(child);
  }
  if (found.empty() && !std::filesystem::exists(m_procfs / "thread-self" / "children")) {
    return children_by_scan(process);
  }
  return found;
}

std::optional<ProcessTree::Standing> ProcessTree::standing(pid_t process) const {
  std::ifstream file(m_procfs / std::to_string(process) / "stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  // "PID (NAME) STATE PARENT …": the name may hold anything, even ") R 1".
  const std::size_t name_end = line.rfind(") ");
  if (name_end == std::string::npos || line.size() < name_end + 5) return std::nullopt;
  const std::string_view rest = std::string_view(line).substr(name_end + 4);
  const auto parent = parse_id(rest.substr(0, rest.find(' ')));
  if (!parent) return std::nullopt;
  return Standing{line[name_end + 2], *parent};
}

std::vector<pid_t> ProcessTree::children_by_scan(pid_t process) const {
  std::vector<pid_t> found;
  for (const pid_t id : numbered_entries(m_procfs)) {
    const auto its = standing(id);
    if (its && its->parent == process) found.push_back(id);
  }
  return found;
}

int ProcessTree::working_threads(pid_t process) const {
  int threads = 0;
  std::vector<pid_t> waiting = children(process);
  while (!waiting.empty()) {
    const pid_t next = waiting.back();
    waiting.pop_back();
    const auto its = standing(next);
    if (!its || its->state == 'Z') continue;  // its children have gone to another parent
    const std::vector<pid_t> its_children = children(next);
    const auto its_threads = static_cast<int>(tasks(next).size());
    const bool only_waits = its_threads == 1 && its->state == 'S' && !its_children.empty();
    if (!only_waits) threads += its_threads;
    waiting.insert(waiting.end(), its_children.begin(), its_children.end());
  }
  return threads;
}

}  // namespace bisect::process
