#include "harness/git/repository_place.hpp"

#include "harness/git/libgit2_handle.hpp"

#include <map>
#include <string_view>
#include <utility>

namespace bisect::git {
namespace {

core::Error refused(const std::filesystem::path& directory, const core::Finished& finished) {
  const std::string_view said = finished.err;
  if (said.find("dubious ownership") != std::string_view::npos) {
    std::vector<std::string> hints;
    const std::size_t line = said.find("git config --global --add safe.directory");
    if (line != std::string_view::npos) {
      const std::string_view rest = said.substr(line);
      hints.emplace_back(rest.substr(0, rest.find('\n')));
    }
    return core::environment_error("git refuses the repository at " + directory.string() +
                                       " because it belongs to another user",
                                   hints);
  }
  if (said.find("not a git repository") != std::string_view::npos) {
    return core::environment_error("there is no git repository at " + directory.string() +
                                       " or above it",
                                   {"name the repository with --repo DIR"});
  }
  return core::environment_error("git cannot open the repository at " + directory.string() + ": " +
                                 problem_of(finished));
}

RepositoryPlace place_of(git_repository* repository) {
  RepositoryPlace place;
  // libgit2 ends folder names with a slash; parent_path() of such a path is the folder itself.
  place.git_dir = std::filesystem::path(git_repository_path(repository)).parent_path();
  place.common_dir = std::filesystem::path(git_repository_commondir(repository)).parent_path();
  if (const char* work_tree = git_repository_workdir(repository); work_tree != nullptr)
    place.work_tree = std::filesystem::path(work_tree).parent_path();
  return place;
}

RepositoryHandle open_exactly(const std::filesystem::path& path) {
  start_libgit2();
  RepositoryHandle repository;
  fill(repository, git_repository_open_ext, path.c_str(), unsigned{GIT_REPOSITORY_OPEN_NO_SEARCH},
       nullptr);
  return repository;
}

}  // namespace

void start_libgit2() {
  static const bool started = [] {
    git_libgit2_init();
    const char* extensions[] = {"partialclone", "worktreeconfig", "preciousobjects"};
    git_libgit2_opts(GIT_OPT_SET_EXTENSIONS, extensions, std::size(extensions));
    git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
    // Trees that we compose name objects that a partial clone may not have yet.
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, 0);
    return true;
  }();
  static_cast<void>(started);
}

core::Result<RepositoryPlace> discover(const GitProgram& git,
                                       const std::filesystem::path& directory,
                                       const core::Cancellation& cancellation) {
  std::error_code problem;
  if (!std::filesystem::is_directory(directory, problem))
    return core::environment_error("there is no folder " + directory.string(),
                                   {"name the repository with --repo DIR"});
  // The format comes first: what follows it is the path, whatever characters it is made of.
  const auto finished = git.run(
      {{"rev-parse", "--show-object-format", "--absolute-git-dir"}, directory, {}}, cancellation);
  if (!finished) return finished.error();
  if (!finished->succeeded()) return refused(directory, *finished);

  const std::string& out = finished->out;
  const std::size_t end_of_format = out.find('\n');
  if (end_of_format == std::string::npos || out.back() != '\n')
    return core::internal_error("git rev-parse answered in an unknown form");
  if (const std::string format = out.substr(0, end_of_format); format != "sha1")
    return core::environment_error("the repository at " + directory.string() + " names objects by " +
                                       format + "; only SHA-1 repositories can be searched",
                                   {"search a SHA-1 clone of it"});
  const std::filesystem::path git_dir =
      out.substr(end_of_format + 1, out.size() - end_of_format - 2);
  const RepositoryHandle repository = open_exactly(git_dir);
  if (!repository) return libgit2_error("the repository at " + git_dir.string() + " cannot be read");
  return place_of(repository.get());
}

std::optional<RepositoryPlace> place_at(const std::filesystem::path& path) {
  const RepositoryHandle repository = open_exactly(path);
  if (!repository) return std::nullopt;
  return place_of(repository.get());
}

bool has_commit(const RepositoryPlace& place, const core::CommitId& id) {
  const RepositoryHandle repository = open_exactly(place.git_dir);
  git_oid oid;
  CommitHandle commit;
  return repository && parse_id(oid, id.text()) &&
         fill(commit, git_commit_lookup, repository.get(), &oid) == 0;
}

core::CommitId head_of(const std::filesystem::path& work_tree) {
  const RepositoryHandle repository = open_exactly(work_tree);
  git_oid id;
  if (!repository || git_reference_name_to_id(&id, repository.get(), "HEAD") != 0) return {};
  return commit_id(id);
}

core::Result<std::string> packed_tags(const RepositoryPlace& place) {
  const RepositoryHandle repository = open_exactly(place.git_dir);
  if (!repository)
    return libgit2_error("the repository at " + place.git_dir.string() + " cannot be read");
  ReferenceIteratorHandle tags;
  if (fill(tags, git_reference_iterator_glob_new, repository.get(), "refs/tags/*") != 0)
    return libgit2_error("the tags of " + place.git_dir.string() + " cannot be read");

  std::map<std::string, std::string> lines;  // packed-refs is sorted by name
  ReferenceHandle tag;
  while (fill(tag, git_reference_next, tags.get()) == 0) {
    ReferenceHandle direct;
    if (fill(direct, git_reference_resolve, tag.get()) != 0) continue;
    const git_oid id = *git_reference_target(direct.get());
    std::string line = hex(id);
    line.append(" ").append(git_reference_name(tag.get())).append("\n");
    ObjectHandle peeled;
    if (fill(peeled, git_reference_peel, direct.get(), GIT_OBJECT_ANY) == 0 &&
        git_oid_cmp(git_object_id(peeled.get()), &id) != 0)
      line.append("^").append(hex(*git_object_id(peeled.get()))).append("\n");
    lines.emplace(git_reference_name(tag.get()), std::move(line));
  }
  std::string text = "# pack-refs with: peeled fully-peeled sorted \n";
  for (const auto& [name, line] : lines) text += line;
  return text;
}

core::Result<Gitlinks> gitlinks_of(const std::filesystem::path& work_tree) {
  const RepositoryHandle repository = open_exactly(work_tree);
  IndexHandle index;
  if (!repository || fill(index, git_repository_index, repository.get()) != 0)
    return libgit2_error("the index of " + work_tree.string() + " cannot be read");
  Gitlinks result;
  for (std::size_t at = 0; at < git_index_entrycount(index.get()); ++at) {
    const git_index_entry* entry = git_index_get_byindex(index.get(), at);
    if (entry->mode == GIT_FILEMODE_COMMIT)
      result.links.push_back({entry->path, commit_id(entry->id)});
    else if (std::string_view(entry->path) == ".gitmodules" &&
             entry->mode != GIT_FILEMODE_LINK)
      result.gitmodules = hex(entry->id);
  }
  return result;
}

}  // namespace bisect::git
