#include "harness/git/hunk_composer.hpp"

#include "harness/git/tree_composer.hpp"

#include <algorithm>
#include <string_view>

namespace bisect::git {
namespace {

/// Both contents of a file and how they differ.
struct Versions {
  BlobHandle before;
  BlobHandle after;
  std::vector<Hunk> hunks;
};

/// The file at the path; null when there is none.
core::Result<TreeEntryHandle> entry_at(git_repository* repository, const core::CommitId& commit,
                                       const std::string& path) {
  const core::Result<TreeHandle> tree = read_tree(repository, commit);
  if (!tree) return tree.error();
  TreeEntryHandle entry;
  const int found = fill(entry, git_tree_entry_bypath, tree->get(), path.c_str());
  if (found != 0 && found != GIT_ENOTFOUND)
    return libgit2_error(path + " in commit " + commit.text() + " cannot be read");
  return entry;
}

bool is_file(const TreeEntryHandle& entry) {
  if (!entry) return false;
  const git_filemode_t mode = git_tree_entry_filemode(entry.get());
  return mode == GIT_FILEMODE_BLOB || mode == GIT_FILEMODE_BLOB_EXECUTABLE;
}

int keep_hunk(const git_diff_delta*, const git_diff_hunk* hunk, void* hunks) {
  static_cast<std::vector<Hunk>*>(hunks)->push_back(
      {hunk->old_start, hunk->old_lines, hunk->new_start, hunk->new_lines});
  return 0;
}

core::Result<Versions> versions_of(git_repository* repository, const core::CommitId& before,
                                   const core::CommitId& after, const std::string& path) {
  const core::Result<TreeEntryHandle> old_entry = entry_at(repository, before, path);
  if (!old_entry) return old_entry.error();
  const core::Result<TreeEntryHandle> new_entry = entry_at(repository, after, path);
  if (!new_entry) return new_entry.error();
  Versions versions;
  if (!is_file(*old_entry) || !is_file(*new_entry) ||
      git_tree_entry_filemode(old_entry->get()) != git_tree_entry_filemode(new_entry->get()))
    return versions;
  git_diff_options options;
  git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
  options.context_lines = 0;
  options.interhunk_lines = 0;
  if (fill(versions.before, git_blob_lookup, repository, git_tree_entry_id(old_entry->get())) != 0 ||
      fill(versions.after, git_blob_lookup, repository, git_tree_entry_id(new_entry->get())) != 0 ||
      git_diff_blobs(versions.before.get(), nullptr, versions.after.get(), nullptr, &options, nullptr,
                     nullptr, keep_hunk, nullptr, &versions.hunks) != 0)
    return libgit2_error("the change of " + path + " cannot be read");
  return versions;
}

/// With their ends.
std::vector<std::string_view> lines_of(const BlobHandle& blob) {
  std::string_view text(static_cast<const char*>(git_blob_rawcontent(blob.get())),
                        static_cast<std::size_t>(git_blob_rawsize(blob.get())));
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// Index of the first line of a stretch.
std::size_t first_of(int start, int lines) {
  return static_cast<std::size_t>(lines == 0 ? start : start - 1);
}

void append(std::string& text, const std::vector<std::string_view>& lines, std::size_t from,
            std::size_t count) {
  for (std::size_t line = from; line < from + count && line < lines.size(); ++line)
    text += lines[line];
}

std::string mixed(const Versions& versions, const std::vector<int>& chosen) {
  const auto before = lines_of(versions.before);
  const auto after = lines_of(versions.after);
  std::string text;
  std::size_t at = 0;
  for (std::size_t index = 0; index < versions.hunks.size(); ++index) {
    const Hunk& hunk = versions.hunks[index];
    const std::size_t start = first_of(hunk.old_start, hunk.old_lines);
    const auto old_lines = static_cast<std::size_t>(hunk.old_lines);
    append(text, before, at, start - at);
    if (std::binary_search(chosen.begin(), chosen.end(), static_cast<int>(index)))
      append(text, after, first_of(hunk.new_start, hunk.new_lines),
             static_cast<std::size_t>(hunk.new_lines));
    else
      append(text, before, start, old_lines);
    at = start + old_lines;
  }
  append(text, before, at, before.size());
  return text;
}

}  // namespace

core::Result<std::vector<Hunk>> hunks_between(git_repository* repository, const core::CommitId& before,
                                              const core::CommitId& after, const std::string& path) {
  core::Result<Versions> versions = versions_of(repository, before, after, path);
  if (!versions) return versions.error();
  return std::move(versions->hunks);
}

core::Result<git_oid> compose_blob(git_repository* repository, const core::CommitId& before,
                                   const core::CommitId& after, const core::HunkChoice& choice) {
  const core::Result<Versions> versions = versions_of(repository, before, after, choice.path);
  if (!versions) return versions.error();
  if (choice.hunks.empty() || choice.hunks.front() < 0 ||
      choice.hunks.back() >= static_cast<int>(versions->hunks.size()))
    return core::environment_error("the change of " + choice.path + " has " +
                                   std::to_string(versions->hunks.size()) + " hunks, not what was chosen of it");
  const std::string text = mixed(*versions, choice.hunks);
  git_oid id;
  if (git_blob_create_from_buffer(&id, repository, text.data(), text.size()) != 0)
    return libgit2_error("a variant of " + choice.path + " cannot be written");
  return id;
}

}  // namespace bisect::git
