#include "harness/git/libgit2_changes.hpp"

#include "harness/git/hunk_composer.hpp"
#include "harness/git/libgit2_handle.hpp"
#include "harness/git/tree_composer.hpp"

#include <git2/sys/mempack.h>
#include <git2/sys/repository.h>

#include <algorithm>
#include <utility>

namespace bisect::git {
namespace {

Change change_of(const git_diff_delta& delta) {
  return {delta.new_file.path,
          delta.status == GIT_DELTA_RENAMED ? delta.old_file.path : std::string()};
}

}  // namespace

struct Libgit2Changes::Impl {
  OdbHandle objects;
  RepositoryHandle repository;  ///< the subject's objects, with a memory of its own for new ones
};

Libgit2Changes::Libgit2Changes(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Libgit2Changes::~Libgit2Changes() = default;
Libgit2Changes::Libgit2Changes(Libgit2Changes&&) noexcept = default;
Libgit2Changes& Libgit2Changes::operator=(Libgit2Changes&&) noexcept = default;

core::Result<Libgit2Changes> Libgit2Changes::open(const RepositoryPlace& subject) {
  start_libgit2();
  auto impl = std::make_unique<Impl>();
  const std::filesystem::path folder = subject.common_dir / "objects";
  git_odb_backend* memory = nullptr;  // belongs to the object database once it is added
  if (fill(impl->objects, git_odb_new) != 0 ||
      git_odb_add_disk_alternate(impl->objects.get(), folder.c_str()) != 0 ||
      git_mempack_new(&memory) != 0 || git_odb_add_backend(impl->objects.get(), memory, 1000) != 0 ||
      fill(impl->repository, git_repository_wrap_odb, impl->objects.get()) != 0)
    return libgit2_error("the objects of " + subject.git_dir.string() + " cannot be read");
  return Libgit2Changes(std::move(impl));
}

core::Result<std::vector<Change>> Libgit2Changes::between(const core::CommitId& before,
                                                          const core::CommitId& after) const {
  git_repository* repository = m_impl->repository.get();
  const core::Result<TreeHandle> old_tree = read_tree(repository, before);
  if (!old_tree) return old_tree.error();
  const core::Result<TreeHandle> new_tree = read_tree(repository, after);
  if (!new_tree) return new_tree.error();
  DiffHandle diff;
  git_diff_find_options renames;
  git_diff_find_options_init(&renames, GIT_DIFF_FIND_OPTIONS_VERSION);
  renames.flags = GIT_DIFF_FIND_RENAMES;
  if (fill(diff, git_diff_tree_to_tree, repository, old_tree->get(), new_tree->get(),
           static_cast<const git_diff_options*>(nullptr)) != 0)
    return libgit2_error("commits " + before.text() + " and " + after.text() +
                         " cannot be compared");
  // A partial clone may lack the contents; a renaming then is a deletion and an addition.
  git_diff_find_similar(diff.get(), &renames);
  std::vector<Change> changes;
  for (std::size_t at = 0; at < git_diff_num_deltas(diff.get()); ++at)
    changes.push_back(change_of(*git_diff_get_delta(diff.get(), at)));
  std::sort(changes.begin(), changes.end(),
            [](const Change& a, const Change& b) { return a.path < b.path; });
  return changes;
}

core::Result<std::vector<Hunk>> Libgit2Changes::hunks_of(const Change& change,
                                                         const core::CommitId& before,
                                                         const core::CommitId& after) const {
  std::vector<Hunk> none;
  if (!change.old_path.empty()) return none;
  return hunks_between(m_impl->repository.get(), before, after, change.path);
}

core::Result<core::TreeId> Libgit2Changes::composed(const core::CommitId& base,
                                                    const core::Overlay& overlay) const {
  return compose_tree(m_impl->repository.get(), base, overlay);
}

}  // namespace bisect::git
