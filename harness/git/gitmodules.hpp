#pragma once

#include "core/cancellation.hpp"
#include "core/result.hpp"
#include "harness/git/git_program.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace bisect::git {

/// What .gitmodules says about one submodule.
struct GitmodulesEntry {
  std::string name;
  std::string path;    ///< no trailing slash
  std::string url;     ///< as written, perhaps relative
  std::string update;  ///< "none": git leaves it out unless asked
};

struct Gitmodules {
  std::vector<GitmodulesEntry> entries;
  std::string problem;  ///< why the file could not be read as git configuration; empty: it could

  /// Null when the file does not mention the path.
  [[nodiscard]] const GitmodulesEntry* find(const std::string& path) const;
};

/// Reads the .gitmodules blob `blob` (empty: no such file) with git's own parser. Entries with names
/// or addresses that git refuses (".." in a name, a leading dash) are left out.
[[nodiscard]] core::Result<Gitmodules> read_gitmodules(const GitProgram& git,
                                                       const std::filesystem::path& git_dir,
                                                       const std::string& blob,
                                                       const core::Cancellation& cancellation);

}  // namespace bisect::git
