#include "harness/app/split_scope.hpp"

#include "harness/app/scope.hpp"
#include "harness/git/parts.hpp"

#include <algorithm>
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

/// The parent with these paths as the change has them. Pins and fix-ups of the whole change hold for
/// every variant but the parent, which is built as a search would build it.
core::Result<core::Candidate> composed(const git::Libgit2Changes& changes,
                                       const engine::BisectQuestion& search,
                                       std::vector<std::string> paths) {
  core::Candidate candidate = search.candidate_of(search.bad);
  std::sort(paths.begin(), paths.end());
  candidate.commit = search.good.id;
  candidate.overlay = core::Overlay{search.bad.id, std::move(paths)};
  auto tree = changes.composed(candidate.commit, *candidate.overlay);
  if (!tree) return std::move(tree).error();
  candidate.tree = std::move(*tree);
  return candidate;
}

core::Result<void> add_named_parts(engine::SplitQuestion& question,
                                   const git::Libgit2Changes& changes) {
  if (auto sound = git::check_number(question.parts); !sound) return sound;
  const stats::PartSet whole = (1U << question.parts.size()) - 1;
  for (const stats::PartSet set :
       engine::sets_to_measure(static_cast<int>(question.parts.size()))) {
    const engine::BisectQuestion& search = question.search;
    auto candidate = set == 0       ? search.candidate_of(search.good)
                     : set == whole ? search.candidate_of(search.bad)
                                    : composed(changes, search, paths_in(question.parts, set));
    if (!candidate) return std::move(candidate).error();
    question.variants.push_back({set, std::move(*candidate)});
  }
  return {};
}

/// One part for each file; a renaming keeps its two names together.
core::Result<void> add_files(engine::SplitQuestion& question, const std::vector<git::Change>& changed,
                             const std::shared_ptr<const git::Libgit2Changes>& changes) {
  if (changed.size() < 2)
    return core::usage_error("the change touches one file only: there is nothing to tell apart");
  for (const git::Change& change : git::providers_first(changed)) {
    core::Part file{change.path, {change.path}};
    if (!change.old_path.empty()) file.paths.push_back(change.old_path);
    question.parts.push_back(std::move(file));
  }
  const engine::BisectQuestion& search = question.search;
  question.variants = {{0, search.candidate_of(search.good)}, {1, search.candidate_of(search.bad)}};
  question.compose = [changes, search](std::vector<std::string> paths) {
    return composed(*changes, search, std::move(paths));
  };
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
  core::Result<void> added;
  if (plan.grain == core::Grain::per_file) {
    added = add_files(question, *changed, changes);
  } else {
    question.parts = git::share_out(*changed, plan.parts);
    added = git::check_all_found(question.parts, required);
    if (added) added = add_named_parts(question, *changes);
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
