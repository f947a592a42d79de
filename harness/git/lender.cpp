#include "harness/git/lender.hpp"

#include "harness/git/submodule_url.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

namespace bisect::git {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

/// Options that change the bytes of a checkout or the way to missing objects. Everything else of the
/// lender (hooks, aliases, remotes, fsmonitor, sparse checkout …) stays behind.
constexpr std::array k_borrowed_keys{
    "core.autocrlf"sv, "core.eol"sv,        "core.safecrlf"sv,   "core.symlinks"sv,
    "core.filemode"sv, "core.ignorecase"sv, "core.sshcommand"sv, "core.attributesfile"sv,
    "core.gitproxy"sv, "core.bigfilethreshold"sv, "extensions.partialclone"sv,
};
constexpr std::array k_borrowed_sections{
    "filter."sv, "lfs."sv, "url."sv, "http."sv, "credential."sv, "protocol."sv, "ssh."sv,
};

bool is_borrowed(std::string_view key) {
  const auto heads = [&](std::string_view section) { return key.starts_with(section); };
  return std::find(k_borrowed_keys.begin(), k_borrowed_keys.end(), key) != k_borrowed_keys.end() ||
         std::any_of(k_borrowed_sections.begin(), k_borrowed_sections.end(), heads);
}

core::Result<void> write_text(const fs::path& file, const std::string& text,
                              std::ios::openmode mode = std::ios::trunc) {
  errno = 0;
  std::ofstream out(file, std::ios::binary | std::ios::out | mode);
  out << text;
  out.close();
  if (out) return {};
  return core::environment_error("cannot write " + file.string() + ": " +
                                 std::strerror(errno != 0 ? errno : EIO));
}

std::string read_text(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A line of objects/info/alternates; git reads a quoted one where the plain one would be misread.
std::string alternate_line(const fs::path& objects) {
  const std::string path = objects.string();
  if (path.find('\n') == std::string::npos && !path.starts_with('"')) return path + "\n";
  std::string quoted = "\"";
  for (const char c : path) {
    if (c == '\n') quoted += "\\n";
    else if (c == '"' || c == '\\') quoted += std::string("\\") + c;
    else quoted += c;
  }
  return quoted + "\"\n";
}

/// The remote that the current branch follows, else "origin", as `git submodule` picks it.
std::string default_remote(const RepositoryPlace& place, const GitOptions& options) {
  constexpr std::string_view k_branch = "ref: refs/heads/";
  std::string head = read_text(place.git_dir / "HEAD");
  if (head.starts_with(k_branch)) {
    head = head.substr(k_branch.size(), head.find('\n') - k_branch.size());
    if (const auto remote = value_of(options, "branch." + head + ".remote")) return *remote;
  }
  return "origin";
}

/// "remote.NAME." of the remotes that hand out missing objects on demand (partial clones).
std::vector<std::string> promisors(const GitOptions& options) {
  std::vector<std::string> sections;
  constexpr std::string_view k_key = "promisor";
  for (const GitOption& option : options)
    if (option.key.starts_with("remote.") && option.key.ends_with(".promisor") &&
        option.value == "true")
      sections.push_back(option.key.substr(0, option.key.size() - k_key.size()));
  return sections;
}

GitOptions borrower_options(const Lender& lender) {
  const std::vector<std::string> partial = promisors(lender.options);
  GitOptions options{
      {"core.repositoryformatversion", partial.empty() ? "0" : "1"},
      {"core.bare", "false"},
      {"core.logallrefupdates", "false"},
      {"core.hookspath", "/dev/null"},
      {"core.fsmonitor", "false"},
      {"core.sparsecheckout", "false"},
      {"gc.auto", "0"},
      {"maintenance.auto", "false"},
  };
  for (const GitOption& option : lender.options) {
    const auto heads = [&](const std::string& section) { return option.key.starts_with(section); };
    if (is_borrowed(option.key) || std::any_of(partial.begin(), partial.end(), heads))
      options.push_back(option);
  }
  if (std::find(partial.begin(), partial.end(), "remote.origin.") == partial.end()) {
    options.push_back({"remote.origin.url", lender.url});
    options.push_back({"remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"});
  }
  return options;
}

}  // namespace

core::Result<Lender> read_lender(const GitProgram& git, const RepositoryPlace& place,
                                 const core::Cancellation& cancellation) {
  core::Result<GitOptions> options = read_options(git, place.git_dir, cancellation);
  if (!options) return options.error();
  const fs::path base = place.work_tree.empty() ? place.git_dir : place.work_tree;
  const std::string remote = default_remote(place, *options);
  std::string url = value_of(*options, "remote." + remote + ".url").value_or(base.string());
  if (is_local_path(url) && !fs::path(url).is_absolute())
    url = (base / url).lexically_normal().string();
  return Lender{place, std::move(url), std::move(*options)};
}

core::Result<void> write_borrower(const Lender& lender, const core::CommitId& head,
                                  const fs::path& directory) {
  core::Result<std::string> tags = packed_tags(lender.place);
  if (!tags) return tags.error();
  const fs::path git_dir = directory / ".git";
  for (const char* folder : {"objects/info", "objects/pack", "refs/heads", "refs/tags", "info"}) {
    std::error_code problem;
    fs::create_directories(git_dir / folder, problem);
    if (problem)
      return core::environment_error("cannot create " + (git_dir / folder).string() + ": " +
                                     problem.message());
  }
  struct File {
    const char* name;
    std::string text;
  };
  const fs::path& shared = lender.place.common_dir;
  for (const File& file : {File{"objects/info/alternates", alternate_line(shared / "objects")},
                           File{"packed-refs", std::move(*tags)},
                           File{"config", to_file_text(borrower_options(lender))},
                           File{"info/attributes", read_text(shared / "info/attributes")},
                           File{"shallow", read_text(shared / "shallow")},
                           File{"HEAD", head.text() + "\n"}}) {
    if (file.text.empty()) continue;
    if (auto written = write_text(git_dir / file.name, file.text); !written) return written;
  }
  // Addresses and http headers may hold credentials.
  std::error_code ignored;
  fs::permissions(git_dir / "config", fs::perms::owner_read | fs::perms::owner_write, ignored);
  return {};
}

core::Result<void> add_options(const fs::path& directory, const GitOptions& options) {
  return write_text(directory / ".git/config", to_file_text(options), std::ios::app);
}

}  // namespace bisect::git
