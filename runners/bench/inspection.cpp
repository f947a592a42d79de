#include "runners/bench/inspection.hpp"

#include "core/digest.hpp"
#include "runners/bench/loader_trace.hpp"
#include "runners/bench/tree_watch.hpp"

#include <stdlib.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

namespace bisect::bench {
namespace {

namespace fs = std::filesystem;

/// A folder for the dynamic linker's files, gone with this object.
class TraceFolder {
 public:
  TraceFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "bisect-trace-XXXXXX").string();
    if (!error && mkdtemp(name.data()) != nullptr) m_path = name;
  }
  ~TraceFolder() {
    std::error_code ignored;
    if (!m_path.empty()) fs::remove_all(m_path, ignored);
  }
  TraceFolder(const TraceFolder&) = delete;
  TraceFolder& operator=(const TraceFolder&) = delete;

  /// Empty when it could not be made.
  [[nodiscard]] const fs::path& path() const { return m_path; }

 private:
  fs::path m_path;
};

enum class Added { yes, nothing_to_add, impossible };

/// A file made by open(2) with O_TMPFILE shows up under a name that never was in the folder.
bool is_nameless(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.size() > 1 && name.front() == '#' &&
         name.find_first_not_of("0123456789", 1) == std::string::npos;
}

Added add_file(core::Hasher& hasher, const std::string& name, const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  if (status.type() == fs::file_type::not_found)
    return is_nameless(file) ? Added::nothing_to_add : Added::impossible;
  if (!fs::is_regular_file(status)) return error ? Added::impossible : Added::nothing_to_add;
  const auto content = core::digest_file(file);
  if (!content) return Added::impossible;
  hasher.add(name).add(content->text());
  return Added::yes;
}

/// Empty when not everything that belongs to the program is known.
core::Digest digest_program(const OpenedFiles& opened, const ForeignFiles& foreign,
                            const fs::path& tree) {
  if (opened.coverage == Coverage::unknown) return {};
  core::Hasher hasher;
  int own_files = 0;
  for (const std::string& path : opened.paths) {
    const Added added = add_file(hasher, path, tree / path);
    if (added == Added::impossible) return {};
    if (added == Added::yes) ++own_files;
  }
  if (own_files == 0) return {};
  hasher.add("from outside");
  for (const auto* names : {&foreign.libraries, &foreign.programs}) {
    for (const std::string& name : *names) {
      const auto content = core::digest_file(name);
      if (!content) return {};
      hasher.add(name).add(content->text());
    }
  }
  return hasher.digest();
}

}  // namespace

core::Result<Inspection> inspect(core::Launcher& launcher, const core::Command& command,
                                 const fs::path& tree, const core::Cancellation& cancellation) {
  const TraceFolder folder;
  if (folder.path().empty())
    return core::environment_error(
        std::string("cannot make a temporary folder: ") + std::strerror(errno),
        {"set TMPDIR to a folder that can be written"});
  core::Command observed = command;
  observed.observation = core::Observation::threads;
  ask_for_loader_trace(observed, folder.path());
  TreeWatch watch(tree);
  core::Result<core::Finished> run = launcher.run(observed, cancellation);
  const OpenedFiles opened = watch.stop();
  if (!run) return std::move(run).error();
  if (run->ending == core::Ending::cancelled) return core::interrupted_error();
  const ForeignFiles foreign = foreign_files(read_loader_trace(folder.path()), command, tree);
  Inspection inspection;
  if (run->succeeded()) inspection.program = digest_program(opened, foreign, tree);
  inspection.foreign_libraries = foreign.libraries;
  inspection.peak_threads = run->peak_threads;
  inspection.finished = std::move(*run);
  return inspection;
}

}  // namespace bisect::bench
