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

/// Pins and fix-ups of the whole change hold for every variant but the parent, which is built as a
/// search would build it.
core::Result<core::Candidate> variant_of(const git::Libgit2Changes& changes,
                                         const engine::SplitQuestion& question,
                                         stats::PartSet set) {
  const engine::BisectQuestion& search = question.search;
  if (set == 0) return search.candidate_of(search.good);
  core::Candidate candidate = search.candidate_of(search.bad);
  if (set == (1U << question.parts.size()) - 1) return candidate;
  candidate.commit = search.good.id;
  candidate.overlay = core::Overlay{search.bad.id, paths_in(question.parts, set)};
  auto tree = changes.composed(candidate.commit, *candidate.overlay);
  if (!tree) return std::move(tree).error();
  candidate.tree = std::move(*tree);
  return candidate;
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

core::Result<SplitScope> find_split_scope(git::History& history, const git::Libgit2Changes& changes,
                                          const core::Plan& plan,
                                          const std::vector<core::PartRequest>& required) {
  auto ends = with_ends(history, plan);
  if (!ends) return std::move(ends).error();
  auto scope = find_scope(history, *ends);
  if (!scope) return std::move(scope).error();
  if (auto* refused = std::get_if<core::Finding>(&*scope)) return SplitScope(std::move(*refused));

  engine::SplitQuestion question;
  question.search = std::get<engine::BisectQuestion>(std::move(*scope));
  question.samples = plan.samples;
  auto changed = changes.between(question.search.good.id, question.search.bad.id);
  if (!changed) return std::move(changed).error();
  question.parts = git::share_out(*changed, plan.parts);
  if (auto found = git::check_all_found(question.parts, required); !found)
    return std::move(found).error();
  if (auto sound = git::check_number(question.parts); !sound) return std::move(sound).error();
  for (const stats::PartSet set :
       engine::sets_to_measure(static_cast<int>(question.parts.size()))) {
    auto candidate = variant_of(changes, question, set);
    if (!candidate) return std::move(candidate).error();
    question.variants.push_back({set, std::move(*candidate)});
  }
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
