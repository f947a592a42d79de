#include "harness/git/candidate_plan.hpp"

#include "core/digest.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace bisect::git {
namespace {

std::string normalised(std::string path) {
  while (path.starts_with("./")) path.erase(0, 2);
  while (path.ends_with('/')) path.pop_back();
  return path;
}

std::string written(const core::Stretch& stretch) { return stretch.from + ".." + stretch.to; }

bool in_force(const std::optional<std::unordered_set<core::CommitId>>& scope,
              const core::CommitId& id) {
  return !scope || scope->contains(id);
}

}  // namespace

struct CandidatePlan::Maker {
  History& history;
  const Segment& segment;
  const core::Plan& plan;

  /// The error names the request it belongs to, as the user wrote it.
  [[nodiscard]] static core::Error at(const std::string& request, core::Error error) {
    error.message = request + ": " + error.message;
    return error;
  }

  core::Result<core::CommitId> end(const std::string& revision) const {
    const core::Result<core::Commit> commit = history.resolve(revision);
    if (!commit) return commit.error();
    return commit->id;
  }

  core::Result<Scope> open_ended(const core::Stretch& stretch) const {
    const bool upwards = stretch.to.empty();
    const core::Result<core::CommitId> bound = end(upwards ? stretch.from : stretch.to);
    if (!bound) return bound.error();
    if (segment.graph.find(*bound) == nullptr)
      return core::usage_error("the stretch " + written(stretch) + " ends outside the searched range",
                               {"write both of its ends: FROM..TO"});
    if (!upwards) return Scope(segment.graph.ancestors(*bound));
    std::unordered_set<core::CommitId> scope;
    for (const std::string& tip : {plan.good, plan.bad}) {
      const core::Result<core::CommitId> id = end(tip);
      if (!id) return id.error();
      scope.merge(segment.graph.between(*bound, *id));
    }
    return Scope(std::move(scope));
  }

  core::Result<Scope> scope(const core::Stretch& stretch) const {
    if (stretch.everywhere()) return Scope();
    if (stretch.from.empty() || stretch.to.empty()) return open_ended(stretch);
    const core::Result<core::CommitId> from = end(stretch.from);
    if (!from) return from.error();
    const core::Result<core::CommitId> to = end(stretch.to);
    if (!to) return to.error();
    // Its own segment, not the searched one: the stretch may begin before it or end after it.
    const core::Result<Segment> own = history.segment(*from, *to);
    if (!own) return own.error();
    std::unordered_set<core::CommitId> members = own->graph.between(*from, *to);
    if (members.empty()) {
      std::vector<std::string> hints;
      if (own->graph.is_ancestor(*to, *from))
        hints.push_back("swap the ends: " + stretch.to + ".." + stretch.from);
      return core::usage_error(stretch.from + " is not an ancestor of " + stretch.to,
                               std::move(hints));
    }
    return Scope(std::move(members));
  }

  /// A submodule may exist in a part of the range only: each known commit is asked in turn.
  core::Result<core::CommitId> pinned_commit(const core::PinRequest& request) const {
    std::vector<std::string> contexts;
    for (const std::string& revision :
         {request.stretch.to, request.stretch.from, plan.bad, plan.good})
      if (!revision.empty()) contexts.push_back(revision);
    std::optional<core::Error> problem;
    for (const std::string& revision : contexts) {
      const core::Result<core::CommitId> context = end(revision);
      if (!context) return context.error();
      core::Result<core::CommitId> found =
          history.resolve_in_submodule(normalised(request.path), request.revision, *context);
      if (found) return found;
      // Policy and missing programs do not depend on the commit that is asked.
      if (found.error().kind != core::ErrorKind::usage) return found;
      if (!problem) problem = found.error();
      else if (problem->message.find(found.error().message) == std::string::npos)
        problem->message += "; " + found.error().message;
    }
    return problem.value_or(core::usage_error("no commit is known to look for the submodule in"));
  }

  core::Result<void> add(const core::PinRequest& request, CandidatePlan& result) const {
    std::string name = "--pin " + request.path + "=" + request.revision;
    if (!request.stretch.everywhere()) name += "@" + written(request.stretch);
    core::Result<Scope> where = scope(request.stretch);
    if (!where) return at(name, where.error());
    core::Result<core::CommitId> commit = pinned_commit(request);
    if (!commit) return at(name, commit.error());
    result.m_pins.push_back({{normalised(request.path), std::move(*commit)}, std::move(*where)});
    return {};
  }

  core::Result<void> add(const core::PatchRequest& request, CandidatePlan& result) const {
    std::string name = "--patch " + request.file.string();
    if (!request.stretch.everywhere()) name += "@" + written(request.stretch);
    const core::Result<core::Digest> content = core::digest_file(request.file);
    if (!content)
      return at(name, core::usage_error(content.error().message, content.error().hints));
    core::Result<Scope> where = scope(request.stretch);
    if (!where) return at(name, where.error());
    result.m_fixups.push_back({{request.file.string(), *content}, std::move(*where)});
    return {};
  }
};

core::Result<CandidatePlan> CandidatePlan::make(History& history, const Segment& segment,
                                                const core::Plan& plan) {
  const Maker maker{history, segment, plan};
  CandidatePlan result;
  result.m_setting = plan.setting;
  for (const core::PinRequest& pin : core::complete_setting(plan, plan.setting).pins)
    if (auto added = maker.add(pin, result); !added) return added.error();
  for (const core::PatchRequest& patch : plan.patches)
    if (auto added = maker.add(patch, result); !added) return added.error();
  return result;
}

core::Candidate CandidatePlan::candidate(const core::Commit& commit) const {
  std::map<std::string, core::CommitId> pins;
  for (const ScopedPin& scoped : m_pins)
    if (in_force(scoped.scope, commit.id)) pins[scoped.pin.path] = scoped.pin.commit;
  core::Candidate candidate{commit.id, commit.tree, {}, {}, m_setting};
  for (const auto& [path, id] : pins) candidate.pins.push_back({path, id});
  for (const ScopedFixUp& scoped : m_fixups)
    if (in_force(scoped.scope, commit.id)) candidate.fixups.push_back(scoped.fixup);
  return candidate;
}

}  // namespace bisect::git
