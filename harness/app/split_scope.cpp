#include "harness/app/split_scope.hpp"

#include "harness/app/scope.hpp"
#include "harness/git/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace bisect::app {
namespace {

/// The plan with both ends as full ids; an empty good end is the first parent of the bad one.
core::Result<core::Plan> with_ends(git::History& history, core::Plan plan) {
  if (!plan.good.empty()) return plan;
  const auto commit = history.resolve(plan.bad);
  if (!commit) plan.good = plan.bad;  // find_scope says why it names nothing
  if (!commit) return plan;
  if (commit->parents.empty())
    return core::usage_error(core::short_id(commit->id) + " has no parent: all of it is new",
                             {"give a range: bisect split FROM..TO"});
  plan.good = commit->parents.front().text();
  plan.bad = commit->id.text();
  return plan;
}

std::vector<std::string> paths_in(const std::vector<core::Part>& parts, stats::PartSet set) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if ((set >> i & 1U) != 0)
      paths.insert(paths.end(), parts[i].paths.begin(), parts[i].paths.end());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The parent with the overlay put over it. Pins and fix-ups of the whole change hold for every variant but
/// the parent, which is built as a search would build it.
core::Result<core::Candidate> composed(const git::Libgit2Changes& changes,
                                       const engine::BisectQuestion& search, core::Overlay overlay) {
  core::Candidate candidate = search.candidate_of(search.bad);
  candidate.commit = search.good.id;
  candidate.overlay = std::move(overlay);
  auto tree = changes.composed(candidate.commit, *candidate.overlay);
  if (!tree) return std::move(tree).error();
  candidate.tree = std::move(*tree);
  return candidate;
}

/// Each path is put in as the change has it.
void compose_paths(engine::SplitQuestion& question,
                   const std::shared_ptr<const git::Libgit2Changes>& changes) {
  question.compose = [changes, search = question.search](std::vector<std::string> paths) {
    std::sort(paths.begin(), paths.end());
    return composed(*changes, search, {search.bad.id, std::move(paths), {}});
  };
}

core::Result<void> add_named_parts(engine::SplitQuestion& question) {
  if (auto sound = git::check_number(question.parts); !sound) return sound;
  const stats::PartSet whole = (1U << question.parts.size()) - 1;
  for (const stats::PartSet set :
       engine::sets_to_measure(static_cast<int>(question.parts.size()))) {
    const engine::BisectQuestion& search = question.search;
    auto candidate = set == 0       ? search.candidate_of(search.good)
                     : set == whole ? search.candidate_of(search.bad)
                                    : question.compose(paths_in(question.parts, set));
    if (!candidate) return std::move(candidate).error();
    question.variants.push_back({set, std::move(*candidate)});
  }
  return {};
}

void screen(engine::SplitQuestion& question) {
  const engine::BisectQuestion& search = question.search;
  question.variants = {{0, search.candidate_of(search.good)}, {1, search.candidate_of(search.bad)}};
  question.is_screened = true;
}

core::Part file_part(const git::Change& change) {
  core::Part file{change.path, {change.path}};
  if (!change.old_path.empty()) file.paths.push_back(change.old_path);
  return file;
}

/// One part for each file; a renaming keeps its two names together.
core::Result<void> add_files(engine::SplitQuestion& question, const std::vector<git::Change>& changed) {
  if (changed.size() < 2)
    return core::usage_error("the change touches one file only: there is nothing to tell apart",
                             {"--per-hunk tells its hunks apart"});
  for (const git::Change& change : git::providers_first(changed))
    question.parts.push_back(file_part(change));
  screen(question);
  return {};
}

/// A hunk by the text that stands for it in a part: "src/a.cc @@ -10,2 +10,3 @@".
struct NamedHunk {
  std::string path;
  int index = 0;
};

/// What stands for a piece of a change: a path, or a hunk.
using NamedHunks = std::map<std::string, NamedHunk>;

/// Paths and hunks that are put in. All hunks of a file are the file.
core::Overlay overlay_of(const core::CommitId& source, const std::vector<std::string>& pieces,
                         const NamedHunks& hunks) {
  core::Overlay overlay{source, {}, {}};
  std::map<std::string, std::vector<int>> by_file;
  for (const std::string& piece : pieces) {
    const auto hunk = hunks.find(piece);
    if (hunk == hunks.end()) overlay.paths.push_back(piece);
    else by_file[hunk->second.path].push_back(hunk->second.index);
  }
  for (auto& [path, chosen] : by_file) {
    std::sort(chosen.begin(), chosen.end());
    const auto all = std::count_if(hunks.begin(), hunks.end(), [&, of = path](const auto& hunk) {
      return hunk.second.path == of;
    });
    if (chosen.size() == static_cast<std::size_t>(all)) overlay.paths.push_back(path);
    else overlay.hunks.push_back({path, std::move(chosen)});
  }
  std::sort(overlay.paths.begin(), overlay.paths.end());
  return overlay;
}

/// One part for each hunk; a change that has none is one piece.
core::Result<void> add_hunks(engine::SplitQuestion& question, const std::vector<git::Change>& changed,
                             const std::shared_ptr<const git::Libgit2Changes>& changes) {
  const auto named = std::make_shared<NamedHunks>();
  for (const git::Change& change : git::providers_first(changed)) {
    auto hunks = changes->hunks_of(change, question.search.good.id, question.search.bad.id);
    if (!hunks) return std::move(hunks).error();
    if (hunks->size() < 2) {
      question.parts.push_back(file_part(change));
      continue;
    }
    for (std::size_t index = 0; index < hunks->size(); ++index) {
      const git::Hunk& hunk = (*hunks)[index];
      std::string text = fmt::format("{} @@ -{},{} +{},{} @@", change.path, hunk.old_start,
                                     hunk.old_lines, hunk.new_start, hunk.new_lines);
      (*named)[text] = {change.path, static_cast<int>(index)};
      question.parts.push_back({fmt::format("{}:{}", change.path, hunk.new_start), {std::move(text)}});
    }
  }
  if (question.parts.size() < 2)
    return core::usage_error("the change is one hunk: there is nothing to tell apart");
  question.compared.piece = "hunk";
  question.compose = [changes, named, search = question.search](const std::vector<std::string>& pieces) {
    return composed(*changes, search, overlay_of(search.bad.id, pieces, *named));
  };
  screen(question);
  return {};
}

void warn_of_repairs(engine::SplitQuestion& question) {
  const core::Candidate parent = question.search.candidate_of(question.search.good);
  const core::Candidate whole = question.search.candidate_of(question.search.bad);
  if (parent.pins == whole.pins && parent.fixups == whole.fixups) return;
  question.warnings.push_back(
      "pins or patches are in force for the change but not for its parent: what they change counts "
      "with whatever part is put in first");
}

}  // namespace

core::Result<SplitScope> find_split_scope(
    git::History& history, const std::shared_ptr<const git::Libgit2Changes>& changes,
    const core::Plan& plan, const std::vector<core::PartRequest>& required) {
  auto ends = with_ends(history, plan);
  if (!ends) return std::move(ends).error();
  auto scope = find_scope(history, *ends);
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return SplitScope(std::move(*refused));

  engine::SplitQuestion question;
  question.search = std::get<engine::BisectQuestion>(std::move(*scope));
  question.samples = plan.samples;
  auto changed = changes->between(question.search.good.id, question.search.bad.id);
  if (!changed) return std::move(changed).error();
  compose_paths(question, changes);
  core::Result<void> added;
  if (plan.grain == core::Grain::per_file) {
    added = add_files(question, *changed);
  } else if (plan.grain == core::Grain::per_hunk) {
    added = add_hunks(question, *changed, changes);
  } else {
    question.parts = git::share_out(*changed, plan.parts);
    added = git::check_all_found(question.parts, required);
    if (added) added = add_named_parts(question);
  }
  if (!added) return added.error();
  warn_of_repairs(question);
  return SplitScope(std::move(question));
}

core::Result<std::vector<std::string>> parts_touched(const git::Libgit2Changes& changes,
                                                     const core::Commit& commit,
                                                     const core::Plan& plan) {
  std::vector<std::string> names;
  if (plan.parts.empty() || commit.parents.empty()) return names;
  auto changed = changes.between(commit.parents.front(), commit.id);
  if (!changed) return std::move(changed).error();
  const std::vector<core::Part> parts = git::share_out(*changed, plan.parts);
  if (!git::check_number(parts)) return names;
  for (const core::Part& part : parts) names.push_back(part.name);
  return names;
}

core::Plan plan_to_split(core::Plan search, const core::Commit& commit) {
  search.task = core::Task::split;
  search.good.clear();
  search.bad = commit.id.text();
  return search;
}

}  // namespace bisect::app
