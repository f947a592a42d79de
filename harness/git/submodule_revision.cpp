#include "harness/git/submodule_revision.hpp"

#include "harness/git/libgit2_handle.hpp"
#include "harness/git/revision.hpp"

#include <optional>
#include <utility>

namespace bisect::git {
namespace {

/// The gitlink that a path leads to first, and the .gitmodules beside it.
struct FirstGitlink {
  std::string path;
  std::string rest;  ///< what of the path lies inside the submodule; empty: nothing
  core::CommitId commit;
  std::string gitmodules;
};

core::Result<TreeHandle> tree_of(git_repository* repository, const core::CommitId& id) {
  git_oid oid;
  CommitHandle commit;
  TreeHandle tree;
  if (!parse_id(oid, id.text()) || fill(commit, git_commit_lookup, repository, &oid) != 0 ||
      fill(tree, git_commit_tree, commit.get()) != 0)
    return core::usage_error("no such commit '" + id.text() + "' in " + whereabouts(repository));
  return tree;
}

std::optional<FirstGitlink> first_gitlink(const git_tree* tree, const std::string& path) {
  FirstGitlink found;
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    found.path = path.substr(0, end);
    TreeEntryHandle entry;
    if (fill(entry, git_tree_entry_bypath, tree, found.path.c_str()) != 0) return std::nullopt;
    if (git_tree_entry_type(entry.get()) == GIT_OBJECT_COMMIT) {
      found.commit = commit_id(*git_tree_entry_id(entry.get()));
      if (end != std::string::npos) found.rest = path.substr(end + 1);
      break;
    }
    if (end == std::string::npos) return std::nullopt;
  }
  TreeEntryHandle gitmodules;
  if (fill(gitmodules, git_tree_entry_bypath, tree, ".gitmodules") == 0)
    found.gitmodules = hex(*git_tree_entry_id(gitmodules.get()));
  return found;
}

core::Result<core::CommitId> resolve_at(const RepositoryPlace& place, const std::string& revision) {
  start_libgit2();
  RepositoryHandle repository;
  if (fill(repository, git_repository_open, place.git_dir.c_str()) != 0)
    return libgit2_error("the repository at " + place.git_dir.string() + " cannot be read");
  const core::Result<CommitHandle> commit = find_commit(repository.get(), revision);
  if (!commit) return commit.error();
  return commit_id(*git_commit_id(commit->get()));
}

core::Result<core::CommitId> resolve_here(const SubmoduleSources& sources,
                                          const SubmoduleRevision& question,
                                          const SubmoduleQuery& query) {
  std::optional<core::Error> problem;
  for (const RepositoryPlace& clone : sources.clones(query)) {
    const core::Result<core::CommitId> found = resolve_at(clone, question.revision);
    if (found) return found;
    if (!problem) problem = found.error();
    if (problem->message.find("ambiguous") != std::string::npos) return *problem;
  }
  git_oid id;
  if (parse_id(id, question.revision)) {
    const core::CommitId commit(question.revision);
    const auto source = sources.with_commit(query, commit, *question.cancellation);
    if (!source) return source.error();
    if (source->place) return commit;
    return core::usage_error("no such commit '" + question.revision + "' in the submodule " +
                             question.path + ": " + source->problem);
  }
  const auto mirror = sources.up_to_date(query, *question.cancellation);
  if (!mirror) return problem ? *problem : mirror.error();
  if (mirror->place) return resolve_at(*mirror->place, question.revision);
  if (problem) return *problem;
  return core::usage_error("no such commit '" + question.revision + "' in the submodule " +
                           question.path + ": " + mirror->problem);
}

core::Error no_submodule(const core::CommitId& commit, const std::string& path) {
  return core::usage_error("commit " + core::short_id(commit) + " has no submodule at '" + path +
                           "'");
}

}  // namespace

core::Result<core::CommitId> resolve_below(const GitProgram& git, const SubmoduleSources& sources,
                                           const SubmoduleRevision& question, LenderAt parent) {
  std::string path = question.path;
  while (true) {
    const std::filesystem::path& git_dir = parent.lender.place.git_dir;
    start_libgit2();
    RepositoryHandle repository;
    if (fill(repository, git_repository_open, git_dir.c_str()) != 0)
      return libgit2_error("the repository at " + git_dir.string() + " cannot be read");
    const core::Result<TreeHandle> tree = tree_of(repository.get(), parent.commit);
    if (!tree) return tree.error();
    const std::optional<FirstGitlink> link = first_gitlink(tree->get(), path);
    if (!link) return no_submodule(parent.commit, path);
    const auto gitmodules = read_gitmodules(git, git_dir, link->gitmodules, *question.cancellation);
    if (!gitmodules) return gitmodules.error();
    const SubmoduleQuery query{&parent.lender, link->path, gitmodules->find(link->path)};
    if (link->rest.empty()) return resolve_here(sources, question, query);

    const auto source = sources.with_commit(query, link->commit, *question.cancellation);
    if (!source) return source.error();
    if (!source->place)
      return core::environment_error("the submodule " + link->path + " has no commit " +
                                     link->commit.text() + ": " + source->problem);
    core::Result<Lender> inner = read_lender(git, *source->place, *question.cancellation);
    if (!inner) return inner.error();
    inner->url = source->url;
    path = link->rest;
    parent = LenderAt{std::move(*inner), link->commit};
  }
}

}  // namespace bisect::git
