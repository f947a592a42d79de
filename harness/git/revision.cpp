#include "harness/git/revision.hpp"

#include "harness/git/message_text.hpp"
#include "harness/git/near_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace bisect::git {
namespace {

/// Where git looks for a short name, after HEAD and its like (gitrevisions(7)).
constexpr std::array k_places{"refs/", "refs/tags/", "refs/heads/", "refs/remotes/"};
constexpr std::size_t k_shortest_abbreviation = 4;  // GIT_OID_MINPREFIXLEN

/// The name at the start of a revision: "v1" of "v1~3", "v1^{commit}", "v1@{1}", "v1:file".
std::string base_name(const std::string& revision) {
  std::size_t end = revision.find_first_of("^~:");
  end = std::min(end, revision.find("@{"));
  return revision.substr(0, end);
}

bool exists(git_repository* repository, const std::string& name) {
  ReferenceHandle reference;
  return fill(reference, git_reference_lookup, repository, name.c_str()) == 0;
}

bool is_pseudo_ref(git_repository* repository, const std::string& name) {
  return name == "HEAD" || name == "@" ||
         (name.ends_with("_HEAD") && exists(repository, name));
}

std::vector<std::string> matching_refs(git_repository* repository, const std::string& name) {
  std::vector<std::string> found;
  for (const char* place : k_places)
    if (exists(repository, place + name)) found.push_back(place + name);
  if (const std::string head = "refs/remotes/" + name + "/HEAD"; exists(repository, head))
    found.push_back(head);
  return found;
}

bool is_abbreviation(const std::string& name) {
  return name.size() >= k_shortest_abbreviation && name.size() < GIT_OID_HEXSZ &&
         name.find_first_not_of("0123456789abcdefABCDEF") == std::string::npos;
}

struct PrefixSearch {
  git_odb* odb;
  git_oid prefix;
  std::size_t digits;
  std::vector<git_oid> found;
};

int collect(const git_oid* id, void* payload) {
  auto& search = *static_cast<PrefixSearch*>(payload);
  std::size_t size = 0;
  git_object_t type = GIT_OBJECT_INVALID;
  if (git_oid_ncmp(id, &search.prefix, search.digits) == 0 &&
      git_odb_read_header(&size, &type, search.odb, id) == 0 &&
      (type == GIT_OBJECT_COMMIT || type == GIT_OBJECT_TAG))
    search.found.push_back(*id);
  return 0;
}

/// Commits and annotated tags whose id starts like this. Other objects do not count: git, too,
/// prefers commits where a commit is wanted.
std::vector<git_oid> abbreviated(git_repository* repository, const std::string& name) {
  OdbHandle odb;
  PrefixSearch search{nullptr, {}, name.size(), {}};
  if (!is_abbreviation(name) || fill(odb, git_repository_odb, repository) != 0 ||
      git_oid_fromstrn(&search.prefix, name.c_str(), name.size()) != 0)
    return {};
  search.odb = odb.get();
  git_oid only;
  const int code = git_odb_exists_prefix(&only, odb.get(), &search.prefix, name.size());
  if (code == 0) collect(&only, &search);
  // Walking all objects is slow in a large repository, but only ever done to explain an ambiguity.
  if (code == GIT_EAMBIGUOUS) git_odb_foreach(odb.get(), collect, &search);
  const auto before = [](const git_oid& a, const git_oid& b) { return git_oid_cmp(&a, &b) < 0; };
  const auto same = [](const git_oid& a, const git_oid& b) { return git_oid_cmp(&a, &b) == 0; };
  std::sort(search.found.begin(), search.found.end(), before);
  search.found.erase(std::unique(search.found.begin(), search.found.end(), same),
                     search.found.end());
  return search.found;
}

core::Error ambiguous(const std::string& name, const std::vector<std::string>& refs,
                      const std::vector<git_oid>& ids) {
  std::string list;
  const auto add = [&](const std::string& candidate) {
    list += (list.empty() ? "" : ", ") + candidate;
  };
  for (const std::string& ref : refs) add(ref);
  for (const git_oid& id : ids) add("commit " + hex(id));
  std::string hint = "write the one you mean in full, e.g. ";
  hint += refs.empty() ? hex(ids.front()) : refs.front();
  return core::usage_error("'" + name + "' is ambiguous: it may mean " + list, {std::move(hint)});
}

/// git_repository_is_empty() takes a new repository for a used one when its first branch does not
/// have the configured default name.
bool has_no_refs(git_repository* repository) {
  ReferenceIteratorHandle references;
  const char* name = nullptr;
  return fill(references, git_reference_iterator_new, repository) == 0 &&
         git_reference_next_name(&name, references.get()) == GIT_ITEROVER;
}

core::Error unknown(git_repository* repository, const std::string& revision) {
  std::string message = "no such commit '" + revision + "' in " + whereabouts(repository);
  std::vector<std::string> hints;
  if (git_repository_is_shallow(repository) == 1) {
    message += ", which is a shallow clone";
    hints.emplace_back("git fetch --unshallow completes the clone");
  } else if (has_no_refs(repository)) {
    message += ", which has no commits yet";
  }
  if (revision.find("..") != std::string::npos)
    hints.emplace_back("a range was given where one commit is wanted");
  if (const std::string near = near_names(repository, base_name(revision)); !near.empty())
    hints.push_back("did you mean " + near + "?");
  return core::usage_error(std::move(message), std::move(hints));
}

/// Of the output of git-describe only the id behind "-g" counts; empty: it does not look like it.
std::string described_id(const std::string& name) {
  const std::size_t mark = name.rfind("-g");
  return mark == std::string::npos ? std::string() : name.substr(mark + 2);
}

bool is_there(git_repository* repository, const std::string& full_id) {
  OdbHandle odb;
  git_oid id;
  return parse_id(id, full_id) && fill(odb, git_repository_odb, repository) == 0 &&
         git_odb_exists(odb.get(), &id) == 1;
}

/// The revision with its name written in full. What names nothing is refused here already:
/// libgit2 1.5 would look at it with a regular expression that leaks when it does not match.
core::Result<std::string> spell_out(git_repository* repository, const std::string& revision) {
  const std::string name = base_name(revision);
  if (name.empty()) return revision;
  if (is_pseudo_ref(repository, name)) {
    git_oid target;
    const char* pseudo = name == "@" ? "HEAD" : name.c_str();
    if (git_reference_name_to_id(&target, repository, pseudo) == 0) return revision;
    return unknown(repository, revision);
  }
  if (name.starts_with("refs/") && exists(repository, name)) return revision;
  if (is_there(repository, name)) return revision;

  const std::vector<std::string> refs = matching_refs(repository, name);
  std::vector<git_oid> ids = abbreviated(repository, name);
  const std::string rest = revision.substr(name.size());
  if (refs.empty() && ids.empty()) {
    const std::string described = described_id(name);
    if (is_there(repository, described)) return described + rest;
    ids = abbreviated(repository, described);
  }
  if (refs.size() + ids.size() > 1) return ambiguous(name, refs, ids);
  if (!refs.empty()) return refs.front() + rest;
  if (!ids.empty()) return hex(ids.front()) + rest;
  return unknown(repository, revision);
}

}  // namespace

std::string whereabouts(git_repository* repository) {
  const char* path = git_repository_workdir(repository);
  std::string text = path != nullptr ? path : git_repository_path(repository);
  if (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return "the repository at " + text;
}

core::Result<CommitHandle> find_commit(git_repository* repository, const std::string& revision) {
  if (revision.empty() || revision.find('\0') != std::string::npos)
    return core::usage_error("an empty text names no commit", {"write a commit id, tag or branch"});
  const core::Result<std::string> full = spell_out(repository, revision);
  if (!full) return full.error();
  ObjectHandle object;
  if (fill(object, git_revparse_single, repository, full->c_str()) != 0)
    return unknown(repository, revision);

  ObjectHandle peeled;
  if (fill(peeled, git_object_peel, object.get(), GIT_OBJECT_COMMIT) != 0) {
    ObjectHandle inner;  // of a tag that names something else
    if (git_object_type(object.get()) == GIT_OBJECT_TAG)
      fill(inner, git_object_peel, object.get(), GIT_OBJECT_ANY);
    const git_object* named = inner ? inner.get() : object.get();
    return core::usage_error("'" + revision + "' is a " +
                                 git_object_type2string(git_object_type(named)) +
                                 ", not a commit",
                             {"write the id of a commit, or a tag or branch"});
  }
  return CommitHandle(reinterpret_cast<git_commit*>(peeled.release()));
}

core::Commit describe(const git_commit* commit) {
  const char* declared = git_commit_message_encoding(commit);
  const std::string encoding = declared != nullptr ? declared : "";
  const git_signature* author = git_commit_author(commit);
  const std::string_view message = git_commit_message(commit);

  core::Commit result;
  result.id = commit_id(*git_commit_id(commit));
  result.tree = core::TreeId(hex(*git_commit_tree_id(commit)));
  for (unsigned at = 0; at < git_commit_parentcount(commit); ++at)
    result.parents.push_back(commit_id(*git_commit_parent_id(commit, at)));
  result.subject = to_utf8(message.substr(0, message.find('\n')), encoding);
  result.author = to_utf8(author->name, encoding);
  result.author_date = iso_date(author->when.time, author->when.offset);
  return result;
}

}  // namespace bisect::git
