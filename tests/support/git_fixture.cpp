#include "tests/support/git_fixture.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#ifdef __SANITIZE_ADDRESS__
// libgit2 1.5 forgets pcre2's match data whenever an expression does not match (reflog revisions,
// repositories with extensions); that is not for our leak check to report.
extern "C" const char* __lsan_default_suppressions() { return "leak:libpcre2\n"; }
#endif

namespace bisect::support {
namespace fs = std::filesystem;
namespace {

process::SupervisedLauncher& launcher() {
  static const auto started = process::SupervisedLauncher::start();
  if (!started) throw std::runtime_error(started.error().message);
  return **started;
}

template <class T>
T need(core::Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

std::string content(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

GitFixture::GitFixture() {
  launcher();  // forks; while this process is still small
  fs::create_directory(root() / "home");
}

std::vector<std::string> GitFixture::environment() const {
  std::map<std::string, std::string> all{
      {"PATH", std::getenv("PATH")},
      {"HOME", (root() / "home").string()},
      {"TZ", "UTC"},
      {"GIT_CONFIG_NOSYSTEM", "1"},
      {"GIT_CEILING_DIRECTORIES", root().string()},
  };
  for (const auto& [key, value] : user_environment) all[key] = value;
  std::vector<std::string> list;
  for (const auto& [key, value] : all) list.push_back(key + "=" + value);
  return list;
}

core::Finished GitFixture::try_git(const fs::path& where, std::vector<std::string> arguments) {
  core::Command command;
  command.argv = {"git", "-c", "protocol.file.allow=always"};
  std::move(arguments.begin(), arguments.end(), std::back_inserter(command.argv));
  command.environment = environment();
  const std::string date = std::to_string(m_clock) + " +0130";
  for (const std::string& variable :
       {std::string("GIT_AUTHOR_NAME=Ada Tester"), std::string("GIT_AUTHOR_EMAIL=ada@example.invalid"),
        std::string("GIT_COMMITTER_NAME=Ada Tester"),
        std::string("GIT_COMMITTER_EMAIL=ada@example.invalid"), "GIT_AUTHOR_DATE=" + date,
        "GIT_COMMITTER_DATE=" + date})
    command.environment.push_back(variable);
  command.directory = root() / where;
  return need(launcher().run(command, never));
}

std::string GitFixture::git(const fs::path& where, std::vector<std::string> arguments) {
  std::string words;
  for (const std::string& argument : arguments) words += " " + argument;
  core::Finished finished = try_git(where, std::move(arguments));
  if (!finished.succeeded())
    throw std::runtime_error("git" + words + " in " + where.string() + ": " + finished.err);
  if (finished.out.ends_with('\n')) finished.out.pop_back();
  return finished.out;
}

void GitFixture::make_repository(const fs::path& name) {
  git("", {"init", "-q", "-b", "main", "--template=", name.string()});
  git(name, {"config", "core.autocrlf", "false"});
  git(name, {"config", "gc.auto", "0"});
}

void GitFixture::write(const fs::path& file, const std::string& text) {
  fs::create_directories((root() / file).parent_path());
  std::ofstream(root() / file, std::ios::binary) << text;
}

std::string GitFixture::read(const fs::path& file) const { return content(root() / file); }

core::CommitId GitFixture::commit(const fs::path& where, const std::string& subject) {
  m_clock += 3600;
  git(where, {"add", "-A"});
  git(where, {"commit", "-q", "--allow-empty", "-m", subject});
  return id(where, "HEAD");
}

core::CommitId GitFixture::commit_file(const fs::path& where, const std::string& file,
                                       const std::string& text) {
  write(where / file, text);
  return commit(where, "change " + file);
}

core::CommitId GitFixture::id(const fs::path& where, const std::string& revision) {
  return core::CommitId(git(where, {"rev-parse", "--verify", revision}));
}

git::GitProgram GitFixture::program() { return {launcher(), environment()}; }

git::RepositoryPlace GitFixture::place(const fs::path& where) {
  return need(git::discover(program(), root() / where, never));
}

std::unique_ptr<git::Libgit2History> GitFixture::history(const fs::path& where) {
  return need(git::Libgit2History::open(place(where), program(), mirrors(), never));
}

git::GitWorkTrees GitFixture::work_trees(const fs::path& where) {
  return {place(where), program(), mirrors()};
}

std::vector<std::string> snapshot(const fs::path& folder) {
  std::vector<std::string> lines;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    struct stat status {};
    if (::lstat(entry.path().c_str(), &status) != 0) continue;
    std::string line = entry.path().lexically_relative(folder).string();
    line += " mode " + std::to_string(status.st_mode) + " modified " +
            std::to_string(status.st_mtim.tv_sec) + "." + std::to_string(status.st_mtim.tv_nsec);
    line += " changed " + std::to_string(status.st_ctim.tv_sec) + "." +
            std::to_string(status.st_ctim.tv_nsec) + " ";
    if (entry.is_symlink()) line += fs::read_symlink(entry.path()).string();
    else if (entry.is_regular_file()) line += content(entry.path());
    lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace bisect::support
