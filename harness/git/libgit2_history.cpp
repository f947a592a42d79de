#include "harness/git/libgit2_history.hpp"

#include "harness/git/ancestry.hpp"
#include "harness/git/libgit2_handle.hpp"
#include "harness/git/revision.hpp"
#include "harness/git/submodule_revision.hpp"
#include "harness/git/submodule_sources.hpp"

#include <algorithm>
#include <fstream>

namespace bisect::git {
namespace {

core::Result<CommitHandle> look_up(git_repository* repository, const core::CommitId& id) {
  git_oid oid;
  CommitHandle commit;
  if (!parse_id(oid, id.text()) || fill(commit, git_commit_lookup, repository, &oid) != 0)
    return core::usage_error("no such commit '" + id.text() + "' in " + whereabouts(repository));
  return commit;
}

/// The commits that a shallow clone has without their parents (gitrepository-layout(5), "shallow").
IdSet shallow_cuts(const std::filesystem::path& common_dir) {
  IdSet cuts;
  std::ifstream file(common_dir / "shallow");
  for (std::string line; std::getline(file, line);)
    if (git_oid id; parse_id(id, line)) cuts.insert(id);
  return cuts;
}

core::Result<void> add_commits(git_repository* repository, const std::vector<git_oid>& ids,
                               core::CommitGraph& graph) {
  for (const git_oid& id : ids) {
    CommitHandle commit;
    if (fill(commit, git_commit_lookup, repository, &id) != 0)
      return libgit2_error("commit " + hex(id) + " cannot be read");
    graph.add(describe(commit.get()));
  }
  return {};
}

}  // namespace

struct Libgit2History::Impl {
  RepositoryPlace subject;
  GitProgram git;
  SubmoduleSources sources;
  const core::Cancellation& cancellation;
  RepositoryHandle repository;
};

Libgit2History::Libgit2History(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Libgit2History::~Libgit2History() = default;

core::Result<std::unique_ptr<Libgit2History>> Libgit2History::open(
    const RepositoryPlace& subject, const GitProgram& git, const std::filesystem::path& mirrors,
    const core::Cancellation& cancellation) {
  start_libgit2();
  RepositoryHandle repository;
  if (fill(repository, git_repository_open, subject.git_dir.c_str()) != 0)
    return libgit2_error("the repository at " + subject.git_dir.string() + " cannot be read");
  return std::unique_ptr<Libgit2History>(new Libgit2History(std::make_unique<Impl>(
      Impl{subject, git, SubmoduleSources(git, mirrors), cancellation, std::move(repository)})));
}

core::Result<core::Commit> Libgit2History::resolve(const std::string& revision) {
  const core::Result<CommitHandle> commit = find_commit(m_impl->repository.get(), revision);
  if (!commit) return commit.error();
  return describe(commit->get());
}

core::Result<Segment> Libgit2History::segment(const core::CommitId& good,
                                              const core::CommitId& bad) {
  git_repository* repository = m_impl->repository.get();
  const core::Result<CommitHandle> first = look_up(repository, good);
  if (!first) return first.error();
  const core::Result<CommitHandle> second = look_up(repository, bad);
  if (!second) return second.error();
  OdbHandle odb;
  if (fill(odb, git_repository_odb, repository) != 0)
    return libgit2_error("the objects of " + whereabouts(repository) + " cannot be read");

  Ancestry ancestry(odb.get(), shallow_cuts(m_impl->subject.common_dir));
  const core::Result<Divergence> divergence =
      ancestry.compare(*git_commit_id(first->get()), *git_commit_id(second->get()));
  if (!divergence) return divergence.error();
  if (divergence->cut)
    return core::environment_error(
        whereabouts(repository) + " is a shallow clone whose cut lies between " +
            core::short_id(good) + " and " + core::short_id(bad),
        {"git fetch --unshallow completes the clone"});

  Segment segment;
  for (const auto* ids : {&divergence->one_sided, &divergence->merge_bases, &divergence->boundary})
    if (auto added = add_commits(repository, *ids, segment.graph); !added) return added.error();
  for (const git_oid& id : divergence->merge_bases) segment.merge_bases.push_back(commit_id(id));
  std::sort(segment.merge_bases.begin(), segment.merge_bases.end());
  return segment;
}

core::Result<bool> Libgit2History::is_shallow() {
  return git_repository_is_shallow(m_impl->repository.get()) == 1;
}

core::Result<std::vector<std::string>> Libgit2History::changed_files(const core::CommitId& commit) {
  git_repository* repository = m_impl->repository.get();
  const core::Result<CommitHandle> found = look_up(repository, commit);
  if (!found) return found.error();
  const core::Error unreadable =
      core::environment_error("the files of commit " + commit.text() + " cannot be read");
  TreeHandle after;
  TreeHandle before;
  if (fill(after, git_commit_tree, found->get()) != 0) return unreadable;
  if (git_commit_parentcount(found->get()) > 0) {
    CommitHandle parent;
    if (fill(parent, git_commit_parent, found->get(), 0U) != 0) {
      if (git_repository_is_shallow(repository) == 1)
        return core::environment_error("the parent of commit " + commit.text() +
                                           " is missing from this shallow clone",
                                       {"git fetch --unshallow completes the clone"});
      return unreadable;
    }
    if (fill(before, git_commit_tree, parent.get()) != 0) return unreadable;
  }
  DiffHandle diff;
  if (fill(diff, git_diff_tree_to_tree, repository, before.get(), after.get(), nullptr) != 0)
    return unreadable;
  std::vector<std::string> files;
  for (std::size_t at = 0; at < git_diff_num_deltas(diff.get()); ++at)
    files.emplace_back(git_diff_get_delta(diff.get(), at)->new_file.path);
  std::sort(files.begin(), files.end());
  return files;
}

core::Result<core::CommitId> Libgit2History::resolve_in_submodule(const std::string& path,
                                                                  const std::string& revision,
                                                                  const core::CommitId& context) {
  core::Result<Lender> lender = read_lender(m_impl->git, m_impl->subject, m_impl->cancellation);
  if (!lender) return lender.error();
  const SubmoduleRevision question{path, revision, &m_impl->cancellation};
  return resolve_below(m_impl->git, m_impl->sources, question, {std::move(*lender), context});
}

}  // namespace bisect::git
