#include "harness/git/submodule_sources.hpp"

#include "core/digest.hpp"
#include "harness/git/submodule_url.hpp"

#include <algorithm>

namespace bisect::git {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> k_all_refs{"+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"};

/// The transport that git's policy refused; empty when that was not the trouble.
std::string refused_transport(const std::string& said) {
  const std::string_view before = "transport '";
  const std::size_t start = said.find(before);
  const std::size_t end = said.find("' not allowed", start);
  if (start == std::string::npos || end == std::string::npos) return {};
  return said.substr(start + before.size(), end - start - before.size());
}

core::Error transport_error(const std::string& transport, const std::string& url) {
  const std::string key = "protocol." + transport + ".allow";
  return core::environment_error(
      "git's policy does not allow the transport '" + transport + "' for submodules (" + url + ")",
      {"git config --global " + key + " always",
       "for one run: GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=" + key + " GIT_CONFIG_VALUE_0=always",
       "GIT_ALLOW_PROTOCOL, where it is set, must list " + transport});
}

/// A killed fetch may leave lock files that no later one removes.
bool is_locked(const core::Finished& finished) {
  return finished.err.find(".lock': File exists") != std::string::npos;
}

}  // namespace

SubmoduleSources::SubmoduleSources(GitProgram git, fs::path mirrors)
    : m_git(std::move(git)), m_mirrors(std::move(mirrors)) {}

std::vector<RepositoryPlace> SubmoduleSources::clones(const SubmoduleQuery& query) const {
  const RepositoryPlace& parent = query.parent->place;
  std::vector<fs::path> paths;
  if (query.entry != nullptr) {
    paths.push_back(parent.git_dir / "modules" / query.entry->name);
    paths.push_back(parent.common_dir / "modules" / query.entry->name);
  }
  // A clone made by hand, or before git kept them below .git/modules.
  if (!parent.work_tree.empty()) paths.push_back(parent.work_tree / query.path);
  std::vector<RepositoryPlace> found;
  for (const fs::path& path : paths) {
    std::optional<RepositoryPlace> place = place_at(path);
    if (!place) continue;
    // The clone's own idea of its work tree may be stale; nested clones lie where it really is.
    if (!parent.work_tree.empty()) place->work_tree = parent.work_tree / query.path;
    const auto same = [&](const RepositoryPlace& other) { return other.git_dir == place->git_dir; };
    if (std::none_of(found.begin(), found.end(), same)) found.push_back(std::move(*place));
  }
  return found;
}

std::vector<std::string> SubmoduleSources::addresses(const SubmoduleQuery& query) const {
  std::vector<std::string> urls;
  if (query.entry == nullptr) return urls;
  if (const auto own = value_of(query.parent->options, "submodule." + query.entry->name + ".url"))
    urls.push_back(*own);
  if (!query.entry->url.empty()) {
    std::string written = resolve_submodule_url(query.parent->url, query.entry->url);
    if (urls.empty() || urls.front() != written) urls.push_back(std::move(written));
  }
  return urls;
}

core::Result<SubmoduleSource> SubmoduleSources::with_commit(
    const SubmoduleQuery& query, const core::CommitId& commit,
    const core::Cancellation& cancellation) const {
  const std::vector<std::string> urls = addresses(query);
  for (const RepositoryPlace& clone : clones(query))
    if (has_commit(clone, commit))
      return SubmoduleSource{clone, urls.empty() ? clone.work_tree.string() : urls.front(), {}, {}};

  std::string problem = "no address is known for it and no clone of it was found";
  std::string log;
  for (const std::string& url : urls) {
    if (const auto mirror = place_at(mirror_of(url)); mirror && has_commit(*mirror, commit))
      return SubmoduleSource{mirror, url, {}, {}};
    // Branches and tags first: servers may refuse to hand out an id that no ref leads to.
    for (const std::vector<std::string>& wanted : {k_all_refs, {commit.text()}}) {
      core::Result<SubmoduleSource> fetched = fetch(url, wanted, cancellation);
      if (!fetched) return fetched;
      if (fetched->place && has_commit(*fetched->place, commit)) return fetched;
      problem = fetched->place ? url + " does not have it" : fetched->problem;
      log = fetched->log;
    }
  }
  return SubmoduleSource{{}, {}, std::move(problem), std::move(log)};
}

core::Result<SubmoduleSource> SubmoduleSources::up_to_date(
    const SubmoduleQuery& query, const core::Cancellation& cancellation) const {
  std::string problem = "no address is known for it and no clone of it was found";
  std::string log;
  for (const std::string& url : addresses(query)) {
    core::Result<SubmoduleSource> fetched = fetch(url, k_all_refs, cancellation);
    if (!fetched || fetched->place) return fetched;
    problem = fetched->problem;
    log = fetched->log;
  }
  return SubmoduleSource{{}, {}, std::move(problem), std::move(log)};
}

fs::path SubmoduleSources::mirror_of(const std::string& url) const {
  return m_mirrors / core::Hasher().add(url).digest().text();
}

core::Result<SubmoduleSource> SubmoduleSources::fetch(const std::string& url,
                                                      const std::vector<std::string>& refspecs,
                                                      const core::Cancellation& cancellation) const {
  const fs::path mirror = mirror_of(url);
  // The address comes from the subject, not from the user: git then applies the policy that it
  // applies to submodules (git(1), GIT_PROTOCOL_FROM_USER).
  const std::vector<std::string> environment{"GIT_PROTOCOL_FROM_USER=0",
                                             "GIT_CEILING_DIRECTORIES=" + m_mirrors.string()};
  GitCall call{{"fetch", "--quiet", "--force", "--no-tags", "--no-write-fetch-head",
                "--update-head-ok", "--", url},
               mirror,
               environment};
  call.arguments.insert(call.arguments.end(), refspecs.begin(), refspecs.end());
  for (int attempt = 0;; ++attempt) {
    std::error_code problem;
    fs::create_directories(mirror, problem);
    if (problem)
      return core::environment_error("cannot create " + mirror.string() + ": " + problem.message());
    const auto made = m_git.run({{"init", "--quiet", "--bare", "--template="}, mirror, environment},
                                cancellation);
    if (!made) return made.error();
    if (!made->succeeded())
      return core::environment_error("cannot make a mirror at " + mirror.string() + ": " +
                                     problem_of(*made));
    const auto fetched = m_git.run(call, cancellation);
    if (!fetched) return fetched.error();
    if (fetched->succeeded()) return SubmoduleSource{place_at(mirror), url, {}, {}};
    if (const std::string transport = refused_transport(fetched->err); !transport.empty())
      return transport_error(transport, url);
    if (is_out_of_resources(*fetched))
      return core::environment_error("cannot write the mirror at " + mirror.string() + ": " +
                                     problem_of(*fetched));
    if (attempt > 0 || !is_locked(*fetched))
      return SubmoduleSource{{}, url, "fetching " + url + " failed: " + problem_of(*fetched),
                             fetched->err};
    fs::remove_all(mirror, problem);
  }
}

}  // namespace bisect::git
