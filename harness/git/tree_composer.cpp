#include "harness/git/tree_composer.hpp"

#include "harness/git/hunk_composer.hpp"

#include <git2/sys/odb_backend.h>

namespace bisect::git {
namespace {

/// Before it writes an object that is there already libgit2 renews the time stamp of its file, even in a
/// repository that is only borrowed from. Without this it merely asks whether the object is there.
core::Result<void> leave_time_stamps(git_repository* repository) {
  OdbHandle objects;
  if (fill(objects, git_repository_odb, repository) != 0)
    return libgit2_error("the objects of a repository cannot be read");
  for (std::size_t at = 0; at < git_odb_num_backends(objects.get()); ++at) {
    git_odb_backend* backend = nullptr;
    if (git_odb_get_backend(&backend, objects.get(), at) == 0) backend->freshen = nullptr;
  }
  return {};
}

/// A folder at the path counts as nothing there: its files are paths of their own.
bool is_entry(const TreeEntryHandle& entry) {
  return entry && git_tree_entry_filemode(entry.get()) != GIT_FILEMODE_TREE;
}

core::Result<void> put_hunks(git_repository* repository, const core::CommitId& base,
                             const core::CommitId& source, const core::HunkChoice& choice,
                             git_index* index) {
  const core::Result<git_oid> blob = compose_blob(repository, base, source, choice);
  if (!blob) return blob.error();
  const git_index_entry* there = git_index_get_bypath(index, choice.path.c_str(), 0);
  if (there == nullptr)
    return core::environment_error("there is no " + choice.path + " in commit " + base.text());
  git_index_entry changed = *there;
  changed.id = *blob;
  changed.path = choice.path.c_str();
  if (git_index_add(index, &changed) != 0)
    return libgit2_error(choice.path + " cannot be put into the tree of " + base.text());
  return {};
}

}  // namespace

core::Result<TreeHandle> read_tree(git_repository* repository, const core::CommitId& id) {
  git_oid oid;
  CommitHandle commit;
  TreeHandle tree;
  if (!parse_id(oid, id.text()) || fill(commit, git_commit_lookup, repository, &oid) != 0 ||
      fill(tree, git_commit_tree, commit.get()) != 0)
    return libgit2_error("the tree of commit " + id.text() + " cannot be read");
  return tree;
}

core::Result<core::TreeId> compose_tree(git_repository* repository, const core::CommitId& base,
                                        const core::Overlay& overlay) {
  if (auto left = leave_time_stamps(repository); !left) return left.error();
  const core::Result<TreeHandle> below = read_tree(repository, base);
  if (!below) return below.error();
  const core::Result<TreeHandle> source = read_tree(repository, overlay.source);
  if (!source) return source.error();
  IndexHandle index;
  if (fill(index, git_index_new) != 0 || git_index_read_tree(index.get(), below->get()) != 0)
    return libgit2_error("the tree of commit " + base.text() + " cannot be read");
  for (const std::string& path : overlay.paths) {
    TreeEntryHandle entry;
    const int found = fill(entry, git_tree_entry_bypath, source->get(), path.c_str());
    if (found != 0 && found != GIT_ENOTFOUND)
      return libgit2_error(path + " in commit " + overlay.source.text() + " cannot be read");
    if (!is_entry(entry)) {
      git_index_remove(index.get(), path.c_str(), 0);  // may be gone: a file in the way took it along
      continue;
    }
    git_index_entry added{};
    added.mode = git_tree_entry_filemode(entry.get());
    added.id = *git_tree_entry_id(entry.get());
    added.path = path.c_str();
    if (git_index_add(index.get(), &added) != 0)
      return libgit2_error(path + " cannot be put into the tree of " + base.text());
  }
  for (const core::HunkChoice& choice : overlay.hunks)
    if (auto put = put_hunks(repository, base, overlay.source, choice, index.get()); !put)
      return put.error();
  git_oid tree;
  if (git_index_write_tree_to(&tree, index.get(), repository) != 0)
    return libgit2_error("the tree of a variant of commit " + overlay.source.text() +
                         " cannot be written");
  return core::TreeId(hex(tree));
}

}  // namespace bisect::git
