#pragma once

// Internal to the adapter: the only header that brings in libgit2, for harness/git/*.cpp alone.

#include "core/ids.hpp"
#include "core/result.hpp"

#include <git2.h>

#include <cstring>
#include <memory>
#include <string>

namespace bisect::git {

template <class T, void (*release)(T*)>
struct Release {
  void operator()(T* object) const { release(object); }
};

template <class T, void (*release)(T*)>
using Handle = std::unique_ptr<T, Release<T, release>>;

using RepositoryHandle = Handle<git_repository, git_repository_free>;
using ObjectHandle = Handle<git_object, git_object_free>;
using CommitHandle = Handle<git_commit, git_commit_free>;
using BlobHandle = Handle<git_blob, git_blob_free>;
using TreeHandle = Handle<git_tree, git_tree_free>;
using TreeEntryHandle = Handle<git_tree_entry, git_tree_entry_free>;
using ReferenceHandle = Handle<git_reference, git_reference_free>;
using ReferenceIteratorHandle = Handle<git_reference_iterator, git_reference_iterator_free>;
using OdbHandle = Handle<git_odb, git_odb_free>;
using OdbObjectHandle = Handle<git_odb_object, git_odb_object_free>;
using DiffHandle = Handle<git_diff, git_diff_free>;
using IndexHandle = Handle<git_index, git_index_free>;

/// Calls `call(T** out, arguments…)` and keeps what it made; the return code is libgit2's.
template <class H, class Call, class... Arguments>
int fill(H& handle, Call call, Arguments... arguments) {
  typename H::pointer raw = nullptr;
  const int code = call(&raw, arguments...);
  handle.reset(raw);
  return code;
}

inline std::string hex(const git_oid& id) {
  std::string text(GIT_OID_HEXSZ, '\0');
  git_oid_fmt(text.data(), &id);
  return text;
}

inline core::CommitId commit_id(const git_oid& id) { return core::CommitId(hex(id)); }

/// False when the text is not a full id.
inline bool parse_id(git_oid& id, const std::string& text) {
  return text.size() == GIT_OID_HEXSZ && git_oid_fromstr(&id, text.c_str()) == 0;
}

/// "what: libgit2's own words" for failures that have no better explanation.
inline core::Error libgit2_error(const std::string& what) {
  const git_error* last = git_error_last();
  return core::environment_error(what + ": " + (last != nullptr ? last->message : "unknown error"));
}

/// Starts the library once per process, with the repository extensions that do not change how
/// history is read and without its own ownership check (the git program's verdict counts, see
/// repository_place.hpp).
void start_libgit2();

}  // namespace bisect::git
